import { backoffDelay, type Clock, type Logger, type Random, RetryableError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import {
  type Claimant,
  type ClaimStore,
  type DecisionEntry,
  type DeliveredTask,
  type Delivers,
  endedJob,
  type JobEnding,
  type JobOutcome,
  type JobOwner,
  type JobStore,
  type PlanRow,
  pairRows,
  type RefusedClaim,
  type TaskOutcome,
  type TaskStore,
} from '../store/index.ts';
import type {
  ClaimedNames,
  DeliveryCluster,
  DeliveryClusters,
  Job,
  JobLog,
  JobRow,
  PlannedJob,
  Task,
} from '../task/index.ts';
import type { JobLogStore } from './job-log-store.ts';
import { retryWithPauses } from './retry-with-pauses.ts';
import type { Redaction } from './storable-text.ts';

/** The stores that runs of an engine share. */
export interface EngineStores {
  readonly tasks: TaskStore;
  readonly jobs: JobStore;
  readonly logs: Pick<JobLogStore, 'store'>;
  readonly claims: Pick<ClaimStore, 'take' | 'check'>;
  /** Clusters are registered in the database too; whether one is reachable is found out by the jobs. */
  readonly clusters: Pick<DeliveryClusters, 'get'>;
}

/** What the store of a run needs beside the stores of its engine. */
export interface RunStoreOptions extends EngineStores {
  readonly executorId: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly redaction: Redaction;
  /** Aborts when another executor may hold the task: nothing is retried after that. */
  readonly signal: AbortSignal;
}

interface Launch extends Delivers {
  readonly rows: readonly JobRow[];
}

const PAUSES = { minMs: 50, maxMs: 1_000 };

/**
 * Everything that one run reads from and stores in the database, bound to its claim. A write passes four stages:
 *
 * 1. Redaction: messages, outputs and logs are stored without the secret values of the run's documents.
 * 2. Batching: the beginning of the run is stored with the start of its first job, and the end of a job with the next
 *    write (the next start, or the end of the run), so that a transition between jobs is one write and never half
 *    stored. An end that no write follows at once is stored alone. An end that is refused (the task was cancelled or taken
 *    over) is noticed with the next write, which is refused for the same reason.
 * 3. Retry: while the database is unavailable, calls are retried until `signal` aborts; an unavailable database does not
 *    fail the job that needed it. A change that had been stored although its response was lost is refused on retry, as if
 *    the task had been taken over: the run is interrupted, and resumed from what is stored.
 * 4. The store, which refuses changes of an executor that does not hold the task.
 */
export class RunStore {
  readonly #options: RunStoreOptions;
  readonly #task: Task;
  readonly #owner: JobOwner;
  /** A task that has jobs in the database is begun with one write of its own. */
  readonly #isNew: boolean;
  readonly #running = new Map<string, Job>();
  #launch: Launch | undefined;
  #ended: JobEnding | undefined;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(options: RunStoreOptions, task: Task) {
    this.#options = options;
    this.#task = task;
    this.#owner = { taskId: task.id, executorId: options.executorId };
    this.#isNew = task.startedAt === undefined && task.retryOf === undefined;
  }

  /** queued → running, with the jobs of the plan; undefined when the claim was lost. */
  async begin(jobs: readonly PlannedJob[], delivers: Delivers = {}): Promise<readonly PlanRow[] | undefined> {
    const { tasks } = this.#options;
    if (!this.#isNew) return this.#retry(() => tasks.begin(this.#owner, jobs, delivers));
    const rows = tasks.newJobRows(this.#task.id, jobs);
    this.#launch = { ...delivers, rows };
    return pairRows(jobs, rows);
  }

  /** Adds jobs to the running task; undefined when the claim was lost. */
  extend(jobs: readonly PlannedJob[]): Promise<readonly PlanRow[] | undefined> {
    return this.#afterWrites(() => this.#options.tasks.extend(this.#owner, jobs));
  }

  /** running → an end; undefined when the task was cancelled or taken over. */
  async finish(outcome: TaskOutcome): Promise<Task | undefined> {
    const { tasks, redaction } = this.#options;
    const redacted = 'error' in outcome ? { ...outcome, error: redaction.redactMessage(outcome.error) } : outcome;
    const ended = this.#takeEnded();
    this.#flush();
    await this.#writing;
    return this.#retry(() => tasks.finish(this.#owner, redacted, ended));
  }

  /** Whether the task runs, this executor holds it and no cancel is requested: asked right before each write to the cluster. */
  holdsTask(): Promise<boolean> {
    return this.#afterWrites(() => this.#options.tasks.holds(this.#owner));
  }

  /** queued → running; undefined when the claim was lost. */
  async startJob(jobId: string): Promise<Job | undefined> {
    const job = await (this.#launch === undefined ? this.#startNext(jobId) : this.#startFirst(jobId));
    if (job !== undefined) this.#running.set(jobId, job);
    return job;
  }

  /** Counts one more attempt; undefined when the claim was lost. */
  async retryJob(jobId: string): Promise<Job | undefined> {
    const job = await this.#afterWrites(() => this.#options.jobs.retry(this.#owner, jobId));
    if (job !== undefined) this.#running.set(jobId, job);
    return job;
  }

  /** running → an end, which may be stored with the next write; returns the job as it is then. */
  async endJob(jobId: string, outcome: JobOutcome): Promise<Job | undefined> {
    const { jobs, clock, redaction } = this.#options;
    const redacted = redaction.redactOutcome(outcome);
    const job = this.#running.get(jobId);
    if (job === undefined) return this.#afterWrites(() => jobs.end(this.#owner, jobId, redacted));
    this.#running.delete(jobId);
    this.#flush();
    const ended = { jobId, outcome: redacted, time: clock.now() };
    this.#ended = ended;
    // A write that follows at once has been requested by then.
    setImmediate(() => this.#flush());
    return endedJob(job, ended);
  }

  /** queued → skipped; undefined when the claim was lost. */
  skipJob(jobId: string, message: Message): Promise<Job | undefined> {
    const redacted = this.#options.redaction.redactMessage(message);
    return this.#afterWrites(() => this.#options.jobs.skip(this.#owner, jobId, redacted));
  }

  /** Stores what a job is doing; false when it does not run any more, or not for this executor. */
  reportJob(jobId: string, message: Message): Promise<boolean> {
    const redacted = this.#options.redaction.redactMessage(message);
    return this.#afterWrites(() => this.#options.jobs.report(this.#owner, jobId, redacted));
  }

  /** Stores what a job asks a user to decide; false when it does not run any more, or not for this executor. */
  askDecision(jobId: string, question: Message): Promise<boolean> {
    const redacted = this.#options.redaction.redactMessage(question);
    return this.#afterWrites(() => this.#options.jobs.ask(this.#owner, jobId, redacted));
  }

  /** Decides a job's question, once; undefined when a decision is stored already. */
  decide(job: Pick<Job, 'id' | 'taskId'>, decision: DecisionEntry): Promise<Job | undefined> {
    return this.#retry(() => this.#options.jobs.decide(job, decision));
  }

  /** Stores a job's log, in place of what was stored before. Not retried: a log is not worth holding up its job. */
  storeLog(jobId: string, log: JobLog): Promise<boolean> {
    const { logs, redaction } = this.#options;
    return logs.store(this.#owner, jobId, redaction.redactLog(log));
  }

  findJob(jobId: string): Promise<Job | undefined> {
    return this.#retry(() => this.#options.jobs.job(jobId));
  }

  /** The task's jobs in the order of its plan. */
  listJobs(): Promise<readonly Job[]> {
    return this.#retry(() => this.#options.jobs.list(this.#task.id));
  }

  /** The task as it is stored now. */
  readTask(): Promise<Task | undefined> {
    return this.#retry(() => this.#options.tasks.task(this.#task.id));
  }

  /** The task of the application that was submitted right before this one; undefined for the first. */
  previousTask(): Promise<Task | undefined> {
    return this.#retry(() => this.#options.tasks.previousTask(this.#task));
  }

  /** What the newest run of an application that completed, other than this one, has delivered. */
  lastCompleted(appId: string): Promise<DeliveredTask | undefined> {
    return this.#retry(() => this.#options.tasks.lastCompleted({ id: this.#task.id, appId }));
  }

  /** Whether a run of the application has ever begun. */
  hasEverBegun(): Promise<boolean> {
    return this.#retry(() => this.#options.tasks.hasEverBegun(this.#task.appId));
  }

  /** Claims names for the run; returns those that another application has. */
  claimNames(by: Claimant, names: ClaimedNames): Promise<readonly RefusedClaim[]> {
    return this.#retry(() => this.#options.claims.take(by, names));
  }

  getCluster(name: string | undefined): Promise<DeliveryCluster> {
    return this.#retry(() => this.#options.clusters.get(name));
  }

  /** Resolves once every write has ended, stored or not: a task that is released afterwards is released as it is stored. */
  async settle(): Promise<void> {
    this.#flushEnded();
    await Promise.allSettled([this.#writing]);
  }

  async #startFirst(jobId: string): Promise<Job | undefined> {
    const jobs = await this.#storeLaunch(jobId);
    return jobs?.find(({ id }) => id === jobId);
  }

  async #startNext(jobId: string): Promise<Job | undefined> {
    const ended = this.#takeEnded();
    // Others that start meanwhile do not wait for this one: they share its commit where the database can do that.
    await this.#writing;
    return this.#retry(() => this.#options.jobs.start(this.#owner, jobId, ended));
  }

  /** Makes a call that has to find everything stored. */
  async #afterWrites<T>(call: () => Promise<T>): Promise<T> {
    this.#flush();
    await this.#writing;
    return this.#retry(call);
  }

  /** Starts to store what no other write has taken along. */
  #flush(): void {
    if (this.#launch !== undefined) void this.#storeLaunch().catch(() => undefined);
    this.#flushEnded();
  }

  #flushEnded(): void {
    const ended = this.#takeEnded();
    if (ended === undefined) return;
    const { jobId, outcome, time } = ended;
    void this.#write(() => this.#options.jobs.end(this.#owner, jobId, outcome, time));
  }

  async #storeLaunch(startedId?: string): Promise<readonly Job[] | undefined> {
    const launch = this.#launch;
    this.#launch = undefined;
    return launch && this.#write(() => this.#options.tasks.launch(this.#owner, launch, startedId));
  }

  /** Writes that come next wait for this one, and fail if it fails. */
  #write<T>(call: () => Promise<T>): Promise<T> {
    const write = this.#retry(call);
    this.#writing = Promise.all([this.#writing, write]).then(() => undefined);
    this.#writing.catch(() => undefined);
    return write;
  }

  #takeEnded(): JobEnding | undefined {
    const ended = this.#ended;
    this.#ended = undefined;
    return ended;
  }

  #retry<T>(call: () => Promise<T>): Promise<T> {
    const { clock, random, logger, signal } = this.#options;
    const pause = (error: unknown, retry: number): number | undefined =>
      error instanceof RetryableError ? backoffDelay(PAUSES, retry, random) : undefined;
    const onRetry = (error: unknown): void => logger.warn('database unavailable; retrying', { error });
    return retryWithPauses({ clock, signal, pause, onRetry }, call);
  }
}
