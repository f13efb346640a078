import {
  type Controller,
  type ControllerContext,
  type ControllerModule,
  createReconcilerController,
  type ReconcileResult,
  type Reconciler,
} from '@kubemin/controller';
import { deepEqual } from '@kubemin/kubeapi';
import { batch } from '@kubemin/kubeapi/resources';
import type { Job } from '@kubemin/kubeapi/types/batch.v1';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { advanceStatus, OwnedPods, type PodWriter, requeueAtEarliest, slowStart } from '../../pod-owner/index.ts';
import { jobEnd } from './job-end.ts';
import { type JobPlan, planJob } from './job-plan.ts';
import { isTracked, jobPod, TRACKING_FINALIZER } from './job-pod.ts';
import { releasePod } from './pod-release.ts';

const CONTROLLER_NAME = 'kubernetes.io/job-controller';

/** Runs the pods of each Job until enough have succeeded. */
export const jobController: ControllerModule = {
  name: 'job-controller',
  setup(context): Controller {
    const pods = new OwnedPods({
      context,
      type: batch.v1.jobs,
      getSelector: ({ spec }) => spec?.selector,
      finalizer: TRACKING_FINALIZER,
    });
    const reconciler = new JobReconciler(context, pods);
    return createReconcilerController({ context, reconciler, sources: pods.sources(), workers: 8 });
  },
};

class JobReconciler implements Reconciler {
  readonly #context: ControllerContext;
  readonly #pods: OwnedPods<Job>;
  readonly #writer: PodWriter;

  constructor(context: ControllerContext, pods: OwnedPods<Job>) {
    this.#context = context;
    this.#pods = pods;
    this.#writer = pods.writer();
  }

  async reconcile(key: string): Promise<ReconcileResult | undefined> {
    const job = this.#pods.owners.get(key);
    if (job === undefined) this.#writer.forget(key);
    if (job?.spec === undefined || (job.spec.managedBy ?? CONTROLLER_NAME) !== CONTROLLER_NAME) return undefined;
    const { client, clock, events } = this.#context;
    const settled = this.#writer.settled(key);
    const pods = await (jobEnd(job) === undefined ? this.#pods.settle(job) : this.#pods.of(job));
    const plan = planJob({ job, pods, settled, now: clock.now() });
    // Before anything else: from here on these pods are counted, whatever happens to this program.
    const isAdvanced = await advanceStatus(client, batch.v1.jobs, job, plan.status);
    if (isAdvanced) for (const event of plan.events) events.record(job, event);
    const isCurrent = isAdvanced || plan.create.length === 0 || (await this.#isCurrent(job));
    await this.#act(key, job, isCurrent ? plan : { ...plan, create: [] });
    return requeueAtEarliest(plan.wakeAfterMs, this.#writer.timeToExpiryMs(key));
  }

  /**
   * Whether the Job is still as it was read. Pods that were counted and released look as if they had never existed to a
   * reader without the status that counts them, which would create a surplus pod. Not needed right after a write.
   */
  async #isCurrent({ metadata, status }: Job): Promise<boolean> {
    const live = await this.#context.client.resource(batch.v1.jobs, metadata.namespace).find(metadata.name ?? '');
    return live?.metadata.uid === metadata.uid && deepEqual(live?.status, status);
  }

  async #act(key: string, job: Job, plan: JobPlan): Promise<void> {
    const { client } = this.#context;
    const done = await Promise.allSettled([
      ...plan.release.map((pod) => releasePod(client, pod)),
      ...plan.remove.map((pod) => this.#writer.remove(key, job, pod)),
      ...plan.discard.map((pod) => this.#discard(key, job, pod)),
    ]);
    const created = await slowStart(plan.create.length, (index) =>
      this.#writer.create(key, job, jobPod(job, plan.create[index] ?? {})),
    );
    const failed = done.find((result) => result.status === 'rejected');
    const error = created.error ?? failed?.reason;
    if (error !== undefined) throw error;
  }

  /** Removes the finalizer first, so that the end of this pod does not count as a failure. */
  async #discard(key: string, job: Job, pod: Pod): Promise<void> {
    if (isTracked(pod)) await releasePod(this.#context.client, pod);
    await this.#writer.remove(key, job, pod);
  }
}
