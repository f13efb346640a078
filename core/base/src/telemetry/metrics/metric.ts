/** What Prometheus calls the type of a metric. */
export type MetricType = 'counter' | 'gauge' | 'histogram';

/** One line of an exposition. */
export interface MetricSample {
  /** Appended to the metric's name: `_sum`, `_count`, `_bucket` of histograms, '' otherwise. */
  readonly suffix: string;
  /** As written between the braces; '' for none. */
  readonly labels: string;
  readonly value: number;
}

/** Something that is counted or measured, in all its series. */
export interface Metric {
  readonly name: string;
  /** One sentence for people. */
  readonly help: string;
  readonly type: MetricType;
  samples(): Iterable<MetricSample>;
}

/** Name, help and labels of a metric. */
export interface MetricOptions<Label extends string> {
  readonly name: string;
  readonly help: string;
  /** In the order in which they are written. */
  readonly labels?: readonly Label[];
}

/** A value for every label of a metric. */
export type LabelValues<Label extends string> = Readonly<Record<Label, string>>;
