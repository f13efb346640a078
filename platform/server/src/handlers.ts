import { type Clock, once } from '@kubemin/base';
import { type Plugin, type RouteName, routes, schemaRoutes } from '@kubemin/client';
import type { DocumentReader } from '@kubemin/model';
import { type Accounts, type AuditService, accountHandlers, auditHandlers } from './accounts/index.ts';
import { type BoundRoute, bindEvents, bindJson } from './api/index.ts';
import {
  type ApplicationService,
  type ProfileService,
  profileHandlers,
  type TransferService,
  transferHandlers,
} from './applications/index.ts';
import {
  type ClusterService,
  clusterHandlers,
  type DiscoveryService,
  discoveryHandlers,
  type InventoryService,
  inventoryHandlers,
  type NodeService,
  nodeHandlers,
  type ObjectService,
  objectHandlers,
} from './clusters/index.ts';
import { type FunctionService, functionHandlers } from './functions/index.ts';
import type { DescriptionService } from './http/index.ts';
import { type LiveService, liveHandlers } from './live/index.ts';
import { type HealthService, type MetricsService, metricsHandlers } from './metrics/index.ts';
import {
  type LogService,
  logHandlers,
  type PodService,
  podHandlers,
  type SessionService,
  sessionHandlers,
} from './pods/index.ts';
import { type ProjectService, projectHandlers } from './projects/index.ts';
import {
  cleanedResources,
  hasWaited,
  type OperationService,
  type PlanService,
  planHandlers,
  type RevisionService,
  type RunService,
  revisionHandlers,
  type VersionService,
  versionHandlers,
  type WorkflowService,
  workflowHandlers,
} from './runs/index.ts';

export interface Services {
  readonly accounts: Accounts;
  readonly audit: AuditService;
  readonly health: HealthService;
  readonly description: DescriptionService;
  readonly applications: ApplicationService;
  readonly runs: RunService;
  readonly operations: OperationService;
  readonly versions: VersionService;
  readonly workflows: WorkflowService;
  readonly live: LiveService;
  readonly clusters: ClusterService;
  readonly inventory: InventoryService;
  readonly nodes: NodeService;
  readonly objects: ObjectService;
  readonly functions: FunctionService;
  readonly pods: PodService;
  readonly logs: LogService;
  readonly sessions: SessionService;
  readonly discovery: DiscoveryService;
  readonly plans: PlanService;
  readonly profiles: ProfileService;
  readonly projects: ProjectService;
  readonly model: DocumentReader;
  readonly plugins: () => readonly Plugin[];
  readonly revisions: RevisionService;
  readonly metrics: MetricsService;
  readonly transfer: TransferService;
  readonly clock: Clock;
}

/** Shorter than what proxies and clients commonly grant a request. */
const CLEAN_UP_WAIT_MS = 20_000;

/** Which service handles which route. A route without a handler does not compile. */
export function bindHandlers({
  accounts,
  audit,
  health,
  description,
  applications,
  runs,
  operations,
  versions,
  workflows,
  live,
  clusters,
  inventory,
  nodes,
  objects,
  functions,
  pods,
  logs,
  sessions,
  discovery,
  plans,
  profiles,
  projects,
  model,
  plugins,
  revisions,
  metrics,
  transfer,
  clock,
}: Services): Readonly<Record<RouteName, BoundRoute>> {
  return {
    health: bindJson(routes.health, () => health.health()),
    readiness: bindJson(routes.readiness, () => health.readiness()),
    healthAlias: bindJson(routes.healthAlias, () => health.health()),
    readinessAlias: bindJson(routes.readinessAlias, () => health.readiness()),
    apiDescription: bindJson(routes.apiDescription, async () => ({ ...(await description.describe()) })),
    listApplications: bindJson(routes.listApplications, ({ query, caller }) => applications.list(query, caller)),
    listTemplates: bindJson(routes.listTemplates, ({ query, caller }) =>
      applications.list({ ...query, tmpEnable: true }, caller),
    ),
    patchApplication: bindJson(routes.patchApplication, ({ params, body, query, ...asked }) =>
      applications.patch(params.appId, body, { ...asked, lenient: query.lenient }),
    ),
    saveApplication: bindJson(routes.saveApplication, async ({ body, query, about, ...asked }) => {
      const saved = await applications.save({ ...body, lenient: query.lenient }, asked);
      about({ appId: saved.id, project: saved.project });
      return saved;
    }),
    tryApplication: bindJson(routes.tryApplication, ({ body, query, caller }) =>
      applications.try({ ...body, lenient: query.lenient }, caller),
    ),
    getApplication: bindJson(routes.getApplication, ({ params }) => applications.get(params.appId)),
    templateParameters: bindJson(routes.templateParameters, ({ params }) => applications.parameters(params.appId)),
    listComponents: bindJson(routes.listComponents, ({ params, query }) =>
      applications.components(params.appId, query),
    ),
    listTasks: bindJson(routes.listTasks, ({ params, query }) => runs.list(params.appId, query)),
    execWorkflow: bindJson(
      routes.execWorkflow,
      ({ params, body, signal, ...asked }) => runs.exec(params.appId, body, { ...asked, signal }),
      hasWaited,
    ),
    cancelWorkflow: bindJson(routes.cancelWorkflow, ({ params, body, ...asked }) =>
      runs.cancel(params.appId, body, asked),
    ),
    scaleApplication: bindJson(
      routes.scaleApplication,
      ({ params, body, ...asked }) => operations.scale(params.appId, body, asked),
      hasWaited,
    ),
    restartApplication: bindJson(
      routes.restartApplication,
      ({ params, body, ...asked }) => operations.restart(params.appId, body, asked),
      hasWaited,
    ),
    rollbackApplication: bindJson(
      routes.rollbackApplication,
      ({ params, body, ...asked }) => operations.rollback(params.appId, body, asked),
      hasWaited,
    ),
    listRevisions: bindJson(routes.listRevisions, ({ params, query }) => applications.revisions(params.appId, query)),
    cleanUpApplication: bindJson(routes.cleanUpApplication, async ({ params, query, signal, ...asked }) => {
      const { taskId } = await operations.cleanUp(params.appId, query, asked);
      const { task, jobs } = await runs.settled(taskId, { clock, ms: query.wait ? CLEAN_UP_WAIT_MS : 0, signal });
      return cleanedResources(task, jobs);
    }),
    deleteApplication: bindJson(routes.deleteApplication, ({ params, query, ...asked }) =>
      operations.delete(params.appId, query, asked),
    ),
    decideTask: bindJson(routes.decideTask, ({ params, body, caller }) => runs.decide(params.taskId, body, caller)),
    jobLog: bindJson(routes.jobLog, ({ params }) => runs.log(params.taskId, params.jobId)),
    retryTask: bindJson(routes.retryTask, ({ params, body, ...asked }) => runs.retry(params.taskId, body, asked)),
    listRuns: bindJson(routes.listRuns, ({ query, caller }) => runs.all(query, caller)),
    listJobs: bindJson(routes.listJobs, ({ params, query }) => runs.jobs(params.taskId, query)),
    ...versionHandlers(versions),
    ...workflowHandlers(workflows, runs),
    ...accountHandlers(accounts),
    ...liveHandlers(live),
    ...auditHandlers(audit),
    ...clusterHandlers(clusters),
    ...inventoryHandlers(inventory),
    ...nodeHandlers(nodes),
    ...objectHandlers(objects),
    ...functionHandlers(functions),
    ...podHandlers(pods),
    ...logHandlers(logs),
    ...sessionHandlers(sessions),
    ...discoveryHandlers(discovery),
    ...metricsHandlers(metrics),
    ...planHandlers(plans),
    ...profileHandlers(profiles),
    ...projectHandlers(projects),
    ...schemaHandlers(model, plugins),
    ...revisionHandlers(revisions),
    ...transferHandlers(transfer),
    taskStatus: bindJson(routes.taskStatus, ({ params }) => runs.status(params.taskId)),
    taskEvents: bindEvents(routes.taskEvents, ({ params, query: { stored }, lastEventId, signal }) =>
      runs.events(params.taskId, { lastEventId, storedOnly: stored, signal }),
    ),
  };
}

/** The routes of the document schema; the responses never change while the server runs, and take long to make. */
function schemaHandlers(model: Pick<DocumentReader, 'jsonSchema' | 'form'>, plugins: Services['plugins']) {
  const schema = once(() => model.jsonSchema());
  const form = once(() => model.form());
  return {
    applicationSchema: bindJson(schemaRoutes.applicationSchema, async () => ({ ...schema() })),
    applicationForm: bindJson(schemaRoutes.applicationForm, async () => ({ ...form() })),
    listPlugins: bindJson(schemaRoutes.listPlugins, async () => ({ plugins: plugins() })),
  };
}
