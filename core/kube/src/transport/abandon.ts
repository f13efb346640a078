/** What the work gives, or the signal's reason when that aborts first: the work goes on, nobody waits for it. */
export async function unlessAborted<R>(work: Promise<R>, signal: AbortSignal | undefined): Promise<R> {
  if (signal === undefined) return work;
  const abandoned = Promise.withResolvers<never>();
  const abandon = (): void => abandoned.reject(signal.reason);
  if (signal.aborted) abandon();
  signal.addEventListener('abort', abandon, { once: true });
  try {
    return await Promise.race([work, abandoned.promise]);
  } finally {
    signal.removeEventListener('abort', abandon);
  }
}
