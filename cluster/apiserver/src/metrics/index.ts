/**
 * What the API server exposes at `/metrics`: `ApiMetrics` (requests, storage writes, watches, numbers of objects) and
 * `StateMetrics` (the state of objects). The labels of requests have few values: paths and subresources that clients
 * invent share one label.
 */
export { ApiMetrics } from './api-metrics.ts';
export { RequestMetrics } from './request-metrics.ts';
export { StateMetrics } from './state/state-metrics.ts';
