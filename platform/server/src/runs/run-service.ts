import type { Clock, Vault } from '@kubemin/base';
import { decodeMessage } from '@kubemin/base/message';
import type {
  CancelledRun,
  DecidedJob,
  Decision,
  ExecutedRun,
  JobList,
  JobLog,
  Page,
  RetryRequest,
  RunEvent,
  RunFilter,
  RunStatus,
  StartedRun,
  TaskList,
  WorkflowCancellation,
  WorkflowExecution,
  WorkflowReference,
} from '@kubemin/client';
import { EVERYWHERE } from '@kubemin/client';
import {
  type Engine,
  hasPods,
  isTaskFinished,
  type Job,
  mergeWorkloadLogs,
  readWorkloadLog,
  type Task,
  type TaskPage,
} from '@kubemin/engine';
import type { SqlDatabase } from '@kubemin/sql';
import { requirePermission } from '../accounts/index.ts';
import {
  ApiError,
  ApplicationRows,
  buildPage,
  type Caller,
  callbackView,
  encodeCursor,
  jobView,
  type RequestContext,
  type RequestSubject,
  readCursor,
  runEventView,
  runNotFound,
  runNumber,
  type ServerTables,
  taskView,
} from '../api/index.ts';
import {
  type ApplicationService,
  RevisionRows,
  rejectWhileDeleting,
  type ServedRevisions,
  servingView,
} from '../applications/index.ts';
import type { ClusterService } from '../clusters/index.ts';
import { requestMessages, revisionMessages, runMessages, workflowMessages } from '../messages/index.ts';
import { cancelAndCleanUp } from './clean-up.ts';
import { runRequest } from './run-request.ts';
import { runStatus } from './run-status.ts';
import { type RunWaiters, type WaitingContext, waitForEnd } from './run-waiters.ts';
import { withTaskErrors } from './task-errors.ts';
import { ownWorkflow, ownWorkflowId, storedWorkflows, workflowSteps } from './workflows/application-workflows.ts';

export interface RunServiceOptions {
  readonly database: SqlDatabase<ServerTables>;
  readonly vault: Vault;
  readonly engine: Engine;
  readonly applications: ApplicationService;
  readonly served: Pick<ServedRevisions, 'of'>;
  readonly clusters: Pick<ClusterService, 'client'>;
  readonly waiters: RunWaiters;
}

/** Which events of a run are sent. */
interface EventsRequest {
  readonly lastEventId: string | undefined;
  readonly storedOnly: boolean;
  readonly signal: AbortSignal;
}

/** Runs of workflows: starting, cancelling and watching them. */
export class RunService {
  readonly #database: SqlDatabase<ServerTables>;
  readonly #vault: Vault;
  readonly #engine: Engine;
  readonly #clusters: Pick<ClusterService, 'client'>;
  readonly #applications: ApplicationService;
  readonly #served: Pick<ServedRevisions, 'of'>;
  readonly #waiters: RunWaiters;

  constructor(options: RunServiceOptions) {
    this.#database = options.database;
    this.#vault = options.vault;
    this.#engine = options.engine;
    this.#clusters = options.clusters;
    this.#applications = options.applications;
    this.#served = options.served;
    this.#waiters = options.waiters;
  }

  exec(appId: string, execution: WorkflowExecution, asked: WaitingContext): Promise<ExecutedRun> {
    return this.#waiters.run(execution, asked, () => this.#start(appId, execution, asked));
  }

  async #start(appId: string, execution: WorkflowExecution, asked: RequestContext): Promise<StartedRun> {
    const { workflowId, callback } = execution;
    const snapshot = await this.#applications.runnable(appId, execution.revision, asked.caller);
    const { application, revision, document } = snapshot;
    await this.#applications.expect(application, asked);
    rejectWhileDeleting(application);
    const workflow = workflowId === undefined ? document.workflow : workflowSteps(snapshot, workflowId);
    if (workflow.length === 0) {
      throw new ApiError('WORKFLOW_EMPTY', workflowMessages.empty({ app: application.name }));
    }
    const chosen = { ...snapshot, document: { ...document, workflow } };
    const operation = { kind: 'deploy', rerun: execution.rerun === true } as const;
    const task = await this.#engine.submit(runRequest(chosen, asked, { operation, workflowId, callback }));
    return { taskId: task.id, number: task.number, revision };
  }

  /** Runs a workflow by its id alone, for callers who may deploy its application. */
  async execById(execution: WorkflowReference, asked: WaitingContext, about: About): Promise<ExecutedRun> {
    const absent = new ApiError('WORKFLOW_NOT_FOUND', workflowMessages.idNotFound({ workflow: execution.workflowId }));
    const row = await new ApplicationRows(this.#database.query).byWorkflow(ownWorkflowId(execution.workflowId));
    if (row === undefined) throw absent;
    requirePermission(asked.caller, 'deploy', row.project, absent);
    about({ appId: row.id, project: row.project });
    return this.exec(row.id, execution, asked);
  }

  /** Cancels a run by its id alone, for callers who may deploy its application. */
  async cancelById(cancellation: WorkflowCancellation, asked: RequestContext, about: About): Promise<CancelledRun> {
    const { id: taskId, appId } = await this.#named(cancellation.taskId);
    const row = await new ApplicationRows(this.#database.query).byId(appId);
    requirePermission(asked.caller, 'deploy', row?.project ?? EVERYWHERE, runNotFound(cancellation.taskId));
    about({ taskId, appId, project: row?.project });
    return this.#cancel({ ...cancellation, taskId }, asked);
  }

  async cancel(appId: string, cancellation: WorkflowCancellation, asked: RequestContext): Promise<CancelledRun> {
    const { taskId: named } = cancellation;
    const { name } = await this.#applications.require(appId);
    const task = await this.#named(named);
    // For a caller who may not read the project of the run, it does not exist.
    if (task.appId !== appId && !(await this.#isSeen(task, asked.caller))) throw runNotFound(named);
    if (task.appId !== appId)
      throw new ApiError('WORKFLOW_NOT_FOUND', runMessages.otherApplication({ run: named, app: name }));
    return this.#cancel({ ...cancellation, taskId: task.id }, asked);
  }

  async decide(taskId: string, { verdict, jobId, comment, values }: Decision, caller: Caller): Promise<DecidedJob> {
    const job = await withTaskErrors(
      this.#engine.decide(taskId, {
        verdict,
        user: caller.user,
        ...(jobId !== undefined && { jobId }),
        ...(comment !== undefined && { comment }),
        ...(values !== undefined && { values }),
      }),
    );
    return { job: jobView(job) };
  }

  async log(taskId: string, jobId: string): Promise<JobLog> {
    const task = await this.#require(taskId);
    const job = (await this.#engine.jobs(taskId)).find(({ id }) => id === jobId);
    const log = job && (await this.#jobLog(task, job));
    if (log !== undefined) return log;
    const { number } = task;
    throw new ApiError('JOB_LOG_NOT_FOUND', runMessages.logNotFound({ job: job?.objectName ?? jobId, run: number }));
  }

  /** What was kept when the job ended; of pods of a workload that are still there, what they have written since as well. */
  async #jobLog({ appId }: Task, job: Job): Promise<JobLog | undefined> {
    const kept = await this.#engine.log(job.id);
    const application = await new ApplicationRows(this.#database.query).byId(appId);
    if (application === undefined || !hasPods(job)) return kept;
    try {
      const client = await this.#clusters.client(application.cluster);
      const live = await readWorkloadLog(client, { appId, job, pods: kept ?? 'run' });
      return mergeWorkloadLogs(kept, live) ?? (await readWorkloadLog(client, { appId, job, pods: 'all' }));
    } catch (error) {
      // A cluster that does not respond takes nothing from what was kept.
      if (kept === undefined) throw error;
      return kept;
    }
  }

  async retry(
    taskId: string,
    { jobId }: RetryRequest,
    { caller, requestId, source }: RequestContext,
  ): Promise<StartedRun> {
    const task = await this.#require(taskId);
    const application = await this.#applications.require(task.appId);
    rejectWhileDeleting(application);
    const refusedBy = await new RevisionRows(this.#database.query, this.#vault).refusedBy(task.appId, task.revision);
    if (refusedBy !== undefined) {
      const { name } = application;
      const run = (await this.#engine.task(refusedBy))?.number ?? refusedBy;
      const { revision } = task;
      throw new ApiError('TASK_SUPERSEDED', revisionMessages.refused({ revision, app: name, run: String(run) }));
    }
    const options = {
      user: caller.user,
      source,
      ...(jobId !== undefined && { jobId }),
      ...(requestId !== undefined && { id: requestId }),
    };
    const { id, number, revision } = await withTaskErrors(this.#engine.retry(taskId, options));
    return { taskId: id, number, revision };
  }

  /** Waits for the end of a run, up to a timeout. */
  async settled(taskId: string, wait: { readonly clock: Clock; readonly ms: number; readonly signal: AbortSignal }) {
    await waitForEnd(this.#engine, taskId, wait);
    return { task: await this.#require(taskId), jobs: await this.#engine.jobs(taskId) };
  }

  async list(appId: string, { limit, continue: cursor }: Page): Promise<TaskList> {
    await this.#applications.require(appId);
    const [after] = readCursor(cursor, isPosition) ?? [];
    return this.#pageView(await this.#engine.taskPage({ appId, limit, after }));
  }

  /** Runs of all applications the caller may see. */
  async all(filter: RunFilter, caller: Caller): Promise<TaskList> {
    const { limit, continue: cursor, appId, status, kind, creator, source, since, until } = filter;
    const [after] = readCursor(cursor, isPosition) ?? [];
    const projects = caller.projects('read');
    const appIds = projects === 'all' ? undefined : await this.#projectApplications(projects);
    return this.#pageView(
      await this.#engine.taskPage({
        appId,
        appIds,
        status,
        kind,
        creator,
        source,
        since: since === undefined ? undefined : Date.parse(since),
        until: until === undefined ? undefined : Date.parse(until),
        after,
        limit,
      }),
    );
  }

  async #pageView({ tasks, next }: TaskPage): Promise<TaskList> {
    const progress = await this.#engine.figures.progress(tasks.map(({ id }) => id));
    const views = tasks.map((task) => {
      const reached = progress.get(task.id);
      return { ...taskView(task), ...(reached !== undefined && { progress: reached }) };
    });
    return { tasks: views, ...(next !== undefined && { next: encodeCursor([next]) }) };
  }

  async jobs(taskId: string, page: Page): Promise<JobList> {
    await this.#require(taskId);
    const { entries, ...next } = buildPage(await this.#engine.jobs(taskId), page, ({ id }) => id);
    return { jobs: entries.map(jobView), ...next };
  }

  async status(taskId: string): Promise<RunStatus> {
    const callback = await this.#engine.callback(taskId);
    const status = await this.#status(await this.#require(taskId));
    return { ...status, ...(callback !== undefined && { callback: callbackView(callback) }) };
  }

  async #status(task: Task): Promise<RunStatus> {
    const jobs = await this.#engine.jobs(task.id);
    const application = await new ApplicationRows(this.#database.query).byId(task.appId);
    const revisions = new RevisionRows(this.#database.query, this.#vault);
    const content = await revisions.content(task.appId, task.revision);
    if (application === undefined || content === undefined) {
      return runStatus({ task, jobs, document: content?.document, workflow: undefined });
    }
    const workflow = storedWorkflows({ application, ...content }).find(({ id }) => id === task.workflowId);
    const steps = workflow?.steps ?? content.document.workflow;
    const document = { ...content.document, workflow: steps };
    const status = runStatus({ task, jobs, document, workflow: workflow ?? ownWorkflow({ application, ...content }) });
    return { ...status, ...(await this.#serving(task, status)) };
  }

  /** What runs after an update that did not complete: for the newest run only, since each begins from what was left. */
  async #serving(task: Task, { components }: RunStatus): Promise<Pick<RunStatus, 'serving'>> {
    const { appId, kind, status } = task;
    if (kind !== 'deploy' || !isTaskFinished(status) || status === 'completed') return {};
    const [newest] = await this.#engine.tasks({ appId, limit: 1 });
    if (newest?.id !== task.id) return {};
    // An update that was refused is settled with it.
    const served = await this.#served.of(await this.#applications.require(appId));
    if (served === undefined) return {};
    const shown = components.map(({ name }) => {
      const revision = served.components.get(name);
      return { name, ...(revision !== undefined && { revision }) };
    });
    return { serving: { ...servingView(served), components: shown } };
  }

  /**
   * The transitions after `lastEventId`, as long as the signal allows, up to the terminal one or the last that is
   * stored; undefined when there are none and none is waited for.
   */
  async events(
    taskId: string,
    { lastEventId, storedOnly, signal }: EventsRequest,
  ): Promise<AsyncIterable<RunEvent> | undefined> {
    const after = parseSequence(lastEventId);
    const { status } = await this.#require(taskId);
    const events = this.#engine.events(taskId, { ...(after !== undefined && { after }), storedOnly, signal });
    if (!storedOnly && !isTaskFinished(status)) return views(events);
    const iterator = events[Symbol.asyncIterator]();
    const first = await iterator.next();
    return first.done === true ? undefined : views(prepended(first.value, iterator));
  }

  async #cancel(cancellation: WorkflowCancellation, asked: RequestContext): Promise<CancelledRun> {
    const { taskId, user, reason, texts, cleanUp } = cancellation;
    const by = {
      user: user ?? asked.caller.user,
      ...(reason !== undefined && { reason: decodeMessage(texts?.reason, reason) ?? reason }),
    };
    if (cleanUp !== true) {
      const { id, number, status } = await withTaskErrors(this.#engine.cancel(taskId, by));
      return { taskId: id, number, status };
    }
    return cancelAndCleanUp({ engine: this.#engine, applications: this.#applications }, { taskId, by, asked });
  }

  async #projectApplications(projects: readonly string[]): Promise<readonly string[]> {
    return projects.length === 0 ? [] : new ApplicationRows(this.#database.query).listIds(projects);
  }

  async #isSeen({ appId }: Task, { permissions }: Caller): Promise<boolean> {
    const row = await new ApplicationRows(this.#database.query).byId(appId);
    return permissions.sees(row?.project ?? EVERYWHERE);
  }

  /** A run by its id or its number, as a body names it. */
  async #named(run: string): Promise<Task> {
    const number = runNumber(run);
    const task = await this.#engine.task((number === undefined ? run : await this.#engine.findTaskId(number)) ?? run);
    if (task === undefined) throw runNotFound(run);
    return task;
  }

  async #require(taskId: string): Promise<Task> {
    const task = await this.#engine.task(taskId);
    if (task === undefined) throw runNotFound(taskId);
    return task;
  }
}

type About = (subject: RequestSubject) => void;

function isPosition(value: unknown): value is readonly [number] {
  return Array.isArray(value) && value.length === 1 && Number.isSafeInteger(value[0]);
}

async function* prepended<T>(first: T, rest: AsyncIterator<T>): AsyncGenerator<T> {
  try {
    yield first;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

async function* views(events: ReturnType<Engine['events']>): AsyncGenerator<RunEvent> {
  for await (const event of events) yield runEventView(event);
}

// Guessing at an id that cannot be read would repeat events, or leave some out.
function parseSequence(lastEventId: string | undefined): number | undefined {
  if (lastEventId === undefined || lastEventId === '') return undefined;
  if (/^\d{1,15}$/.test(lastEventId)) return Number(lastEventId);
  throw new ApiError('BAD_REQUEST', requestMessages.lastEventIdInvalid({ value: lastEventId }));
}
