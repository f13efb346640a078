export interface EventuallyOptions<T> {
  /** When the probe's value counts. @default it is truthy */
  readonly until?: (value: T) => boolean;
  /** How long before giving up. @default two minutes: only failures reach it, and a busy machine must not */
  readonly timeoutMs?: number;
}

/** Awaits a condition: probes again after short pauses until it holds, and fails with the last value when it never does. */
export async function eventually<T>(probe: () => T | Promise<T>, options: EventuallyOptions<T> = {}): Promise<T> {
  const { until = Boolean, timeoutMs = 120_000 } = options;
  const deadline = performance.now() + timeoutMs;
  let last: T | undefined;
  let failure: unknown;
  do {
    try {
      last = await probe();
      failure = undefined;
      if (until(last)) return last;
    } catch (error) {
      failure = error;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  } while (performance.now() < deadline);
  throw new Error(`the condition did not come true within ${timeoutMs} ms; last seen: ${JSON.stringify(last)}`, {
    cause: failure,
  });
}
