import type { ReconcileResult } from '@kubemin/controller';

/** Asks for another look at the earliest of these times, if there is any. */
export function requeueAtEarliest(...waits: readonly (number | undefined)[]): ReconcileResult | undefined {
  const known = waits.filter((wait) => wait !== undefined);
  return known.length === 0 ? undefined : { requeueAfterMs: Math.min(...known) };
}
