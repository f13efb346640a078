import type { LabelValues, Metric, MetricOptions, MetricSample } from './metric.ts';
import { labelText } from './series-set.ts';

/** A value that another component keeps, as read at scrape time. */
export interface Observation<Label extends string> {
  readonly labels: LabelValues<Label>;
  readonly value: number;
}

/** A metric that is read at scrape time, and costs nothing until then. */
export interface ObservedMetricOptions<Label extends string> extends MetricOptions<Label> {
  readonly type: 'counter' | 'gauge';
  readonly read: () => Iterable<Observation<Label>>;
}

/** Values that are known elsewhere: sizes of collections, what the operating system counts. */
export class ObservedMetric<Label extends string = never> implements Metric {
  readonly #options: ObservedMetricOptions<Label>;

  constructor(options: ObservedMetricOptions<Label>) {
    this.#options = options;
  }

  get name(): string {
    return this.#options.name;
  }

  get help(): string {
    return this.#options.help;
  }

  get type(): 'counter' | 'gauge' {
    return this.#options.type;
  }

  *samples(): Generator<MetricSample> {
    const { labels: names = [], read } = this.#options;
    for (const { labels, value } of read()) yield { suffix: '', labels: labelText(names, labels), value };
  }
}
