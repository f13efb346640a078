export type { AccessToken } from './accounts/bearer-token.ts';
export {
  type ClusterRegistry,
  type ClusterRegistryOptions,
  createClusterRegistry,
  type Dial,
} from './clusters/cluster-registry.ts';
export { kubeAccess } from './clusters/kube-version.ts';
export type { ReadinessCheck } from './health/health-service.ts';
export type { MetricsAccess } from './metrics/metrics-service.ts';
export { RunMetrics } from './metrics/run-metrics.ts';
export { addBuildInfo } from './metrics/server-metrics.ts';
export { shownObject } from './plan/plan-view.ts';
export {
  createPlatformServer,
  type PlatformServer,
  type PlatformServerOptions,
  type PlatformServerSettings,
} from './platform-server.ts';
export type { CloudEvent } from './publication/cloud-event.ts';
export { type EventSink, kafkaSink, type WebhookSinkOptions, webhookSink } from './publication/event-sink.ts';
export { SERVER_SEALED_COLUMNS } from './sealed-columns.ts';
export type { ComponentState } from './status/component-state.ts';
export type { StatusSource } from './status/status-source.ts';
export { builtinStatusSources } from './status/workload-status.ts';
export { RequestTracing, type RequestTracingOptions } from './tracing/request-tracing.ts';
export { RunSpans } from './tracing/run-spans.ts';
