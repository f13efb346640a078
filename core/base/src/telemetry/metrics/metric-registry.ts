import { ProgrammingError, type TerminalError } from '../../message/index.ts';
import { Counter } from './counter.ts';
import { Gauge } from './gauge.ts';
import { Histogram, type HistogramOptions } from './histogram.ts';
import type { Metric, MetricOptions } from './metric.ts';
import { ObservedMetric, type ObservedMetricOptions } from './observed-metric.ts';

/** The media type of `MetricRegistry.text()`. */
export const METRICS_CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * The metrics that one server exposes. `add` is for metrics that are made once. A component that may be set up again, as a
 * controller is in each of its terms, gets its metrics from `counter`, `gauge` and `histogram`, which keep their counts,
 * and registers with `observe` where values are read from now on.
 */
export class MetricRegistry {
  readonly #metrics = new Map<string, Metric>();
  /** What those that are found again were asked for as. */
  readonly #shapes = new Map<string, string>();

  /** Returns the metric, so that it can be kept where it is made. */
  add<M extends Metric>(metric: M): M {
    if (this.#metrics.has(metric.name)) throw exists(metric.name, 'names are unique in a registry');
    this.#metrics.set(metric.name, metric);
    return metric;
  }

  /** The counter of this name, made if there is none. */
  counter<Label extends string = never>(options: MetricOptions<Label>): Counter<Label> {
    const isCounter = (metric: Metric): metric is Counter<Label> => metric instanceof Counter;
    return this.#findOrMake(options, isCounter, () => new Counter(options));
  }

  /** The gauge of this name, made if there is none. */
  gauge<Label extends string = never>(options: MetricOptions<Label>): Gauge<Label> {
    const isGauge = (metric: Metric): metric is Gauge<Label> => metric instanceof Gauge;
    return this.#findOrMake(options, isGauge, () => new Gauge(options));
  }

  /** The histogram of this name, made if there is none. */
  histogram<Label extends string = never>(options: HistogramOptions<Label>): Histogram<Label> {
    const isHistogram = (metric: Metric): metric is Histogram<Label> => metric instanceof Histogram;
    return this.#findOrMake(options, isHistogram, () => new Histogram(options));
  }

  /** Reads the values from here from now on, instead of from the previous observer. The returned function ends that. */
  observe<Label extends string = never>(options: ObservedMetricOptions<Label>): () => void {
    const { name } = options;
    const known = this.#metrics.get(name);
    if (known !== undefined && !(known instanceof ObservedMetric)) throw exists(name, 'and it is not one to be asked');
    const metric = new ObservedMetric(options);
    this.#metrics.set(name, metric);
    return () => {
      if (this.#metrics.get(name) === metric) this.#metrics.delete(name);
    };
  }

  /** Everything in Prometheus' text format, by name. Metrics without a series are left out. */
  text(): string {
    const metrics = [...this.#metrics.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    return metrics.map(exposition).join('');
  }

  #findOrMake<M extends Metric>(
    { name, labels = [], buckets = [] }: MetricOptions<string> & { readonly buckets?: readonly number[] },
    isKind: (metric: Metric) => metric is M,
    make: () => M,
  ): M {
    const shape = JSON.stringify([labels, buckets]);
    const known = this.#metrics.get(name);
    if (known === undefined) {
      this.#shapes.set(name, shape);
      return this.add(make());
    }
    if (isKind(known) && this.#shapes.get(name) === shape) return known;
    throw exists(name, 'and it is of another kind, or has other labels or buckets');
  }
}

function exists(name: string, why: string): TerminalError {
  return new ProgrammingError(`there is a metric ${name} already: ${why}`, 'METRIC_EXISTS');
}

function exposition(metric: Metric): string {
  const lines: string[] = [];
  for (const { suffix, labels, value } of metric.samples()) {
    lines.push(`${metric.name}${suffix}${labels === '' ? '' : `{${labels}}`} ${numberText(value)}\n`);
  }
  if (lines.length === 0) return '';
  const help = metric.help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
  return `# HELP ${metric.name} ${help}\n# TYPE ${metric.name} ${metric.type}\n${lines.join('')}`;
}

function numberText(value: number): string {
  if (Number.isFinite(value) || Number.isNaN(value)) return String(value);
  return value > 0 ? '+Inf' : '-Inf';
}
