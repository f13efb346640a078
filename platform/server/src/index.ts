/**
 * The HTTP server of the platform: `createPlatformServer` migrates the tables, follows the status of components and
 * serves the REST API of `@kubemin/client` and the web pages. `StatusSource` reports the state of further component
 * types, `EventSink` receives transitions of runs. The engine is passed in; it executes without this package.
 */
export type { AccessToken } from './accounts/index.ts';
export { SERVER_SEALED_COLUMNS } from './api/index.ts';
export {
  type ClusterRegistry,
  type ClusterRegistryOptions,
  createClusterRegistry,
  type Dial,
  kubeAccess,
} from './clusters/index.ts';
export { builtinStatusSources, type ComponentState, type StatusSource } from './live/index.ts';
export {
  addBuildInfo,
  type MetricsAccess,
  type ReadinessCheck,
  RequestTracing,
  type RequestTracingOptions,
  RunMetrics,
  RunSpans,
} from './metrics/index.ts';
export {
  createPlatformServer,
  type PlatformServer,
  type PlatformServerOptions,
  type PlatformServerSettings,
} from './platform-server.ts';
export { createProjectBindings } from './projects/index.ts';
export {
  type CloudEvent,
  type EventSink,
  kafkaSink,
  shownObject,
  type WebhookSinkOptions,
  webhookSink,
} from './runs/index.ts';
