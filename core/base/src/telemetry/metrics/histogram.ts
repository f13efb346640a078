import type { LabelValues, Metric, MetricOptions, MetricSample } from './metric.ts';
import { SeriesSet } from './series-set.ts';

/** A histogram's upper bounds, ascending and inclusive; infinity is added. */
export interface HistogramOptions<Label extends string> extends MetricOptions<Label> {
  readonly buckets: readonly number[];
}

/** How often values fell between which bounds. */
export class HistogramSeries {
  readonly #bounds: readonly number[];
  /** Not cumulative: that is computed at scrape time. The last one is for what exceeds all bounds. */
  readonly #counts: number[];
  #sum = 0;

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = [...bounds, Number.POSITIVE_INFINITY].map(() => 0);
  }

  observe(value: number): void {
    this.#sum += value;
    let bucket = 0;
    // Most values are small: the first bounds decide. By number, as this is done for every request and every statement.
    for (; bucket < this.#bounds.length; bucket += 1) if (value <= (this.#bounds[bucket] ?? 0)) break;
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
  }

  *samples(labels: string): Generator<MetricSample> {
    const prefix = labels === '' ? '' : `${labels},`;
    let total = 0;
    for (const [index, count] of this.#counts.entries()) {
      total += count;
      yield { suffix: '_bucket', labels: `${prefix}le="${this.#bounds[index] ?? '+Inf'}"`, value: total };
    }
    yield { suffix: '_sum', labels, value: this.#sum };
    yield { suffix: '_count', labels, value: total };
  }
}

/** The distribution of values: durations in seconds, sizes. */
export class Histogram<Label extends string = never> implements Metric {
  readonly type = 'histogram';
  readonly name: string;
  readonly help: string;
  readonly #series: SeriesSet<Label, HistogramSeries>;

  constructor(options: HistogramOptions<Label>) {
    this.name = options.name;
    this.help = options.help;
    this.#series = new SeriesSet(options, () => new HistogramSeries(options.buckets));
  }

  /** The distribution with these labels; keep it where observing must cost nothing. */
  series(labels: LabelValues<Label>): HistogramSeries {
    return this.#series.series(labels);
  }

  *samples(): Generator<MetricSample> {
    for (const [labels, series] of this.#series.entries()) yield* series.samples(labels);
  }
}
