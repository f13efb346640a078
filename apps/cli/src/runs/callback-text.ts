import type { Callback, CallbackAttempt } from '@kubemin/client';
import { callbackMessages } from '../messages/index.ts';
import { type Translate, translateSent } from '../terminal/index.ts';
import { oneLine } from './run-text.ts';

/** An attempt to deliver a callback in a line: `attempt 2 to https://ci.example.com: the receiver returned status 503`. */
export function callbackText({ origin, attempts }: Callback, attempt: CallbackAttempt, translate: Translate): string {
  const { number, endedAt, error } = attempt;
  if (error !== undefined) {
    const reason = oneLine(translateSent(translate, attempt, 'error', error));
    return translate(callbackMessages.failedAttempt({ number, origin, reason }));
  }
  if (endedAt !== undefined) return translate(callbackMessages.delivered({ number, origin }));
  const message = number < attempts.length ? callbackMessages.lostAttempt : callbackMessages.openAttempt;
  return translate(message({ number, origin }));
}

/** The attempts of a callback and what follows, one line each; empty for a run without one. */
export function callbackLines(callback: Callback | undefined, translate: Translate): readonly string[] {
  if (callback === undefined) return [];
  const { origin, status, attempts, nextAt } = callback;
  const next = nextAt === undefined ? undefined : callbackMessages.next({ origin, time: nextAt });
  const open = attempts.length === 0 ? callbackMessages.waits({ origin }) : next;
  const state = { open, delivered: undefined, failed: callbackMessages.gaveUp({ origin }) }[status];
  return [
    ...attempts.map((attempt) =>
      translate(callbackMessages.line({ attempt: callbackText(callback, attempt, translate) })),
    ),
    ...(state === undefined ? [] : [translate(state)]),
  ];
}
