import type { Clock } from '@kubemin/base';
import type { Job } from '../job.ts';
import type { JobOwner } from '../store/job-owner.ts';
import { endedJob, type JobEnding } from '../store/job-transition.ts';
import { pairRows } from '../store/plan-rows.ts';
import type { Task } from '../task.ts';
import type { RunStores } from './retrying-stores.ts';

type Tasks = RunStores['tasks'];
type Jobs = RunStores['jobs'];
type Launch = Parameters<Tasks['launch']>;

/**
 * What one run has to store and has not yet: its beginning goes with the start of its first job, and the end of a job with
 * what follows it, the next start or the run's own end. A step's hand-over is one write that way, and nothing is ever
 * half stored. What nothing follows at once is stored alone.
 *
 * An end that is refused (the task was cancelled, or taken over) is not noticed at once but with the next write, which is
 * refused for the same reason.
 */
export class WriteBatcher {
  readonly #stores: Pick<RunStores, 'tasks' | 'jobs'>;
  readonly #clock: Clock;
  /** A task that has jobs in the database begins otherwise. */
  readonly #isNew: boolean;
  readonly #running = new Map<string, Job>();
  #launch: Launch | undefined;
  #ended: { readonly owner: JobOwner; readonly ending: JobEnding } | undefined;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(stores: Pick<RunStores, 'tasks' | 'jobs'>, clock: Clock, task: Task) {
    this.#stores = stores;
    this.#clock = clock;
    this.#isNew = task.startedAt === undefined && task.retryOf === undefined;
  }

  /** The same stores, by way of the ledger. */
  stores(): Pick<RunStores, 'tasks' | 'jobs'> {
    const { tasks, jobs } = this.#stores;
    return {
      tasks: {
        ...tasks,
        begin: (...args) => this.#begin(...args),
        extend: (...args) => this.#after(() => tasks.extend(...args)),
        finish: (...args) => this.#finish(...args),
        holds: (...args) => this.#after(() => tasks.holds(...args)),
      },
      jobs: {
        ...jobs,
        start: (...args) => this.#start(...args),
        retry: (...args) => this.#retry(...args),
        end: (...args) => this.#end(...args),
        skip: (...args) => this.#after(() => jobs.skip(...args)),
        report: (...args) => this.#after(() => jobs.report(...args)),
        ask: (...args) => this.#after(() => jobs.ask(...args)),
      },
    };
  }

  /** Resolves once everything is stored, or could not be. A task that is released afterwards is released as it is stored. */
  async settled(): Promise<void> {
    this.#storeEnded();
    await Promise.allSettled([this.#writing]);
  }

  async #begin(...[claim, jobs, delivers]: Parameters<Tasks['begin']>): ReturnType<Tasks['begin']> {
    const { tasks } = this.#stores;
    if (!this.#isNew) return tasks.begin(claim, jobs, delivers);
    const rows = tasks.newJobRows(claim.taskId, jobs);
    this.#launch = [claim, { ...delivers, rows }];
    return pairRows(jobs, rows);
  }

  async #start(...[owner, jobId]: Parameters<Jobs['start']>): ReturnType<Jobs['start']> {
    const job = await (this.#launch === undefined ? this.#startNext(owner, jobId) : this.#startFirst(jobId));
    if (job !== undefined) this.#running.set(jobId, job);
    return job;
  }

  async #startFirst(jobId: string): Promise<Job | undefined> {
    const jobs = await this.#storeLaunch(jobId);
    return jobs?.find(({ id }) => id === jobId);
  }

  async #startNext(owner: JobOwner, jobId: string): Promise<Job | undefined> {
    const ended = this.#takeEnded();
    // Others that start meanwhile do not wait for this one: they share its commit where the database can do that.
    await this.#writing;
    return this.#stores.jobs.start(owner, jobId, ended?.ending);
  }

  async #retry(...[owner, jobId]: Parameters<Jobs['retry']>): ReturnType<Jobs['retry']> {
    const job = await this.#after(() => this.#stores.jobs.retry(owner, jobId));
    if (job !== undefined) this.#running.set(jobId, job);
    return job;
  }

  async #end(...[owner, jobId, outcome]: Parameters<Jobs['end']>): ReturnType<Jobs['end']> {
    const job = this.#running.get(jobId);
    if (job === undefined) return this.#after(() => this.#stores.jobs.end(owner, jobId, outcome));
    this.#running.delete(jobId);
    this.#store();
    const ending = { jobId, outcome, time: this.#clock.now() };
    this.#ended = { owner, ending };
    // Whatever follows at once has come by then.
    setImmediate(() => this.#store());
    return endedJob(job, ending);
  }

  async #finish(...[claim, outcome]: Parameters<Tasks['finish']>): ReturnType<Tasks['finish']> {
    const ended = this.#takeEnded();
    this.#store();
    await this.#writing;
    return this.#stores.tasks.finish(claim, outcome, ended?.ending);
  }

  /** Does what has to find everything stored. */
  async #after<T>(work: () => Promise<T>): Promise<T> {
    this.#store();
    await this.#writing;
    return work();
  }

  /** Stores what no other write has taken along. */
  #store(): void {
    if (this.#launch !== undefined) void this.#storeLaunch().catch(() => undefined);
    this.#storeEnded();
  }

  #storeEnded(): void {
    const ended = this.#takeEnded();
    if (ended === undefined) return;
    const { jobId, outcome, time } = ended.ending;
    void this.#write(this.#stores.jobs.end(ended.owner, jobId, outcome, time));
  }

  async #storeLaunch(startedId?: string): Promise<readonly Job[] | undefined> {
    const launch = this.#launch;
    this.#launch = undefined;
    return launch && this.#write(this.#stores.tasks.launch(launch[0], launch[1], startedId));
  }

  /** What comes next waits for it, and fails where it failed. */
  #write<T>(write: Promise<T>): Promise<T> {
    this.#writing = Promise.all([this.#writing, write]).then(() => undefined);
    this.#writing.catch(() => undefined);
    return write;
  }

  #takeEnded() {
    const ended = this.#ended;
    this.#ended = undefined;
    return ended;
  }
}
