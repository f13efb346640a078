/** Whether this failure is only the caller's own abort coming back. */
export function isAbort(error: unknown, signal: AbortSignal | undefined): boolean {
  if (signal?.aborted !== true) return false;
  return error === signal.reason || (error instanceof Error && error.name === 'AbortError');
}
