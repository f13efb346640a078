import type { Clock, Random } from '@kubemin/base';
import { type Informer, objectKey } from '@kubemin/kube';
import type { KubeObject } from '@kubemin/kubeapi';
import type { Source } from './source.ts';

/** Jitter, so that the controllers of a process do not all resync at the same time. */
const SPREAD = 0.1;

/** Options of a resync. */
export interface ResyncOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly periodMs: number;
}

/** Enqueues the keys of all objects once per period: for changes outside the API, which no watch reports. */
export function enqueuePeriodically(
  informer: Informer<KubeObject>,
  { clock, random, periodMs }: ResyncOptions,
): Source {
  return (enqueue) => {
    let cancel: () => void;
    const schedule = (): void => {
      cancel = clock.after(periodMs * (1 + SPREAD * random.next()), () => {
        for (const object of informer.list()) enqueue(objectKey(object));
        schedule();
      });
    };
    schedule();
    return () => cancel();
  };
}
