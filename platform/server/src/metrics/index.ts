/**
 * Observation and housekeeping of a server: Prometheus metrics (`serverMetrics`, `MetricsService`), spans of requests
 * and runs, health and readiness, and the deletion of expired rows (`runRetention`). Requests are counted by the
 * pattern of their route, never by path, of which clients can send any number. `RunMetrics` counts this instance;
 * figures about runs come from the database and are the same on all instances.
 */
export { databaseCheck, HealthService, kubeCheck, type ReadinessCheck } from './health/health-service.ts';
export { type MetricsAccess, MetricsService, metricsHandlers } from './metrics-service.ts';
export { type RequestRecorder, requestPath } from './request-recorder.ts';
export { runRetention } from './retention/retention.ts';
export { serverRetention } from './retention/server-retention.ts';
export { RunMetrics } from './run-metrics.ts';
export { addBuildInfo, serverMetrics } from './server-metrics.ts';
export { RequestTracing, type RequestTracingOptions } from './tracing/request-tracing.ts';
export { RunSpans } from './tracing/run-spans.ts';
