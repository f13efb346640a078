export interface EventuallyOptions<T> {
  /** When the probe's value counts. @default it is truthy */
  readonly until?: (value: T) => boolean;
  /** How long before giving up. @default two minutes: only failures reach it, and a busy machine must not */
  readonly timeoutMs?: number;
  /** Pauses grow with the time that has passed, and with what a probe takes, up to this. @default 50 */
  readonly longestPauseMs?: number;
}

const SHORTEST_PAUSE_MS = 10;
/** A condition that came true is seen this much later at most, as a part of the time it took. */
const DELAY = 0.05;

/** Awaits a condition: probes again after short pauses until it holds, and fails with the last value when it never does. */
export async function eventually<T>(probe: () => T | Promise<T>, options: EventuallyOptions<T> = {}): Promise<T> {
  const { until = Boolean, timeoutMs = 120_000, longestPauseMs = 50 } = options;
  const started = performance.now();
  const deadline = started + timeoutMs;
  let last: T | undefined;
  let failure: unknown;
  do {
    const began = performance.now();
    try {
      last = await probe();
      failure = undefined;
      if (until(last)) return last;
    } catch (error) {
      failure = error;
    }
    const now = performance.now();
    const pauseMs = Math.min(longestPauseMs, Math.max(SHORTEST_PAUSE_MS, now - began, (now - started) * DELAY));
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  } while (performance.now() < deadline);
  throw new Error(`the condition did not come true within ${timeoutMs} ms; last seen: ${JSON.stringify(last)}`, {
    cause: failure,
  });
}
