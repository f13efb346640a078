import type { Callback, CallbackAttempt } from '@kubemin/client';
import { callbackMessages } from '../messages/index.ts';
import { type Translate, translateSent } from '../terminal/index.ts';
import { oneLine } from './run-text.ts';

/** An attempt to deliver a callback in a line: `attempt 2 to https://ci.example.com: the receiver returned status 503`. */
export function callbackText(
  callback: Pick<Callback, 'origin'> | undefined,
  attempt: CallbackAttempt | undefined,
  translate: Translate,
): string {
  const { origin = '' } = callback ?? {};
  const number = attempt?.number ?? 0;
  if (attempt?.error !== undefined) {
    const reason = oneLine(translateSent(translate, attempt, 'error', attempt.error));
    return translate(callbackMessages.failedAttempt({ number, origin, reason }));
  }
  if (attempt?.endedAt === undefined) return translate(callbackMessages.openAttempt({ number, origin }));
  return translate(callbackMessages.delivered({ number, origin }));
}

/** The state of a callback and its attempts, one line each; empty for a run without one. */
export function callbackLines(callback: Callback | undefined, translate: Translate): readonly string[] {
  if (callback === undefined) return [];
  const { origin, status, attempts, nextAt } = callback;
  const waits =
    nextAt === undefined ? callbackMessages.waits({ origin }) : callbackMessages.next({ origin, time: nextAt });
  const open = attempts.length > 0 && nextAt === undefined ? undefined : waits;
  const state = { open, delivered: undefined, failed: callbackMessages.gaveUp({ origin }) }[status];
  return [
    ...attempts.map((attempt) =>
      translate(callbackMessages.line({ attempt: callbackText(callback, attempt, translate) })),
    ),
    ...(state === undefined ? [] : [translate(state)]),
  ];
}
