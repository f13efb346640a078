import { TerminalError } from '../errors.ts';
import type { Metric } from './metric.ts';

/** The media type of `MetricRegistry.text()`. */
export const METRICS_CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** The metrics of one server; what it exposes. */
export class MetricRegistry {
  readonly #metrics = new Map<string, Metric>();

  /** Answers the metric, so that it can be kept where it is made. */
  add<M extends Metric>(metric: M): M {
    if (this.#metrics.has(metric.name)) {
      throw new TerminalError(`there is a metric ${metric.name} already: names are unique in a registry`, {
        code: 'METRIC_EXISTS',
      });
    }
    this.#metrics.set(metric.name, metric);
    return metric;
  }

  /** Everything in Prometheus' text format, by name. Metrics without a series are left out. */
  text(): string {
    const metrics = [...this.#metrics.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    return metrics.map(exposition).join('');
  }
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
