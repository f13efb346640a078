import type { LabelValues, Metric, MetricOptions, MetricSample } from './metric.ts';
import { SeriesSet } from './series-set.ts';

/** One number that goes up and down. */
export class GaugeSeries {
  #value = 0;

  get value(): number {
    return this.#value;
  }

  set(value: number): void {
    this.#value = value;
  }

  /** Negative amounts take away. */
  add(amount: number): void {
    this.#value += amount;
  }
}

/** A current amount. A value that can be read at scrape time is better an ObservedMetric. */
export class Gauge<Label extends string = never> implements Metric {
  readonly type = 'gauge';
  readonly name: string;
  readonly help: string;
  readonly #series: SeriesSet<Label, GaugeSeries>;

  constructor(options: MetricOptions<Label>) {
    this.name = options.name;
    this.help = options.help;
    this.#series = new SeriesSet(options, () => new GaugeSeries());
  }

  series(labels: LabelValues<Label>): GaugeSeries {
    return this.#series.series(labels);
  }

  *samples(): Generator<MetricSample> {
    for (const [labels, { value }] of this.#series.entries()) yield { suffix: '', labels, value };
  }
}
