import type { Clock } from '@kubemin/base';

/** Calls `beat` after each interval until the answer is called; the next interval begins when it has been called. */
export function everyInterval(clock: Clock, intervalMs: number, beat: () => void): () => void {
  let cancel = clock.after(intervalMs, again);
  function again(): void {
    beat();
    cancel = clock.after(intervalMs, again);
  }
  return () => cancel();
}
