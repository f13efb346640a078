import { toError } from '@kubemin/base';
import {
  type Controller,
  type ControllerContext,
  type ControllerModule,
  createReconcilerController,
  enqueueChangedObjects,
  enqueueOwners,
  isControlledBy,
  type ReconcileResult,
  type Reconciler,
} from '@kubemin/controller';
import type { Informer } from '@kubemin/kube';
import { isStatusError, timestamp } from '@kubemin/kubeapi';
import { batch } from '@kubemin/kubeapi/resources';
import type { CronJob, CronJobStatus, Job } from '@kubemin/kubeapi/types/batch.v1';
import { ChildIndex, writeStatus } from '../../pod-owner/index.ts';
import { activeReference, cronJobRun } from './cron-job-run.ts';
import { type CronStart, planCronJob } from './cronjob-plan.ts';

const CRON_JOB = { apiVersion: 'batch/v1', kind: 'CronJob' } as const;

/** Starts the Job of each CronJob when its time has come. */
export const cronJobController: ControllerModule = {
  name: 'cronjob-controller',
  setup(context): Controller {
    const cronJobs = context.informers.informer(batch.v1.cronjobs);
    const jobs = context.informers.informer(batch.v1.jobs);
    const reconciler = new CronJobReconciler(context, cronJobs, jobs);
    return createReconcilerController({
      context,
      reconciler,
      sources: [enqueueChangedObjects(cronJobs), enqueueOwners(jobs, CRON_JOB)],
    });
  },
};

class CronJobReconciler implements Reconciler {
  readonly #context: ControllerContext;
  readonly #cronJobs: Informer<CronJob>;
  readonly #children: ChildIndex<Job>;

  constructor(context: ControllerContext, cronJobs: Informer<CronJob>, jobs: Informer<Job>) {
    this.#context = context;
    this.#cronJobs = cronJobs;
    this.#children = new ChildIndex(jobs);
  }

  async reconcile(key: string): Promise<ReconcileResult | undefined> {
    const cronJob = this.#cronJobs.get(key);
    if (cronJob?.spec === undefined) return undefined;
    const { client, clock, events } = this.#context;
    const plan = planCronJob({ cronJob, jobs: await this.#jobs(cronJob), now: clock.now() });
    for (const event of plan.events) events.record(cronJob, event);
    for (const job of plan.remove) await this.#remove(cronJob, job);
    const next = plan.wakeAfterMs === undefined ? {} : { requeueAfterMs: Math.max(1, plan.wakeAfterMs) };
    let started: CronJobStatus;
    try {
      started = plan.start === undefined ? {} : await this.#start(cronJob, plan.start, plan.status);
    } catch (error) {
      // Each time that comes is a new run: however often others were refused, it is tried.
      return { ...next, failure: toError(error) };
    }
    await writeStatus(client, batch.v1.cronjobs, cronJob, { ...plan.status, ...started });
    return next;
  }

  /** What the cache has, and what it does not show yet of the Jobs that were started. */
  async #jobs(cronJob: CronJob): Promise<readonly Job[]> {
    const jobs = this.#children.children(cronJob);
    const known = new Set(jobs.map(({ metadata }) => metadata.uid));
    const unseen = (cronJob.status?.active ?? []).filter(({ uid }) => !known.has(uid));
    const resource = this.#context.client.resource(batch.v1.jobs, cronJob.metadata.namespace);
    const found = await Promise.all(unseen.map(({ name = '' }) => resource.find(name)));
    const ours = found.filter((job) => job !== undefined).filter((job) => isControlledBy(job, cronJob));
    return [...jobs, ...ours];
  }

  async #start(cronJob: CronJob, start: CronStart, known: CronJobStatus): Promise<CronJobStatus> {
    const { client, events } = this.#context;
    const live = await client.resource(batch.v1.cronjobs, cronJob.metadata.namespace).find(cronJob.metadata.name ?? '');
    // A cache that is behind would start again what was started, has ended and is already cleaned away.
    const last = Date.parse(live?.status?.lastScheduleTime ?? '') || 0;
    if (live?.metadata.uid !== cronJob.metadata.uid || last >= start.scheduledMs) return {};
    for (const job of start.replaces) await this.#remove(cronJob, job);
    const replaced = new Set(start.replaces.map(({ metadata }) => metadata.uid));
    const job = await this.#create(cronJob, cronJobRun(cronJob, start.scheduledMs, start.zone));
    if (job === undefined) return {};
    events.record(cronJob, {
      type: 'Normal',
      reason: 'SuccessfulCreate',
      message: `Created job ${job.metadata.name}`,
    });
    const others = (known.active ?? []).filter(({ uid }) => !replaced.has(uid));
    return { active: [...others, activeReference(job)], lastScheduleTime: timestamp(start.scheduledMs) };
  }

  /** The Job; undefined when it was there already, by an attempt whose end was not written down. */
  async #create(cronJob: CronJob, job: Job): Promise<Job | undefined> {
    const { client, events } = this.#context;
    const jobs = client.resource(batch.v1.jobs, cronJob.metadata.namespace);
    try {
      return await jobs.create(job);
    } catch (error) {
      if (isStatusError(error, 'AlreadyExists')) {
        const taken = await jobs.find(job.metadata.name ?? '');
        if (taken !== undefined && isControlledBy(taken, cronJob)) return undefined;
      }
      const message = `Error creating job: ${toError(error).message}`;
      events.record(cronJob, { type: 'Warning', reason: 'FailedCreate', message });
      throw error;
    }
  }

  async #remove(cronJob: CronJob, { metadata }: Job): Promise<void> {
    const { client, events } = this.#context;
    const { name = '', uid } = metadata;
    const jobs = client.resource(batch.v1.jobs, cronJob.metadata.namespace);
    try {
      await jobs.delete(name, { preconditions: { uid }, propagationPolicy: 'Background' });
      events.record(cronJob, { type: 'Normal', reason: 'SuccessfulDelete', message: `Deleted job ${name}` });
    } catch (error) {
      if (!isStatusError(error, 'NotFound')) throw error;
    }
  }
}
