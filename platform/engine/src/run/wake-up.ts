import type { Clock, Nudge } from '@kubemin/base';

/** Resolves at a nudge, after `ms` without one, or when `signal` aborts; says which of the first two it was. */
export async function nudgeOrTimer(options: {
  readonly nudge: Nudge;
  readonly clock: Clock;
  readonly ms: number;
  readonly signal?: AbortSignal | undefined;
}): Promise<'nudge' | 'timer'> {
  const over = new AbortController();
  const signal = options.signal === undefined ? over.signal : AbortSignal.any([options.signal, over.signal]);
  const nudged = options.nudge.wait(signal).then(() => 'nudge' as const);
  const timed = options.clock.sleep(options.ms, signal).then(() => 'timer' as const);
  const first = await Promise.race([nudged, timed]);
  over.abort();
  return first;
}
