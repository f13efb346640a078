import { ProgrammingError } from '../../message/index.ts';
import type { LabelValues, MetricOptions } from './metric.ts';

const METRIC_NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const LABEL_NAME = /^[a-zA-Z_][a-zA-Z0-9_]*$/;

/**
 * The series of a metric by their labels. Finding one builds a string: a frequent caller finds its series once and
 * keeps it. Series are never dropped, so label values must come from a small set, not from what clients send.
 */
export class SeriesSet<Label extends string, Series> {
  readonly #labels: readonly Label[];
  readonly #make: () => Series;
  readonly #series = new Map<string, Series>();

  constructor({ name, labels = [] }: MetricOptions<Label>, make: () => Series) {
    const wrong = METRIC_NAME.test(name) ? labels.find((label) => !LABEL_NAME.test(label)) : name;
    if (wrong !== undefined) {
      throw new ProgrammingError(
        `${JSON.stringify(wrong)} is no name for a metric or label: use letters, digits and _`,
        'METRIC_NAME',
      );
    }
    this.#labels = labels;
    this.#make = make;
    // A metric without labels has its one series from the start: 0 is worth knowing.
    if (labels.length === 0) this.#series.set('', make());
  }

  series(values: LabelValues<Label>): Series {
    const key = labelText(this.#labels, values);
    const known = this.#series.get(key);
    if (known !== undefined) return known;
    const series = this.#make();
    this.#series.set(key, series);
    return series;
  }

  /** Each with its labels as written between the braces. */
  entries(): Iterable<readonly [string, Series]> {
    return this.#series;
  }
}

/** `verb="GET",code="200"`. */
export function labelText<Label extends string>(labels: readonly Label[], values: LabelValues<Label>): string {
  return labels.map((label) => `${label}="${escapeLabel(values[label])}"`).join(',');
}

/** The value of a label as it is written between quotes. */
export function escapeLabel(value: string): string {
  if (!/[\\"\n]/.test(value)) return value;
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
