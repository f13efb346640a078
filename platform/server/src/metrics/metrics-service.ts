import { METRICS_CONTENT_TYPE, type MetricRegistry } from '@kubemin/base';
import { routes } from '@kubemin/client';
import { ApiError, type BoundRoute, bindJson, bindText } from '../api/index.ts';
import { requestMessages } from '../messages/index.ts';
import type { FiguresService } from './figures-service.ts';
import type { FiguresSnapshot } from './figures-snapshot.ts';

/** Who may collect metrics: every client, callers who may read, none. */
export type MetricsAccess = 'public' | 'token' | 'off';

/** What metrics are collected from. */
export interface MetricsOptions {
  readonly registry: MetricRegistry;
  readonly snapshot: FiguresSnapshot;
  readonly figures: FiguresService;
  readonly access: MetricsAccess;
}

/** What the server returns to collectors of metrics. */
export class MetricsService {
  readonly access: MetricsAccess;
  readonly figures: FiguresService;
  readonly #options: MetricsOptions;

  constructor(options: MetricsOptions) {
    this.access = options.access;
    this.figures = options.figures;
    this.#options = options;
  }

  /** Everything, in Prometheus' text format. Without the database's figures when that does not respond. */
  async text(): Promise<string> {
    const { registry, snapshot } = this.#options;
    await snapshot.refresh();
    return registry.text();
  }
}

type MetricsRoute = 'metrics' | 'metricsSummary' | 'metricsSeries' | 'metricsQueue' | 'metricsWorkers';

/** Which of the service's methods handles which route about metrics. */
export function metricsHandlers(metrics: MetricsService): Readonly<Record<MetricsRoute, BoundRoute>> {
  // Where a token is required, the route is like any other; it is then served below the prefix only.
  const exposition = metrics.access === 'token' ? ({ ...routes.metrics, access: 'read' } as const) : routes.metrics;
  return {
    metrics: bindText(exposition, METRICS_CONTENT_TYPE, async () => {
      if (metrics.access === 'off') throw new ApiError('NOT_FOUND', requestMessages.metricsOff);
      return metrics.text();
    }),
    metricsSummary: bindJson(routes.metricsSummary, () => metrics.figures.summary()),
    metricsSeries: bindJson(routes.metricsSeries, ({ query }) => metrics.figures.series(query)),
    metricsQueue: bindJson(routes.metricsQueue, ({ query }) => metrics.figures.queue(query.limit)),
    metricsWorkers: bindJson(routes.metricsWorkers, () => metrics.figures.workers()),
  };
}
