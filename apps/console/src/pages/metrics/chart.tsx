import { useEffect, useMemo, useRef, useState } from 'react';
import type uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatInstant, formatTime, type Locale, momentFormat, useLanguage } from '../../language/index.ts';
import { metricsMessages } from '../../messages/index.ts';
import styles from './chart.module.css';
import { alignEnds, type ChartSeries, stackValues } from './chart-data.ts';

export interface ChartProps {
  readonly label: string;
  readonly kind: 'lines' | 'stacked' | 'bars';
  /** Ends of steps, in milliseconds since the epoch. */
  readonly times: readonly number[];
  readonly series: readonly ChartSeries[];
  readonly format: (value: number) => string;
}

const DAY_MS = 86_400_000;
const HEIGHT = 180;
const AXIS_WIDTH = 56;

/** A chart with a legend that shows the values under the pointer, or the last ones. The table beside it has the same values. */
export function Chart({ label, kind, times, series, format }: ChartProps) {
  const { t, locale } = useLanguage();
  const place = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<number>();
  const theme = useShownTheme();
  const content = useMemo(() => ({ kind, times, series, format }), [kind, times, series, format]);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    let chart: uPlot | undefined;
    let isCurrent = true;
    const resize = new ResizeObserver(() => chart?.setSize({ width: element.clientWidth, height: HEIGHT }));
    // The theme is part of what is drawn: colours are read when the chart is made.
    element.dataset.drawn = theme;
    void import('uplot').then(({ default: Plot }) => {
      if (!isCurrent) return;
      chart = new Plot(chartOptions(Plot, element, content, locale, setAt), chartData(content), element);
      resize.observe(element);
    });
    return () => {
      isCurrent = false;
      resize.disconnect();
      chart?.destroy();
    };
  }, [content, theme, locale]);
  const shown = at !== undefined && at < times.length ? at : times.length - 1;
  const value = (values: readonly (number | null)[]): string => {
    const each = values[shown];
    return each === null || each === undefined ? '–' : format(each);
  };
  return (
    <div className="stack">
      <div className={styles.legend}>
        {series.map(({ name, colour, values, previous }) => (
          <span key={name} className={styles.entry}>
            <span className={styles.swatch} style={{ background: `var(${colour})` }} aria-hidden />
            {name} <b>{value(values)}</b>
            {previous !== undefined && (
              <span className="hint">
                {t(metricsMessages.previous)} {value(alignEnds(previous, times.length))}
              </span>
            )}
          </span>
        ))}
        <span className={`${styles.moment} hint`}>
          {times[shown] !== undefined && formatMoment(times[shown], times, locale)}
        </span>
      </div>
      <div ref={place} className={styles.chart} role="img" aria-label={label} />
    </div>
  );
}

/** Within a day its time is enough. */
function formatMoment(moment: number, times: readonly number[], locale: Locale): string {
  const [first = moment, last = moment] = [times[0], times.at(-1)];
  return last - first < DAY_MS ? formatTime(moment, locale) : formatInstant(moment, locale);
}

type Content = Pick<ChartProps, 'kind' | 'times' | 'series' | 'format'>;

/** What stands before others is drawn after them: sums from the largest to the smallest, then the previous range. */
function chartData({ kind, times, series }: Content): uPlot.AlignedData {
  const values = series.map((each) => each.values);
  const drawn = kind === 'lines' ? values : stackValues(values).toReversed();
  const before = previousValues(kind, series, times.length);
  return [times.map((time) => time / 1_000), ...drawn.map((each) => [...each]), ...before.map((each) => [...each])];
}

/** Stacked series are compared by their sum. */
function previousValues(
  kind: ChartProps['kind'],
  series: readonly ChartSeries[],
  length: number,
): readonly (readonly (number | null)[])[] {
  const known = series.flatMap(({ previous }) => (previous === undefined ? [] : [alignEnds(previous, length)]));
  return kind === 'lines' ? known : stackValues(known).slice(-1);
}

function chartOptions(
  Plot: typeof uPlot,
  element: HTMLElement,
  content: Content,
  locale: Locale,
  onCursor: (at: number | undefined) => void,
): uPlot.Options {
  const { kind, series, times, format } = content;
  const style = getComputedStyle(element);
  const colour = (token: string): string => style.getPropertyValue(token).trim();
  const font = `${colour('--text-12')} ${colour('--font-ui')}`;
  const axis = { stroke: colour('--text-3'), font, ticks: { show: false } };
  const drawn = (kind === 'lines' ? series : series.toReversed()).map(
    ({ name, colour: token }): uPlot.Series => ({
      label: name,
      stroke: colour(token),
      width: kind === 'bars' ? 0 : 1.5,
      points: { show: kind === 'lines' && times.length < 40, size: 4 },
      ...(kind === 'stacked' && { fill: colour(`${token}-bg`) }),
      ...(kind === 'bars' && { fill: colour(token), paths: barPaths(Plot) }),
    }),
  );
  const before = previousValues(kind, series, times.length).map(
    (_, at): uPlot.Series => ({
      label: `previous ${at}`,
      stroke: colour(kind === 'lines' ? (series[at]?.colour ?? '--text-3') : '--text-3'),
      width: 1,
      dash: [4, 4],
      points: { show: false },
    }),
  );
  const formatTick = momentFormat(locale, tickFormat(times));
  return {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: kind === 'lines' } },
    scales: { y: { range: (_, __, most) => [0, most > 0 ? most * 1.1 : 1] } },
    axes: [
      {
        ...axis,
        size: 28,
        grid: { show: false },
        values: (_, ticks) => ticks.map((tick) => formatTick(tick * 1_000)),
      },
      {
        ...axis,
        size: AXIS_WIDTH,
        grid: { stroke: colour('--line'), width: 1 },
        values: (_, ticks) => ticks.map((tick) => format(tick)),
      },
    ],
    series: [{}, ...drawn, ...before],
    hooks: { setCursor: [({ cursor }) => onCursor(cursor.idx ?? undefined)] },
  };
}

function barPaths(Plot: typeof uPlot): uPlot.Series.PathBuilder {
  const lines = (): null => null;
  return Plot.paths.bars?.({ size: [0.7, 24] }) ?? lines;
}

const A_DAY = 86_400_000;

function tickFormat(times: readonly number[]): Intl.DateTimeFormatOptions {
  const length = (times.at(-1) ?? 0) - (times[0] ?? 0);
  return length > A_DAY ? { month: 'numeric', day: 'numeric' } : { hour: '2-digit', minute: '2-digit', hour12: false };
}

/** The theme that the page shows now; it changes with the system's as well. */
function useShownTheme(): string {
  const [theme, setTheme] = useState(() => document.documentElement.dataset.theme ?? '');
  useEffect(() => {
    const changes = new MutationObserver(() => setTheme(document.documentElement.dataset.theme ?? ''));
    changes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    return () => changes.disconnect();
  }, []);
  return theme;
}
