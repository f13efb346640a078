import type { Clock } from '@kubemin/base';

/** The sleep of a clock that can call back: over when the time has passed, or the signal aborts. */
export function sleepBy(clock: Pick<Clock, 'after'>, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const cancel = clock.after(ms, done);
    function done(): void {
      cancel();
      signal?.removeEventListener('abort', done);
      resolve();
    }
    signal?.addEventListener('abort', done);
  });
}
