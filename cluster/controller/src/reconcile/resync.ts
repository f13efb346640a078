import type { Clock, Random } from '@kubemin/base';
import { type Informer, objectKey } from '@kubemin/kube';
import type { KubeObject } from '@kubemin/kubeapi';
import type { Source } from './source.ts';

/** A period is longer by up to this part, so that the controllers of a process don't all look at everything at once. */
const SPREAD = 0.1;

/** What a resync needs to know. */
export interface ResyncOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly periodMs: number;
}

/** The keys of all objects, again and again: for what changes outside the API, where no watch sees it. */
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
