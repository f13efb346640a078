import { METRICS_CONTENT_TYPE } from '@kubemin/base';
import { routes } from '@kubemin/client';
import { type BoundRoute, bindJson, bindText } from '../http/bound-route.ts';
import { Refusal } from '../http/refusal.ts';
import type { MetricsService } from './metrics-service.ts';

type MetricsRoute = 'metrics' | 'metricsSummary' | 'metricsSeries' | 'metricsQueue' | 'metricsWorkers';

/** Which of the service's methods answers which route about metrics. */
export function metricsHandlers(metrics: MetricsService): Readonly<Record<MetricsRoute, BoundRoute>> {
  // Where a token is asked for, the route is like any other; it then answers below the prefix only.
  const exposition = metrics.access === 'token' ? ({ ...routes.metrics, access: 'read' } as const) : routes.metrics;
  return {
    metrics: bindText(exposition, METRICS_CONTENT_TYPE, async () => {
      if (metrics.access === 'off') throw new Refusal('NOT_FOUND', 'this server tells no metrics: they are turned off');
      return metrics.text();
    }),
    metricsSummary: bindJson(routes.metricsSummary, () => metrics.figures.summary()),
    metricsSeries: bindJson(routes.metricsSeries, ({ query }) => metrics.figures.series(query)),
    metricsQueue: bindJson(routes.metricsQueue, ({ query }) => metrics.figures.queue(query.limit)),
    metricsWorkers: bindJson(routes.metricsWorkers, () => metrics.figures.workers()),
  };
}
