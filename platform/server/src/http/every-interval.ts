import type { Clock } from '@kubemin/base';

/** Calls `beat` after each interval until the returned function is called; the next interval begins after the call. */
export function repeatEvery(clock: Clock, intervalMs: number, beat: () => void): () => void {
  let cancel = clock.after(intervalMs, again);
  function again(): void {
    beat();
    cancel = clock.after(intervalMs, again);
  }
  return () => cancel();
}
