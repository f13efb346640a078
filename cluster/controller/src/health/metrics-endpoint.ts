import { METRICS_CONTENT_TYPE, type MetricRegistry } from '@kubemin/base';
import { textReply } from '../http/http-reply.ts';
import type { HttpRouter } from '../http/http-router.ts';

/** Adds `/metrics` in the text format of Prometheus. */
export function addMetricsRoute(router: HttpRouter, metrics: MetricRegistry): HttpRouter {
  return router.add('GET', '/metrics', async () => textReply(200, metrics.text(), METRICS_CONTENT_TYPE));
}
