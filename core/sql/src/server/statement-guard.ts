import type { Clock } from '@kubemin/base';

// The server's own limit comes first and leaves the connection whole.
const GRACE_MS = 5_000;

/** Runs a statement, and drops the connection when the server does not even say that the statement took too long. */
export async function guardStatement<R>(
  options: { readonly clock: Clock; readonly statementTimeoutMs: number; readonly destroy: () => void },
  run: () => Promise<R>,
): Promise<R> {
  const stop = options.clock.after(options.statementTimeoutMs + GRACE_MS, options.destroy);
  try {
    return await run();
  } finally {
    stop();
  }
}
