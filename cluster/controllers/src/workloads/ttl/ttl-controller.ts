import {
  type Controller,
  type ControllerContext,
  type ControllerModule,
  createReconcilerController,
  enqueueMappedKeys,
  type ReconcileResult,
  type Reconciler,
} from '@kubemin/controller';
import type { Informer } from '@kubemin/kube';
import { isStatusError } from '@kubemin/kubeapi';
import { batch } from '@kubemin/kubeapi/resources';
import type { Job } from '@kubemin/kubeapi/types/batch.v1';
import { jobEnd } from '../job/job-end.ts';

/** Deletes Jobs, with their pods, some time after they have ended. */
export const ttlAfterFinishedController: ControllerModule = {
  name: 'ttl-after-finished-controller',
  setup(context): Controller {
    const jobs = context.informers.informer(batch.v1.jobs);
    const reconciler = new TtlReconciler(context, jobs);
    const ended = enqueueMappedKeys(jobs, ({ type, key, object }) =>
      type !== 'deleted' && expiresAt(object) !== undefined ? [key] : [],
    );
    return createReconcilerController({ context, reconciler, sources: [ended] });
  },
};

class TtlReconciler implements Reconciler {
  readonly #context: ControllerContext;
  readonly #jobs: Informer<Job>;

  constructor(context: ControllerContext, jobs: Informer<Job>) {
    this.#context = context;
    this.#jobs = jobs;
  }

  async reconcile(key: string): Promise<ReconcileResult | undefined> {
    const job = this.#jobs.get(key);
    if (job === undefined) return undefined;
    const wait = this.#wait(job);
    if (wait === undefined || wait > 0) return wait === undefined ? undefined : { requeueAfterMs: wait };
    // Read from the API: its TTL may just have been extended.
    const jobs = this.#context.client.resource(batch.v1.jobs, job.metadata.namespace);
    const live = await jobs.find(job.metadata.name ?? '');
    if (live === undefined || (this.#wait(live) ?? 1) > 0) return undefined;
    const { name = '', uid, resourceVersion } = live.metadata;
    try {
      await jobs.delete(name, { preconditions: { uid, resourceVersion }, propagationPolicy: 'Foreground' });
    } catch (error) {
      if (!isStatusError(error, 'NotFound')) throw error;
    }
    return undefined;
  }

  #wait(job: Job): number | undefined {
    const at = expiresAt(job);
    return at === undefined ? undefined : at - this.#context.clock.now();
  }
}

/** When an ended Job is to be deleted, in ms since the epoch; undefined for one that stays, or is at work, or is going. */
export function expiresAt(job: Job): number | undefined {
  const ttl = job.spec?.ttlSecondsAfterFinished;
  const end = jobEnd(job);
  if (ttl === undefined || end === undefined || job.metadata.deletionTimestamp !== undefined) return undefined;
  return end.atMs + ttl * 1_000;
}
