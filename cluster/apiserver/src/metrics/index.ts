/**
 * Metrics of requests, watches and the state of objects.
 */
export { ApiMetrics } from './api-metrics.ts';
export { RequestMetrics } from './request-metrics.ts';
export { StateMetrics } from './state/state-metrics.ts';
