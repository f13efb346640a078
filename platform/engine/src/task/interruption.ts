import { type Clock, TerminalError, type WakeSignal } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { runMessages } from '../messages/index.ts';

/**
 * Why a run or job was stopped from outside. Only `sibling` and `timeout` are this job's own end. `ended`: it had come to
 * its end already, and what still goes on in its name is not to.
 */
export type InterruptionKind = 'cancelled' | 'stopped' | 'lost' | 'sibling' | 'timeout' | 'ended';

/** The reason with which signals of runs and jobs abort. */
export class Interruption extends TerminalError {
  readonly kind: InterruptionKind;
  override readonly text: Message;

  constructor(kind: InterruptionKind, text: Message) {
    super(text, { code: `RUN_INTERRUPTED_${kind.toUpperCase()}` });
    this.kind = kind;
    this.text = text;
  }
}

/** The interruption behind an aborted signal, or undefined while it has not aborted. */
export function getInterruption(signal: AbortSignal): Interruption | undefined {
  if (!signal.aborted) return undefined;
  const reason: unknown = signal.reason;
  return reason instanceof Interruption ? reason : new Interruption('stopped', runMessages.stopped);
}

/** `work`, or the signal's reason as soon as it aborts; work that goes on regardless is no longer waited for. */
export function raceWithAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Resolves when the wake signal is raised, after `ms` without it, or when `signal` aborts. */
export async function waitForSignal(options: {
  readonly nudge: WakeSignal;
  readonly clock: Clock;
  readonly ms: number;
  readonly signal?: AbortSignal | undefined;
}): Promise<void> {
  const over = new AbortController();
  const signal = options.signal === undefined ? over.signal : AbortSignal.any([options.signal, over.signal]);
  await Promise.race([options.nudge.wait(signal), options.clock.sleep(options.ms, signal)]);
  // With a reason: making the usual one costs more than the wait itself.
  over.abort('over');
}
