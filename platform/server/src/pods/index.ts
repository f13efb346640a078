/**
 * The pods of an application over the REST API: state, events of the cluster, usage, logs, and sessions in containers.
 * `ApplicationPods` finds them in the cluster and namespace of the stored application and by its label, so that no
 * request reaches a pod of another application. What is streamed from containers is not masked.
 */
export { ApplicationPods } from './application-pods.ts';
export { KEPT_LOG_MIGRATIONS, KeptLogRows, type KeptLogTables } from './kept/kept-log-rows.ts';
export { LogKeeper } from './kept/log-keeper.ts';
export { LogService, logHandlers } from './logs/log-service.ts';
export { PodService, podHandlers } from './pod-service.ts';
export { SessionService, sessionHandlers } from './sessions/session-service.ts';
export { StreamLimit } from './stream-limit.ts';
