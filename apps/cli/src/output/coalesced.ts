/** Yields once for everything that has come since it was last asked; ends, or fails, as the source does. */
export async function* coalesced(source: AsyncIterable<unknown>): AsyncGenerator<void, void, undefined> {
  let pending = false;
  let ended = false;
  let wake = (): void => undefined;
  const pumped = (async () => {
    try {
      for await (const _ of source) {
        pending = true;
        wake();
      }
    } finally {
      ended = true;
      wake();
    }
  })();
  // Who reads is told by the await at the end; until then a failure is nobody's.
  pumped.catch(() => undefined);
  while (pending || !ended) {
    if (pending) {
      pending = false;
      yield;
    } else {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }
  await pumped;
}
