/** The result of the work, or a rejection with the signal's reason when that aborts first; the work itself continues. */
export async function rejectOnAbort<R>(work: Promise<R>, signal: AbortSignal | undefined): Promise<R> {
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
