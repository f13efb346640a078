import { type Clock, type Random, systemClock, systemRandom } from '@kubemin/base';
import {
  type ClusterEventMessage,
  Connection,
  type ConnectionOptions,
  type LiveEvent,
  type LogMessage,
  type Route,
  type RouteMethod,
  type RouteName,
  type RunEvent,
  routeMethod,
  routes,
  type Schema,
} from '../contract/index.ts';
import { type FollowEventsOptions, type FollowRunOptions, followEvents, followRun } from './follow-events.ts';
import {
  type FollowClusterEventsOptions,
  type FollowLogsOptions,
  followClusterEvents,
  followLogs,
} from './follow-pods.ts';
import type { Received } from './reconnecting-stream.ts';

export interface PlatformClientOptions extends ConnectionOptions {
  /** Only waits between reconnections use it. @default the system clock */
  readonly clock?: Clock;
  /** Only jitter uses it. @default the system's */
  readonly random?: Random;
}

/** Routes that are no call with one response. */
type StreamName =
  | 'taskEvents'
  | 'liveEvents'
  | 'followClusterEvents'
  | 'followLogs'
  | 'execInPod'
  | 'attachToPod'
  | 'forwardPort';

type Methods = {
  readonly [Name in Exclude<RouteName, StreamName>]: RouteMethod<(typeof routes)[Name]>;
};

/**
 * The platform's REST API: one method per route of the contract, plus `followRun` and `followEvents`. A method takes the parameters of
 * the path in their order, then the body or the query, then options. Everything throws PlatformError.
 */
export interface PlatformClient extends Methods {
  /** The route `taskEvents`: every transition once, in order, reconnecting as needed, up to the terminal one or the last stored. */
  followRun(taskId: string, options?: FollowRunOptions): AsyncIterable<RunEvent>;
  /** The route `followLogs`: the logs of an application, each line once, reconnecting as needed. */
  followLogs(appId: string, options?: FollowLogsOptions): AsyncIterable<Received<LogMessage>>;
  /** The route `followClusterEvents`: what Kubernetes records about an application's objects, reconnecting as needed. */
  followClusterEvents(
    appId: string,
    options?: FollowClusterEventsOptions,
  ): AsyncIterable<Received<ClusterEventMessage>>;
  /** The route `liveEvents`: what happens to some or all applications and runs, reconnecting as needed, until the signal aborts. */
  followEvents(options: FollowEventsOptions): AsyncIterable<Received<LiveEvent>>;
}

/** A client of the platform at `url`. It opens nothing until it is used and has nothing to close. */
export function createPlatformClient(options: PlatformClientOptions): PlatformClient {
  const connection = new Connection(options);
  const { clock = systemClock, random = systemRandom } = options;
  const method = <P extends Schema, Q extends Schema, B extends Schema, A extends Schema>(route: Route<P, Q, B, A>) =>
    routeMethod(connection, route);
  return {
    health: method(routes.health),
    readiness: method(routes.readiness),
    healthAlias: method(routes.healthAlias),
    readinessAlias: method(routes.readinessAlias),
    apiDescription: method(routes.apiDescription),
    listApplications: method(routes.listApplications),
    listTemplates: method(routes.listTemplates),
    patchApplication: method(routes.patchApplication),
    saveApplication: method(routes.saveApplication),
    tryApplication: method(routes.tryApplication),
    getApplication: method(routes.getApplication),
    listComponents: method(routes.listComponents),
    listTasks: method(routes.listTasks),
    execWorkflow: method(routes.execWorkflow),
    cancelWorkflow: method(routes.cancelWorkflow),
    taskStatus: method(routes.taskStatus),
    scaleApplication: method(routes.scaleApplication),
    restartApplication: method(routes.restartApplication),
    rollbackApplication: method(routes.rollbackApplication),
    listRevisions: method(routes.listRevisions),
    cleanUpApplication: method(routes.cleanUpApplication),
    deleteApplication: method(routes.deleteApplication),
    decideTask: method(routes.decideTask),
    jobLog: method(routes.jobLog),
    retryTask: method(routes.retryTask),
    listProfiles: method(routes.listProfiles),
    getProfile: method(routes.getProfile),
    putProfile: method(routes.putProfile),
    deleteProfile: method(routes.deleteProfile),
    listProjects: method(routes.listProjects),
    getProject: method(routes.getProject),
    bindProject: method(routes.bindProject),
    unbindProject: method(routes.unbindProject),
    applicationSchema: method(routes.applicationSchema),
    applicationForm: method(routes.applicationForm),
    templateParameters: method(routes.templateParameters),
    listPlugins: method(routes.listPlugins),
    renderDocument: method(routes.renderDocument),
    planDocument: method(routes.planDocument),
    planApplication: method(routes.planApplication),
    applicationManifests: method(routes.applicationManifests),
    getRevision: method(routes.getRevision),
    diffRevisions: method(routes.diffRevisions),
    listRuns: method(routes.listRuns),
    listJobs: method(routes.listJobs),
    updateVersion: method(routes.updateVersion),
    promoteVersion: method(routes.promoteVersion),
    abortVersion: method(routes.abortVersion),
    listWorkflows: method(routes.listWorkflows),
    putWorkflow: method(routes.putWorkflow),
    tryWorkflow: method(routes.tryWorkflow),
    deleteWorkflow: method(routes.deleteWorkflow),
    execById: method(routes.execById),
    cancelById: method(routes.cancelById),
    metrics: method(routes.metrics),
    metricsSummary: method(routes.metricsSummary),
    metricsSeries: method(routes.metricsSeries),
    metricsQueue: method(routes.metricsQueue),
    metricsWorkers: method(routes.metricsWorkers),
    whoami: method(routes.whoami),
    listUsers: method(routes.listUsers),
    createUser: method(routes.createUser),
    getUser: method(routes.getUser),
    changeUser: method(routes.changeUser),
    removeUser: method(routes.removeUser),
    listTokens: method(routes.listTokens),
    createToken: method(routes.createToken),
    revokeToken: method(routes.revokeToken),
    createLoginCode: method(routes.createLoginCode),
    login: method(routes.login),
    listAudit: method(routes.listAudit),
    listClusters: method(routes.listClusters),
    registerCluster: method(routes.registerCluster),
    getCluster: method(routes.getCluster),
    replaceCluster: method(routes.replaceCluster),
    checkCluster: method(routes.checkCluster),
    removeCluster: method(routes.removeCluster),
    clusterNodes: method(routes.clusterNodes),
    cordonNode: method(routes.cordonNode),
    uncordonNode: method(routes.uncordonNode),
    drainNode: method(routes.drainNode),
    clusterKinds: method(routes.clusterKinds),
    clusterObjects: method(routes.clusterObjects),
    newestEvents: method(routes.newestEvents),
    clusterObject: method(routes.clusterObject),
    listFunctions: method(routes.listFunctions),
    getFunction: method(routes.getFunction),
    putFunction: method(routes.putFunction),
    deleteFunction: method(routes.deleteFunction),
    scaleFunction: method(routes.scaleFunction),
    callFunction: method(routes.callFunction),
    functionLogs: method(routes.functionLogs),
    getFunctionWorkflow: method(routes.getFunctionWorkflow),
    startFunctionRun: method(routes.startFunctionRun),
    getFunctionRun: method(routes.getFunctionRun),
    clusterPods: method(routes.clusterPods),
    clusterServices: method(routes.clusterServices),
    podEvents: method(routes.podEvents),
    applicationPods: method(routes.applicationPods),
    deletePod: method(routes.deletePod),
    clusterEvents: method(routes.clusterEvents),
    applicationLogs: method(routes.applicationLogs),
    debugPod: method(routes.debugPod),
    applicationUsage: method(routes.applicationUsage),
    clusterUsage: method(routes.clusterUsage),
    clusterPodUsage: method(routes.clusterPodUsage),
    scrapeTargets: method(routes.scrapeTargets),
    clusterCapacity: method(routes.clusterCapacity),
    exportApplications: method(routes.exportApplications),
    importApplications: method(routes.importApplications),
    followRun: (taskId, options) => followRun({ connection, clock, random }, taskId, options),
    followLogs: (appId, options) => followLogs({ connection, clock, random }, appId, options),
    followClusterEvents: (appId, options) => followClusterEvents({ connection, clock, random }, appId, options),
    followEvents: (options) => followEvents({ connection, clock, random }, options),
  };
}
