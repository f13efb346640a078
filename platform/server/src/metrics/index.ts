/**
 * Metrics, tracing, health and retention of the server.
 */
export { databaseCheck, HealthService, kubeCheck, type ReadinessCheck } from './health/health-service.ts';
export { HttpMetrics, isProbeRoute, routePattern } from './http-metrics.ts';
export { type MetricsAccess, MetricsService, metricsHandlers } from './metrics-service.ts';
export { runRetention } from './retention/retention.ts';
export { serverRetention } from './retention/server-retention.ts';
export { RunMetrics } from './run-metrics.ts';
export { addBuildInfo, serverMetrics } from './server-metrics.ts';
export { RequestTracing, type RequestTracingOptions } from './tracing/request-tracing.ts';
export { RunSpans } from './tracing/run-spans.ts';
