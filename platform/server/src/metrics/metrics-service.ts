import type { MetricRegistry } from '@kubemin/base';
import type { FiguresService } from './figures-service.ts';
import type { FiguresSnapshot } from './figures-snapshot.ts';

/** Who may collect metrics: anybody, whoever may read, nobody. */
export type MetricsAccess = 'public' | 'token' | 'off';

/** What metrics are told from. */
export interface MetricsOptions {
  readonly registry: MetricRegistry;
  readonly snapshot: FiguresSnapshot;
  readonly figures: FiguresService;
  readonly access: MetricsAccess;
}

/** What the server tells those who collect metrics. */
export class MetricsService {
  readonly access: MetricsAccess;
  readonly figures: FiguresService;
  readonly #options: MetricsOptions;

  constructor(options: MetricsOptions) {
    this.access = options.access;
    this.figures = options.figures;
    this.#options = options;
  }

  /** Everything, in Prometheus' text format. Answers without the database's figures when that does not answer. */
  async text(): Promise<string> {
    const { registry, snapshot } = this.#options;
    await snapshot.refresh();
    return registry.text();
  }
}
