import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import styles from './app.module.css';

interface UsageChartProps {
  readonly label: string;
  /** Seconds since 1970. */
  readonly times: readonly number[];
  readonly lines: readonly { readonly name: string; readonly values: readonly (number | undefined)[] }[];
  readonly format: (value: number) => string;
  /** The scale reaches at least to this value. */
  readonly least: number;
}

const HEIGHT = 180;
const SHORTEST_SECONDS = 120;
/** Told apart by their colour and named in the legend; the table beside the chart has the same figures. */
const LINE_TOKENS = [
  '--accent',
  '--state-skipped',
  '--state-rejected',
  '--state-timeout',
  '--state-queued',
  '--text-2',
];

/** Lines over time. What it shows is in a table beside it, too, for those who do not see it. */
export function UsageChart({ label, times, lines, format, least }: UsageChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>(null);
  const formatRef = useRef(format);
  formatRef.current = format;
  const names = lines.map(({ name }) => name).join('\n');
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const write = (_: uPlot, value: number | null): string => (value === null ? '–' : formatRef.current(value));
    const axis = {
      font: `${token('--text-12')} ${token('--font-ui')}`,
      stroke: token('--text-2'),
      grid: { stroke: token('--line') },
      ticks: { stroke: token('--line') },
    };
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        series: [
          {},
          ...names.split('\n').map((name, at) => ({
            label: name,
            stroke: token(LINE_TOKENS[at % LINE_TOKENS.length] ?? '--accent'),
            width: 1.5,
            points: { show: false },
            value: write,
          })),
        ],
        axes: [
          axis,
          { ...axis, size: 72, values: (_: uPlot, values) => values.map((value) => formatRef.current(value)) },
        ],
        scales: {
          y: { range: (_: uPlot, __: number, most: number) => [0, Math.max(least, most * 1.1)] },
          x: { range: (_: uPlot, first: number, last: number) => [Math.min(first, last - SHORTEST_SECONDS), last] },
        },
      },
      [[], ...names.split('\n').map(() => [])],
      element,
    );
    chart.current = plot;
    const resized = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
    resized.observe(element);
    return () => {
      resized.disconnect();
      plot.destroy();
      chart.current = null;
    };
  }, [names, least]);
  useEffect(() => {
    chart.current?.setData([[...times], ...lines.map(({ values }) => values.map((value) => value ?? null))]);
  }, [times, lines]);
  return <div ref={place} className={styles.chart} role="img" aria-label={label} />;
}

function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
