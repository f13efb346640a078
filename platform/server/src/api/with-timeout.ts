import { type Clock, TerminalError } from '@kubemin/base';
import { requestMessages } from '../messages/index.ts';

/** Rejects after this time, whether the work observes the signal or not. */
export async function withTimeout<T>(
  clock: Pick<Clock, 'after'>,
  ms: number,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = new AbortController();
  const late = Promise.withResolvers<never>();
  const cancel = clock.after(ms, () => {
    const error = new TerminalError(requestMessages.timeout({ seconds: ms / 1000 }), { code: 'CHECK_TIMED_OUT' });
    late.reject(error);
    deadline.abort(error);
  });
  try {
    return await Promise.race([ask(deadline.signal), late.promise]);
  } finally {
    cancel();
  }
}
