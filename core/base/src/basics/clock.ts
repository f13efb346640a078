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
  /** Calls `callback` once after `ms`; the returned function cancels it. Does not keep the process alive. */
  after(ms: number, callback: () => void): () => void;
}

/** A timer of Node that is given more fires at once instead. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const cancel = startTimer(ms, done);
      function done(): void {
        cancel();
        signal?.removeEventListener('abort', done);
        resolve();
      }
      signal?.addEventListener('abort', done);
    }),
  after: (ms, callback) => startTimer(ms, callback, keepFromBlockingExit),
};

/** Timers of browsers are numbers, and block nothing. */
function keepFromBlockingExit(timer: unknown): void {
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function')
    timer.unref();
}

/** Supports delays longer than one timer can have; `each` is called with every timer that is started. */
function startTimer(
  ms: number,
  callback: () => void,
  each: (timer: ReturnType<typeof setTimeout>) => void = () => undefined,
): () => void {
  const start = (left: number): ReturnType<typeof setTimeout> => {
    const timer =
      left > LONGEST_TIMER_MS
        ? setTimeout(() => {
            current = start(left - LONGEST_TIMER_MS);
          }, LONGEST_TIMER_MS)
        : setTimeout(callback, left);
    each(timer);
    return timer;
  };
  let current = start(ms);
  return () => clearTimeout(current);
}
