import type { LabelValues, Metric, MetricOptions, MetricSample } from './metric.ts';
import { SeriesSet } from './series-set.ts';

/** One count, which only grows. */
export class CounterSeries {
  #value = 0;

  get value(): number {
    return this.#value;
  }

  add(amount = 1): void {
    this.#value += amount;
  }
}

/** Counts events. */
export class Counter<Label extends string = never> implements Metric {
  readonly type = 'counter';
  readonly name: string;
  readonly help: string;
  readonly #series: SeriesSet<Label, CounterSeries>;

  constructor(options: MetricOptions<Label>) {
    this.name = options.name;
    this.help = options.help;
    this.#series = new SeriesSet(options, () => new CounterSeries());
  }

  /** The count with these labels; keep it where counting must cost nothing. */
  series(labels: LabelValues<Label>): CounterSeries {
    return this.#series.series(labels);
  }

  *samples(): Generator<MetricSample> {
    for (const [labels, { value }] of this.#series.entries()) yield { suffix: '', labels, value };
  }
}
