import { escapeLabel } from '@kubemin/base';

/** One series of a metric. */
export interface MetricSeries {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
  /** Of the name, for the parts of a histogram: `_bucket`. */
  readonly suffix?: '_bucket' | '_sum' | '_count';
  /** When it was measured, in milliseconds since the epoch. @default when it is scraped */
  readonly at?: number | undefined;
}

/** A metric with what was measured of it just now. */
export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly series: readonly MetricSeries[];
}

/** Families in Prometheus' text format; those without a series are left out. */
export function formatFamilies(families: readonly MetricFamily[]): string {
  return families
    .filter(({ series }) => series.length > 0)
    .map(formatFamily)
    .join('');
}

export function gauge(name: string, help: string, series: readonly MetricSeries[]): MetricFamily {
  return { name, help, type: 'gauge', series };
}

export function counter(name: string, help: string, series: readonly MetricSeries[]): MetricFamily {
  return { name, help, type: 'counter', series };
}

function formatFamily({ name, help, type, series }: MetricFamily): string {
  const lines = series.map(
    ({ labels, value, at, suffix = '' }) =>
      `${name}${suffix}${formatLabels(labels)} ${value}${at === undefined ? '' : ` ${at}`}\n`,
  );
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

function formatLabels(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}
