/**
 * Time, as something that is handed in. Everything that waits or stamps takes a Clock, so that tests decide what
 * time it is and no test depends on the wall clock.
 */
export interface Clock {
  /** Milliseconds since the epoch: for stamps people read. May jump when the machine's clock is set. */
  now(): number;
  /** Milliseconds that only go forward: for measuring how long something took and for deadlines. */
  monotonic(): number;
  /** Resolves after `ms`, or at once (without error) when `signal` aborts: the caller looks at the signal. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls `callback` once after `ms`; the answer cancels it. Does not keep the process alive. */
  after(ms: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const timer = setTimeout(done, ms);
      function done(): void {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      }
      signal?.addEventListener('abort', done);
    }),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
