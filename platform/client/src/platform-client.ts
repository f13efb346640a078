import { type Clock, type Random, systemClock, systemRandom } from '@kubemin/base';
import type * as z from 'zod';
import { isAbort } from './abort.ts';
import type { ApplicationDetail, ApplicationFilter, ApplicationList, SavedApplication } from './application.ts';
import type { ComponentList } from './component.ts';
import { Connection, type ConnectionOptions } from './connection.ts';
import type { DocumentText } from './document-text.ts';
import { type FollowRunOptions, followRun } from './follow-run.ts';
import type { Health, Readiness } from './health.ts';
import type { JobLog } from './job.ts';
import type {
  CleanedResources,
  DecidedJob,
  Decision,
  Deletion,
  RestartRequest,
  RetryRequest,
  RevisionList,
  RollbackRequest,
  RolledBack,
  ScaleRequest,
} from './operation.ts';
import { unexpected, unreachable } from './platform-error.ts';
import { type Route, routePath } from './route.ts';
import { type RouteName, routes } from './routes.ts';
import type { RunEvent } from './run-event.ts';
import type { RunStatus } from './run-status.ts';
import type { TaskList } from './task.ts';
import type { Trial } from './trial.ts';
import type { CancelledRun, StartedRun, WorkflowCancellation, WorkflowExecution } from './workflow.ts';

export interface PlatformClientOptions extends ConnectionOptions {
  /** Only waits between reconnections use it. @default the system clock */
  readonly clock?: Clock;
  /** Only jitter uses it. @default the system's */
  readonly random?: Random;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** The platform's REST API: one method per route of the contract, plus `followRun`. Everything throws PlatformError. */
export interface PlatformClient extends Readonly<Record<Exclude<RouteName, 'taskEvents'>, unknown>> {
  health(options?: CallOptions): Promise<Health>;
  readiness(options?: CallOptions): Promise<Readiness>;
  listApplications(filter?: ApplicationFilter, options?: CallOptions): Promise<ApplicationList>;
  saveApplication(document: DocumentText, options?: CallOptions): Promise<SavedApplication>;
  tryApplication(document: DocumentText, options?: CallOptions): Promise<Trial>;
  getApplication(appId: string, options?: CallOptions): Promise<ApplicationDetail>;
  listComponents(appId: string, options?: CallOptions): Promise<ComponentList>;
  listTasks(appId: string, filter?: { readonly limit?: number }, options?: CallOptions): Promise<TaskList>;
  execWorkflow(appId: string, execution?: WorkflowExecution, options?: CallOptions): Promise<StartedRun>;
  cancelWorkflow(appId: string, cancellation: WorkflowCancellation, options?: CallOptions): Promise<CancelledRun>;
  taskStatus(taskId: string, options?: CallOptions): Promise<RunStatus>;
  scaleApplication(appId: string, request: ScaleRequest, options?: CallOptions): Promise<StartedRun>;
  restartApplication(appId: string, request?: RestartRequest, options?: CallOptions): Promise<StartedRun>;
  rollbackApplication(appId: string, request?: RollbackRequest, options?: CallOptions): Promise<RolledBack>;
  listRevisions(appId: string, options?: CallOptions): Promise<RevisionList>;
  cleanUpApplication(
    appId: string,
    deletion?: Deletion & { readonly wait?: boolean },
    options?: CallOptions,
  ): Promise<CleanedResources>;
  deleteApplication(appId: string, deletion?: Deletion, options?: CallOptions): Promise<StartedRun>;
  decideTask(taskId: string, decision: Decision, options?: CallOptions): Promise<DecidedJob>;
  /** Throws JOB_LOG_NOT_FOUND when none was kept: most jobs run no program. */
  jobLog(taskId: string, jobId: string, options?: CallOptions): Promise<JobLog>;
  retryTask(taskId: string, request?: RetryRequest, options?: CallOptions): Promise<StartedRun>;
  /** The route `taskEvents`: every transition once, in order, reconnecting as needed, up to the terminal one. */
  followRun(taskId: string, options?: FollowRunOptions): AsyncIterable<RunEvent>;
}

/** A client of the platform at `url`. It opens nothing until it is used and has nothing to close. */
export function createPlatformClient(options: PlatformClientOptions): PlatformClient {
  const connection = new Connection(options);
  const { clock = systemClock, random = systemRandom } = options;
  const call = <R extends z.ZodType>(route: RouteAnswering<R>, input: CallInput = {}) =>
    callRoute(connection, route, input);
  return {
    health: (options) => call(routes.health, { options }),
    readiness: (options) => call(routes.readiness, { options }),
    listApplications: (filter, options) => call(routes.listApplications, { query: { ...filter }, options }),
    saveApplication: (document, options) => call(routes.saveApplication, { ...documentBody(document), options }),
    tryApplication: (document, options) => call(routes.tryApplication, { ...documentBody(document), options }),
    getApplication: (appId, options) => call(routes.getApplication, { params: { appId }, options }),
    listComponents: (appId, options) => call(routes.listComponents, { params: { appId }, options }),
    listTasks: (appId, filter, options) =>
      call(routes.listTasks, { params: { appId }, query: { limit: filter?.limit?.toString() }, options }),
    execWorkflow: (appId, execution = {}, options) =>
      call(routes.execWorkflow, { params: { appId }, ...jsonBody(execution), options }),
    cancelWorkflow: (appId, cancellation, options) =>
      call(routes.cancelWorkflow, { params: { appId }, ...jsonBody(cancellation), options }),
    taskStatus: (taskId, options) => call(routes.taskStatus, { params: { taskId }, options }),
    scaleApplication: (appId, request, options) =>
      call(routes.scaleApplication, { params: { appId }, ...jsonBody(request), options }),
    restartApplication: (appId, request = {}, options) =>
      call(routes.restartApplication, { params: { appId }, ...jsonBody(request), options }),
    rollbackApplication: (appId, request = {}, options) =>
      call(routes.rollbackApplication, { params: { appId }, ...jsonBody(request), options }),
    listRevisions: (appId, options) => call(routes.listRevisions, { params: { appId }, options }),
    cleanUpApplication: (appId, deletion = {}, options) =>
      call(routes.cleanUpApplication, { params: { appId }, query: flags({ ...deletion }), options }),
    deleteApplication: (appId, deletion = {}, options) =>
      call(routes.deleteApplication, { params: { appId }, query: flags({ ...deletion }), options }),
    decideTask: (taskId, decision, options) =>
      call(routes.decideTask, { params: { taskId }, ...jsonBody(decision), options }),
    jobLog: (taskId, jobId, options) => call(routes.jobLog, { params: { taskId, jobId }, options }),
    retryTask: (taskId, request = {}, options) =>
      call(routes.retryTask, { params: { taskId }, ...jsonBody(request), options }),
    followRun: (taskId, options) => followRun({ connection, clock, random }, taskId, options),
  };
}

type RouteAnswering<R extends z.ZodType> = Route<z.ZodType, z.ZodType, z.ZodType, R>;

interface CallInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly options?: CallOptions | undefined;
}

function flags(values: Readonly<Record<string, boolean | undefined>>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value?.toString()]));
}

function jsonBody(value: unknown): Pick<CallInput, 'headers' | 'body'> {
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}

function documentBody(document: DocumentText): Pick<CallInput, 'headers' | 'body'> {
  return { headers: { 'content-type': `application/${document.format}` }, body: document.text };
}

async function callRoute<R extends z.ZodType>(
  connection: Connection,
  route: RouteAnswering<R>,
  { params = {}, query = {}, headers = {}, body, options }: CallInput,
): Promise<z.output<R>> {
  const request = {
    method: route.method,
    path: routePath(route, params),
    query,
    headers: { accept: 'application/json', ...headers },
    ...(body === undefined ? {} : { body }),
    signal: options?.signal,
  };
  const url = connection.urlOf(request);
  const response = await connection.send(request);
  const text = await readText(url, response, options?.signal);
  try {
    return route.response.schema.parse(JSON.parse(text));
  } catch (error) {
    throw unexpected(url, response.status, error);
  }
}

async function readText(url: string, response: Response, signal: AbortSignal | undefined): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    if (isAbort(error, signal)) throw error;
    throw unreachable(url, error);
  }
}
