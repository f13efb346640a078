import type { Clock, WakeSignal } from '@kubemin/base';

/** Resolves when the wake signal is raised, after `ms` without it, or when `signal` aborts. */
export async function waitForSignal(options: {
  readonly nudge: WakeSignal;
  readonly clock: Clock;
  readonly ms: number;
  readonly signal?: AbortSignal | undefined;
}): Promise<void> {
  const over = new AbortController();
  const signal = options.signal === undefined ? over.signal : AbortSignal.any([options.signal, over.signal]);
  await Promise.race([options.nudge.wait(signal), options.clock.sleep(options.ms, signal)]);
  // With a reason: making the usual one costs more than the wait itself.
  over.abort('over');
}
