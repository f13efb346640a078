import { escapeLabel, type Metric, type MetricSample } from '@kubemin/base';
import type { ObjectCache } from '../../storage/index.ts';
import type { StateKind, StateMetric } from './state-metric.ts';

/**
 * All series of one metric of state. Labels are written straight away rather than looked up by name: of ten thousand
 * pods there are two hundred thousand lines, and other requests would wait meanwhile.
 */
export class StateSeries implements Metric {
  readonly #cache: ObjectCache;
  readonly #kind: StateKind;
  readonly #metric: StateMetric;

  constructor(cache: ObjectCache, kind: StateKind, metric: StateMetric) {
    this.#cache = cache;
    this.#kind = kind;
    this.#metric = metric;
  }

  get name(): string {
    return this.#metric.name;
  }

  get help(): string {
    return this.#metric.help;
  }

  get type(): 'counter' | 'gauge' {
    return this.#metric.type ?? 'gauge';
  }

  *samples(): Generator<MetricSample> {
    const { resource, identity } = this.#kind;
    const { labels: names = [] } = this.#metric;
    const parts = Object.entries(identity);
    for (const object of this.#cache.collection(resource).list(undefined)) {
      let own = '';
      for (const [label, part] of parts) own += `${own && ','}${label}="${escapeLabel(object.metadata[part] ?? '')}"`;
      for (const [value, ...values] of this.#metric.read(object)) {
        let labels = own;
        for (const [at, label] of names.entries()) labels += `,${label}="${escapeLabel(values[at] ?? '')}"`;
        yield { suffix: '', labels, value };
      }
    }
  }
}
