/**
 * The REST contract: `routes` has each route with its method, path, parameters, the access that it needs, the errors
 * that it may return beyond the common ones, and the schemas of its bodies. Client, server and OpenAPI description are
 * built from it, so that they cannot differ. Names of errors (`errorCatalogue`) are stable: programs match on the
 * `code` of a `PlatformError`. `Connection` sends requests and follows no redirects, because the token would be sent
 * there as well.
 */

export {
  type Application,
  type ApplicationDetail,
  type ApplicationFilter,
  type ApplicationList,
  type ApplicationPatch,
  type ApplicationSummary,
  applicationDetailSchema,
  applicationListSchema,
  applicationSchema,
  type SavedApplication,
  type Serving,
  savedApplicationSchema,
} from './application.ts';
export {
  type ApplicationHealth,
  type ApplicationPhase,
  applicationHealth,
  applicationHealthSchema,
} from './application-health.ts';
export { type AuditEntry, type AuditFilter, type AuditList, auditListSchema } from './audit.ts';
export {
  type BundleContent,
  type BundledApplication,
  type BundledProfile,
  bundleContentSchema,
} from './bundle-content.ts';
export { type Callback, type CallbackAttempt, type CallbackEvent, callbackEventSchema } from './callback.ts';
export {
  type Cluster,
  type ClusterCheck,
  type ClusterDetail,
  type ClusterList,
  type ClusterPolicies,
  type ClusterRegistration,
  type ClusterReplacement,
  clusterDetailSchema,
  clusterListSchema,
} from './cluster.ts';
export { clusterRoutes } from './cluster-routes.ts';
export {
  type Component,
  type ComponentList,
  type ComponentReason,
  type ComponentStatus,
  componentDrift,
  componentListSchema,
  componentSchema,
} from './component.ts';
export {
  Connection,
  type ConnectionOptions,
  type Fetch,
  type FetchRequest,
  type FetchResponse,
  isAbort,
  type OutgoingRequest,
  responseError,
} from './connection.ts';
export type { TargetFilter, TargetGroup } from './discovery.ts';
export { discoveryRoutes } from './discovery-routes.ts';
export { type DocumentText, documentFormat } from './document-text.ts';
export { type ErrorBody, errorBodySchema } from './error-body.ts';
export { type ErrorEntry, type ErrorName, errorCatalogue } from './error-catalogue.ts';
export type {
  FunctionCallBody,
  FunctionCallResult,
  FunctionCodeBody,
  FunctionDetail,
  FunctionList,
  FunctionLogs,
  FunctionRun,
  FunctionRunStart,
  FunctionRunSummary,
  FunctionScaleBody,
  FunctionScalingView,
  FunctionSummary,
  FunctionWorkflowDetail,
  FunctionWorkflowNode,
  FunctionWorkflowSummary,
} from './function.ts';
export { functionRoutes } from './function-routes.ts';
export { type Health, healthSchema, type Readiness, readinessSchema } from './health.ts';
export { instant } from './instant.ts';
export type {
  ClusterCapacity,
  ClusterKind,
  ClusterKindList,
  ClusterNode,
  ClusterNodeList,
  ClusterObject,
  ClusterObjectFilter,
  ClusterObjectList,
  ClusterObjectPlace,
  ClusterPod,
  ClusterPodList,
  ClusterServiceList,
  DrainedNode,
  DrainObstacle,
  DrainRequest,
  NewestEvents,
  NewestEventsFilter,
  PodEvent,
  PodFilter,
  ResourceCapacity,
  ServiceFilter,
} from './inventory.ts';
export { inventoryRoutes } from './inventory-routes.ts';
export { type Job, type JobList, type JobLog, type JobStatus, jobSchema } from './job.ts';
export {
  type ApplicationEvent,
  applicationEventSchema,
  type ComponentEvent,
  componentEventSchema,
  type LiveEvent,
  liveEventSchema,
  type ResetEvent,
} from './live-event.ts';
export { type Login, type LoginCode, loginCodeSchema, loginSchema } from './login.ts';
export type { FieldChange, Manifest, ObjectName, RenderedObject, Rendering } from './manifest.ts';
export type {
  Ended,
  MetricsPoint,
  MetricsRange,
  MetricsSeries,
  MetricsSummary,
  Percentiles,
  Queue,
  WorkerList,
} from './metrics.ts';
export { nodeRoutes } from './node-routes.ts';
export { objectRoutes } from './object-routes.ts';
export type { OpenApi } from './open-api.ts';
export {
  type CleanedResources,
  cleanedResourcesSchema,
  type DecidedJob,
  type Decision,
  type Deletion,
  type ListedRevision,
  type RestartRequest,
  type RetryRequest,
  type Revision,
  type RevisionList,
  type RevisionState,
  type RollbackRequest,
  type RolledBack,
  revisionListSchema,
  type ScaleRequest,
} from './operation.ts';
export type { Page } from './page.ts';
export {
  type Plan,
  type PlanAction,
  type PlannedChange,
  type PlannedJob,
  type PlannedStep,
  type PlanRequest,
  planSummary,
} from './plan.ts';
export {
  apiError,
  PlatformError,
  type PlatformErrorDetails,
  redirected,
  unexpectedResponse,
  unreachable,
} from './platform-error.ts';
export type { Plugin, PluginList } from './plugin.ts';
export type {
  ApplicationPod,
  ApplicationPodFilter,
  ApplicationPodList,
  ApplicationUsage,
  ClusterEvent,
  ClusterEventFilter,
  ClusterEventList,
  ClusterEventMessage,
  ClusterPodUsage,
  ClusterPodUsageFilter,
  ClusterUsage,
  DeletedPod,
  PodContainer,
  PodUsage,
} from './pod.ts';
export type { FollowedLogs, LogFilter, LogLine, LogList, LogMessage } from './pod-log.ts';
export { podRoutes } from './pod-routes.ts';
export {
  BEARER_PROTOCOL,
  COMMAND_PROTOCOLS,
  DEBUG_IMAGE,
  type DebugContainer,
  type DebugRequest,
  PORT_PROTOCOL,
  type PodAttachRequest,
  type PodCommandRequest,
  SESSION_CLOSE_CODES,
} from './pod-session.ts';
export { type Problem, problemSchema } from './problem.ts';
export type { Profile, ProfileContent, ProfileList } from './profile.ts';
export { profileRoutes } from './profile-routes.ts';
export { type Project, type ProjectContent, type ProjectList, projectContentSchema } from './project.ts';
export { projectRoutes } from './project-routes.ts';
export type { ObjectChange, RevisionDetail, RevisionDiff } from './revision.ts';
export { actionSchema, EVERYWHERE, type Grant, grantSchema, ROLE_ACTIONS, type Role, roleSchema } from './role.ts';
export {
  type Access,
  type Action,
  API_PREFIX,
  acceptsIdempotencyKey,
  type BodyEncoding,
  type HttpMethod,
  mayChange,
  paramNames,
  type ResponseEncoding,
  type Route,
  routePath,
  type Subject,
} from './route.ts';
export { type CallOptions, type RouteMethod, routeMethod } from './route-method.ts';
export { type RouteName, routes } from './routes.ts';
export { isTerminalEvent, type RunEvent, runEventSchema } from './run-event.ts';
export { type RunComponent, type RunStatus, runStatusSchema } from './run-status.ts';
export type { Schema, SchemaInput, SchemaOutput } from './schema.ts';
export { issueMessage, type SchemaIssue } from './schema-issue.ts';
export { schemaNames } from './schema-names.ts';
export {
  schemaRoutes,
  type TemplateParametersView,
  type TemplateParameterView,
  templateParameterSchema,
  templateParametersSchema,
} from './schema-routes.ts';
export {
  applicationPhases,
  componentStates,
  jobState,
  runStates,
  type StateColour,
  type StateWords,
} from './state-words.ts';
export {
  CLIENT_HEADER,
  isTerminal,
  type RunFilter,
  type RunProgress,
  type RunSource,
  runSourceSchema,
  type Task,
  type TaskKind,
  type TaskList,
  type TaskStatus,
  taskListSchema,
  taskSchema,
} from './task.ts';
export { encodeTexts, readText, type Texts, textsSchema } from './texts.ts';
export {
  type CreatedToken,
  createdTokenSchema,
  TOKEN_PREFIX,
  type Token,
  type TokenCreation,
  type TokenFilter,
  type TokenList,
  tokenListSchema,
  tokenSchema,
} from './token.ts';
export { type Topic, topicsText } from './topic.ts';
export {
  type ExportedBundle,
  type ExportRequest,
  exportedBundleSchema,
  type ImportReport,
  type ImportRequest,
  importReportSchema,
  type SealedBundle,
  SHORTEST_PASSPHRASE,
  sealedBundleSchema,
} from './transfer.ts';
export { transferRoutes } from './transfer-routes.ts';
export { type Trial, trialSchema } from './trial.ts';
export { type UnknownKey, unknownKeys } from './unknown-keys.ts';
export {
  isAllowed,
  type User,
  type UserChange,
  type UserCreation,
  type UserList,
  userListSchema,
  userSchema,
  type Whoami,
  whoamiSchema,
} from './user.ts';
export type { ComponentChange, DecidedVersion, Versioned, VersionRequest, VersionVerdict } from './version.ts';
export {
  type AwaitedRun,
  type CancelledRun,
  type ChangedWorkflow,
  cancelledRunSchema,
  type ExecutedRun,
  executedRunSchema,
  type RunReport,
  type StartedRun,
  startedRunSchema,
  type Workflow,
  type WorkflowCancellation,
  type WorkflowExecution,
  type WorkflowList,
  type WorkflowReference,
  type WorkflowRequest,
} from './workflow.ts';
