import type { KubeObject } from '@kubemin/kubeapi';
import { type Delivery, deliver } from '../delivery/deliver.ts';
import type { JobContext, JobType } from '../job-type.ts';
import type { JobPriority } from '../plan/plan.ts';

/** A job type that delivers objects of one kind and may then wait for something. */
export interface ObjectJobOptions extends Pick<JobType, 'timeoutMs' | 'prune'> {
  readonly name: string;
  readonly kind: string;
  readonly priority: JobPriority;
  /**
   * Waits until the delivered object is ready and says how it ended; without it, being delivered is enough. `done` says
   * what delivery did.
   */
  readonly untilReady?: (context: JobContext, delivered: KubeObject, done: string) => Promise<string>;
}

/** Makes a job type for a kind of Kubernetes object; enough for most custom kinds too. */
export function objectJob({ name, kind, priority, timeoutMs, prune, untilReady }: ObjectJobOptions): JobType {
  return {
    name,
    kinds: [kind],
    priority,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(prune === undefined ? {} : { prune }),
    run: async (context) => {
      const { change, object } = await deliver(context, context.rendered);
      const done = DONE[change];
      return untilReady === undefined ? done : untilReady(context, object, done);
    },
  };
}

const DONE: Readonly<Record<Delivery['change'], string>> = {
  created: 'created',
  updated: 'updated',
  replaced: 'deleted and made anew',
  unchanged: 'unchanged',
  kept: 'exists, kept as it is',
  yielded: 'the name is taken by an object of somebody else, which is left alone',
};
