import { type Clock, clearVault, orderedId, type Random, TerminalError, WakeSignal } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { StatusError } from '@kubemin/kubeapi';
import { type AnyDocument, DEFAULT_CLUSTER } from '@kubemin/model';
import { type DocumentRenderer, RenderError, type RenderedObject } from '@kubemin/render';
import type { SqlDatabase } from '@kubemin/sql';
import type { EngineOptions } from './engine-options.ts';
import { requestMessages, runMessages } from './messages/index.ts';
import { JobTypeRegistry, operationProblems, StepTypeRegistry } from './plan/index.ts';
import { isUnreachable, type Preview, previewRun } from './preview/index.ts';
import {
  CallbackSender,
  Cancellation,
  combineObservers,
  type EngineDependencies,
  type EngineStatus,
  EventHub,
  followEvents,
  Instance,
  JobLogStore,
  type MessageQueueStats,
  plannedTimeLimit,
  Retention,
  runJournal,
} from './run/index.ts';
import { PodSweep } from './sandbox/index.ts';
import {
  builtinJobTypes,
  builtinStepTypes,
  prune,
  releaseShare,
  removeCreated,
  restart,
  restore,
  scale,
} from './steps/index.ts';
import {
  CallbackRows,
  CancelRequests,
  ClaimStore,
  ENGINE_MIGRATIONS,
  EventJournal,
  EventLog,
  JobStore,
  RunArchive,
  RunFigures,
  TaskStore,
} from './store/index.ts';
import {
  type CallbackState,
  checkUse,
  DEFAULT_ENGINE_SETTINGS,
  DEPLOY_OPERATION,
  type Decision,
  DeliveryClusters,
  type EngineObserver,
  type EngineSettings,
  type EngineTables,
  findJobsByName,
  type GuardedUse,
  guardedFetcher,
  isTaskFinished,
  type Job,
  type JobLog,
  type JobType,
  jobNames,
  type MessageOrText,
  needsCluster,
  noOtherClusters,
  noPrograms,
  type OperationProblem,
  type PlannedJob,
  type RefusedUse,
  type RunEvent,
  type RunJournal,
  type RunRequest,
  refusedWithoutCluster,
  renderedUses,
  retryRefusal,
  ShareStore,
  type Task,
  type TaskFilter,
  type TaskPage,
  taskFinished,
  taskNotFound,
  toMessage,
  useKey,
} from './task/index.ts';

/** Runs workflows durably: what is submitted survives crashes, runs in order per application, and ends exactly once. */
export interface Engine {
  /** Takes over abandoned work and begins to execute. Not needed to submit or look. Rejects with everything stopped. */
  start(): Promise<void>;
  /** Hands running tasks back and stops. The database stays open. */
  stop(): Promise<void>;
  /** What stands against an operation on an application as this document is; empty when nothing does. */
  problems(run: Omit<RunRequest, 'appName' | 'namespace' | 'revision'>): readonly OperationProblem[];
  /** The objects a document comes to. Throws RenderError. */
  render(run: Pick<RunRequest, 'appId' | 'document' | 'componentIds'>): readonly RenderedObject[];
  /** Which kind of gateway routes are for in a cluster, and why; undefined where that does not depend on clusters. */
  gateway(cluster: string): Promise<Message | undefined>;
  /** What belongs to others, or may, that a document uses; empty for one that cannot be rendered. */
  uses(document: AnyDocument): readonly GuardedUse[];
  /**
   * Which of the uses an application needs a permission for, by what its cluster holds now. Nothing is refused when the
   * cluster does not respond within the time limit: delivery checks again.
   */
  refusedUses(request: UseRequest): Promise<readonly RefusedUse[]>;
  /** Namespaces that only administrators deliver to; a name that ends in `*` means all that begin like it. */
  readonly closedNamespaces: readonly string[];
  /**
   * What a run of the request would do, tried out against the cluster: nothing is written or stored. When the cluster
   * does not respond within the time limit, the preview has only what is known without it. Throws the errors that would prevent the run.
   */
  preview(run: RunRequest): Promise<Preview>;
  /** Stores a waiting task and returns at once. */
  submit(run: RunRequest): Promise<Task>;
  /** How far the callback of a task is; undefined for a task without one. */
  callback(taskId: string): Promise<CallbackState | undefined>;
  /** Notifies of the end of each attempt of this instance to deliver a callback, until the returned function is called. */
  onCallback(listener: (state: CallbackState) => void): () => void;
  /** Throws TerminalError TASK_FINISHED when the task has ended, TASK_NOT_FOUND when there is none. */
  cancel(taskId: string, by?: { readonly user?: string; readonly reason?: MessageOrText }): Promise<Task>;
  /**
   * Decides what a job of the task asks; `jobId` is its id or its name. Without it, the only open question. Throws TerminalError
   * TASK_NOT_FOUND, TASK_FINISHED, or NOTHING_TO_DECIDE when nothing (or more than one thing) is open.
   */
  decide(taskId: string, decision: DecisionRequest): Promise<Job>;
  /**
   * Takes up an ended task again, as a new one of the same document: jobs that had succeeded are kept, the others run.
   * With `jobId`, an id or a name, that job alone runs. With `id`, asked again it gives the same task. Throws TerminalError TASK_NOT_FOUND, TASK_NOT_FINISHED, TASK_SUPERSEDED when the
   * application has had another run since, NOTHING_TO_RETRY.
   */
  retry(
    taskId: string,
    options?: { readonly jobId?: string; readonly user?: string; readonly source?: string; readonly id?: string },
  ): Promise<Task>;
  /** How this engine stands among those that share its database: for health pages. */
  status(): EngineStatus;
  /** How full the message queue is. Rejects while it is away. */
  queueStats(): Promise<MessageQueueStats>;
  /** Names this engine among those that share its database; another one after each start. */
  readonly id: string;
  /** Whether the engine of this id is known to live, by its heartbeat in the database. */
  lives(id: string): Promise<boolean>;
  /** Figures about all runs in the database; the same for every engine that shares it. */
  readonly figures: RunFigures;
  task(taskId: string): Promise<Task | undefined>;
  /** The id of the task with a number; undefined when there is none. */
  findTaskId(number: number): Promise<string | undefined>;
  /** Newest first. */
  tasks(filter?: TaskFilter & { readonly limit?: number }): Promise<readonly Task[]>;
  /** The same, and where the next page goes on. */
  taskPage(filter: TaskFilter & { readonly limit: number }): Promise<TaskPage>;
  /** What the program of a job has written; undefined when it has none, or none was kept. */
  log(jobId: string): Promise<JobLog | undefined>;
  /** In the order of the plan; empty until the task has been planned. */
  jobs(taskId: string): Promise<readonly Job[]>;
  /** Stored events after a sequence, then live ones unless `storedOnly`; ends after the event that ends the task. */
  events(taskId: string, options?: EventsOptions): AsyncIterable<RunEvent>;
  /** The events of all runs. */
  readonly journal: RunJournal;
}

/** Which events of a task are read. */
export interface EventsOptions {
  /** @default from the first */
  readonly after?: number;
  /** Ends after the events that are stored. @default follows the task to its end */
  readonly storedOnly?: boolean;
  readonly signal?: AbortSignal;
}

/** Uses to be judged. */
export interface UseRequest {
  /** Undefined for an application that is not stored yet. */
  readonly appId: string | undefined;
  readonly project: string;
  /** @default the default one */
  readonly cluster?: string | undefined;
  readonly uses: readonly GuardedUse[];
}

/** A user's decision about a job that asks for one. */
export interface DecisionRequest extends Pick<Decision, 'verdict' | 'values'> {
  readonly jobId?: string;
  /** @default 'system' */
  readonly user?: string;
  readonly comment?: string;
}

const TASKS_LIMIT = 100;
/** Shorter than what proxies and clients commonly grant a request. */
const PREVIEW_LIMIT_MS = 20_000;
/** A save does not wait longer for a cluster that is silent. */
const LOOK_LIMIT_MS = 3_000;
/** Stands for the id of an application that is not stored; the names of others' objects do not depend on it. */
const NO_APP_ID = '0'.repeat(24);
/** What the engine itself plans, whatever kinds there are to deliver. */
const ENGINE_JOB_TYPES: readonly JobType[] = [prune, removeCreated, restore, scale, restart, releaseShare];

/** Brings the engine's tables up to date and makes an engine that does not execute until started. */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const database = await options.database.withTables<EngineTables>('engine', ENGINE_MIGRATIONS);
  return new SqlEngine(options, database);
}

class SqlEngine implements Engine {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #settings: EngineSettings;
  readonly #renderer: DocumentRenderer;
  readonly figures: RunFigures;
  readonly #hub: EventHub;
  readonly #log: EventLog;
  readonly journal: RunJournal;
  readonly #tasks: TaskStore;
  readonly #jobs: JobStore;
  readonly #logs: JobLogStore;
  readonly #callbackRows: CallbackRows;
  readonly #callbacks: CallbackSender;
  readonly #parts: EngineDependencies;
  readonly #instance: Instance;
  readonly #cancellation: Cancellation;
  readonly #retention: Retention;
  readonly #podSweep: PodSweep;
  #chores: Promise<unknown> = Promise.resolve();
  readonly #clusters: DeliveryClusters;
  readonly #stop = new AbortController();

  constructor(options: EngineOptions, database: SqlDatabase<EngineTables>) {
    const { clock, random, logger, client, renderer, executorId, vault = clearVault } = options;
    const source = options.clusters ?? noOtherClusters;
    const { resourceTypes, settings } = options;
    const gateway = settings?.gateway;
    const clusters = new DeliveryClusters({ client, source, gateway, resourceTypes, clock, random, logger });
    const ended = new WakeSignal();
    const observer = combineObservers([...(options.observers ?? []), endObserver(ended)], logger);
    this.#hub = new EventHub(observer);
    const types = {
      settings: { ...DEFAULT_ENGINE_SETTINGS, ...options.settings },
      jobTypes: new JobTypeRegistry([...(options.jobTypes ?? builtinJobTypes), ...ENGINE_JOB_TYPES]),
      stepTypes: new StepTypeRegistry(options.stepTypes ?? builtinStepTypes),
    };
    const timeLimit = (job: PlannedJob): number | undefined => plannedTimeLimit(job, types);
    const store = { database, vault, clock, changed: this.#hub.publish, trace: options.trace, timeLimit };
    this.#clock = clock;
    this.#random = random;
    this.#renderer = renderer;
    this.#settings = types.settings;
    this.figures = new RunFigures(database, clock);
    this.#log = new EventLog(database);
    this.journal = runJournal(new EventJournal(database), this.#hub, clock);
    this.#tasks = new TaskStore(store, random);
    this.#jobs = new JobStore(store);
    this.#logs = new JobLogStore(store);
    this.#clusters = clusters;
    const archive = new RunArchive(database);
    this.#retention = new Retention({ archive, clock, logger, settings: this.#settings });
    this.#podSweep = new PodSweep({ clusters, tasks: this.#tasks, clock, logger, settings: this.#settings });
    this.#parts = {
      tasks: this.#tasks,
      jobs: this.#jobs,
      logs: this.#logs,
      shares: new ShareStore(database),
      claims: new ClaimStore({ database, vault, renderer, logger, settings: this.#settings }),
      ...types,
      hub: this.#hub,
      observer,
      fetcher: options.fetcher ?? guardedFetcher(),
      programs: options.programs ?? noPrograms,
      vault,
      renderer,
      clusters,
      clock,
      random,
      logger,
      executorId,
      tenancySource: options.tenancy,
    };
    this.#callbackRows = new CallbackRows(store);
    this.#callbacks = new CallbackSender({
      ...{ rows: this.#callbackRows, tasks: this.#tasks, jobs: this.#jobs, fetcher: this.#parts.fetcher },
      ...{ ended, executorId, clock, random, logger, settings: this.#settings },
    });
    const { queue, onLeadershipLost } = options;
    this.#instance = new Instance({ ...this.#parts, tasks: this.#tasks, database, queue, onLeadershipLost });
    this.#cancellation = new Cancellation({
      tasks: this.#tasks,
      requests: new CancelRequests(database),
      findRun: (taskId) => this.#instance.findRun(taskId),
      executorId,
      clock,
      logger,
    });
  }

  async start(): Promise<void> {
    this.#clusters.start();
    try {
      await this.#instance.start();
    } catch (error) {
      await this.stop();
      throw error;
    }
    const signal = this.#stop.signal;
    const chores = [this.#retention, this.#podSweep, this.#callbacks].map((chore) => chore.run(signal));
    this.#chores = Promise.all([...chores, this.#cancellation.serve(signal)]);
  }

  async stop(): Promise<void> {
    await this.#instance.stop();
    this.#stop.abort();
    this.#clusters.stop();
    await this.#chores;
  }

  problems(run: Omit<RunRequest, 'appName' | 'namespace' | 'revision'>): readonly OperationProblem[] {
    const { document, operation = DEPLOY_OPERATION } = run;
    return operationProblems(operation, document, this.#renderer.render(document, run));
  }

  render(run: Pick<RunRequest, 'appId' | 'document' | 'componentIds'>): readonly RenderedObject[] {
    return this.#renderer.render(run.document, run);
  }

  async gateway(cluster: string): Promise<Message | undefined> {
    const { gateway } = await this.#clusters.get(cluster);
    return (await gateway?.choose())?.message;
  }

  uses(document: AnyDocument): readonly GuardedUse[] {
    const { templates: _, ...whole } = document;
    const { namespace } = document;
    const secrets = this.#parts.stepTypes.secrets(document.workflow);
    try {
      return renderedUses(namespace, this.#renderer.render(whole, { appId: NO_APP_ID }), secrets);
    } catch (error) {
      // A run of it fails with the same error, before anything is delivered.
      if (error instanceof RenderError) return renderedUses(namespace, [], secrets);
      throw error;
    }
  }

  async refusedUses({ appId, project, cluster, uses }: UseRequest): Promise<readonly RefusedUse[]> {
    const refused = uses.flatMap((use) => refusedWithoutCluster(use, this.#settings) ?? []);
    const decided = new Set(refused.map(useKey));
    const open = uses.filter((use) => needsCluster(use, this.#settings) && !decided.has(useKey(use)));
    if (open.length === 0) return refused;
    const late = new AbortController();
    const stop = this.#clock.after(LOOK_LIMIT_MS, () => late.abort());
    try {
      const { client } = await this.#clusters.get(cluster);
      const source = this.#parts.tenancySource;
      const tenancy = source && { project, cluster: cluster ?? DEFAULT_CLUSTER, source };
      const place = { client, appId, settings: this.#settings, tenancy, signal: late.signal };
      for (const use of open) refused.push(...[(await checkUse(place, use)) ?? []].flat());
    } catch (error) {
      const isSilent = isUnreachable(error, late.signal) || error instanceof StatusError || isUnknownCluster(error);
      if (!isSilent) throw error;
    } finally {
      stop();
    }
    return refused;
  }

  get closedNamespaces(): readonly string[] {
    return this.#settings.closedNamespaces;
  }

  async preview(run: RunRequest): Promise<Preview> {
    const late = new AbortController();
    const stop = this.#clock.after(PREVIEW_LIMIT_MS, () => late.abort());
    try {
      return await previewRun(this.#parts, run, late.signal);
    } finally {
      stop();
    }
  }

  async submit(run: RunRequest): Promise<Task> {
    const { callback } = run;
    const id = run.id ?? (callback && orderedId(this.#random, this.#clock.now()));
    // Before the task: a crash between them leaves a callback without a task, and never a task without its callback.
    if (id !== undefined && callback !== undefined) await this.#callbackRows.add(id, callback);
    const task = await this.#tasks.submit({ ...run, ...(id !== undefined && { id }) });
    this.#instance.announce({ taskId: task.id, appId: task.appId });
    return task;
  }

  callback(taskId: string): Promise<CallbackState | undefined> {
    return this.#callbackRows.find(taskId);
  }

  onCallback(listener: (state: CallbackState) => void): () => void {
    return this.#callbacks.subscribe(listener);
  }

  async cancel(taskId: string, by: { readonly user?: string; readonly reason?: MessageOrText } = {}): Promise<Task> {
    const user = by.user ?? 'system';
    const reason = by.reason === undefined ? runMessages.cancelledBy({ user }) : toMessage(by.reason);
    const cancelled = await this.#cancellation.cancel(taskId, { user, reason });
    this.#instance.taskEnded(cancelled.appId);
    return cancelled;
  }

  async decide(taskId: string, { verdict, jobId, user = 'system', comment, values }: DecisionRequest): Promise<Job> {
    const task = await this.#tasks.task(taskId);
    if (task === undefined) throw taskNotFound(taskId);
    if (isTaskFinished(task.status)) throw taskFinished(task, 'decide');
    const asking = (await this.#jobs.list(taskId)).filter(
      (job) => job.approval !== undefined && job.approval.verdict === undefined,
    );
    const open = jobId === undefined ? asking : findJobsByName(asking, jobId);
    const [only, ...more] = open;
    if (only !== undefined && more.length === 0) {
      const decided = await this.#jobs.decide(only, { verdict, by: user, comment, values });
      if (decided !== undefined) return decided;
    }
    const run = `${task.number}`;
    const message =
      more.length > 0
        ? requestMessages.severalQuestions({ run, jobs: jobNames(open) })
        : requestMessages.noQuestion({ run });
    throw new TerminalError(message, { code: 'NOTHING_TO_DECIDE' });
  }

  async retry(taskId: string, { jobId, user, source, id }: Parameters<Engine['retry']>[1] = {}): Promise<Task> {
    const known = id === undefined ? undefined : await this.#tasks.task(id);
    if (known !== undefined) return known;
    const task = await this.#tasks.task(taskId);
    if (task === undefined) throw taskNotFound(taskId);
    const [newest] = await this.tasks({ appId: task.appId, limit: 1 });
    const jobs = await this.#jobs.list(taskId);
    const refusal = retryRefusal({ task, newest, jobs, jobId });
    if (refusal !== undefined) throw refusal;
    const [only] = jobId === undefined ? [] : findJobsByName(jobs, jobId);
    const again = await this.#tasks.retry(taskId, { jobId: only?.id, creator: user, source, id });
    if (again === undefined) throw taskNotFound(taskId);
    this.#instance.announce({ taskId: again.id, appId: again.appId });
    return again;
  }

  get id(): string {
    return this.#parts.executorId;
  }

  lives(id: string): Promise<boolean> {
    return this.#instance.lives(id);
  }

  status(): EngineStatus {
    return this.#instance.status;
  }

  queueStats(): Promise<MessageQueueStats> {
    return this.#instance.queueStats();
  }

  task(taskId: string): Promise<Task | undefined> {
    return this.#tasks.task(taskId);
  }

  findTaskId(number: number): Promise<string | undefined> {
    return this.#tasks.findIdByNumber(number);
  }

  async tasks(filter: TaskFilter & { readonly limit?: number } = {}): Promise<readonly Task[]> {
    return (await this.taskPage({ ...filter, limit: filter.limit ?? TASKS_LIMIT })).tasks;
  }

  taskPage(filter: TaskFilter & { readonly limit: number }): Promise<TaskPage> {
    return this.#tasks.tasks(filter);
  }

  log(jobId: string): Promise<JobLog | undefined> {
    return this.#logs.log(jobId);
  }

  jobs(taskId: string): Promise<readonly Job[]> {
    return this.#jobs.list(taskId);
  }

  events(taskId: string, options: EventsOptions = {}): AsyncIterable<RunEvent> {
    return followEvents({
      taskId,
      after: options.after ?? 0,
      storedOnly: options.storedOnly,
      signal: options.signal,
      hub: this.#hub,
      log: this.#log,
      tasks: this.#tasks,
      clock: this.#clock,
      pollIntervalMs: this.#settings.pollIntervalMs,
    });
  }
}

/** Raises a signal whenever a task of this process has ended. */
function endObserver(ended: WakeSignal): EngineObserver {
  return {
    onTransition: (transition) => {
      if (transition.kind === 'task' && isTaskFinished(transition.task.status)) ended.notify();
    },
  };
}

/** The caller names the cluster itself and reports a missing one itself. */
function isUnknownCluster(error: unknown): boolean {
  return error instanceof TerminalError && error.code === 'CLUSTER_UNKNOWN';
}
