import { type Clock, RetryableError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { connectionMessages } from '../messages/index.ts';

/** How long something may take. */
export interface DeadlineOptions {
  readonly clock: Clock;
  readonly ms: number;
  /** What would be late, for the message. */
  readonly what: Message;
  readonly signal: AbortSignal;
}

/** Runs `work` with a signal that aborts when the given one does, or when the time is up. */
export async function withDeadline<R>(
  { clock, ms, what, signal }: DeadlineOptions,
  work: (signal: AbortSignal) => Promise<R>,
): Promise<R> {
  const controller = new AbortController();
  const abort = (): void => controller.abort(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  const cancel = clock.after(ms, () => {
    controller.abort(
      new RetryableError(connectionMessages.deadlineExceeded({ what, seconds: ms / 1000 }), {
        code: 'DEADLINE_EXCEEDED',
      }),
    );
  });
  try {
    return await work(controller.signal);
  } finally {
    cancel();
    signal.removeEventListener('abort', abort);
  }
}
