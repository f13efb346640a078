import type { MetricsPoint, MetricsSeries, Percentiles } from '@kubemin/client';
import { useMemo } from 'react';
import { formatDuration, useLanguage } from '../../language/index.ts';
import { metricsMessages } from '../../messages/index.ts';
import styles from './chart.module.css';
import type { ChartSeries } from './chart-data.ts';
import { ChartPanel } from './chart-panel.tsx';
import { quantilePromql, rateWindow, successPromql } from './promql.ts';

interface ChartsProps {
  readonly series: MetricsSeries;
  readonly before: MetricsSeries | undefined;
}

/** What the figures were over time: one chart for each. */
export function Charts({ series, before }: ChartsProps) {
  const { t, language } = useLanguage();
  const { points, stepMs } = series;
  const previous = before?.points;
  const window = rateWindow(stepMs);
  const noRuns = { title: t(metricsMessages.nothingInRange) };
  const tooFew = { title: t(metricsMessages.notEnough), help: t(metricsMessages.notEnoughHelp) };
  const drawn = useMemo(() => {
    const line = (
      name: string,
      colour: ChartSeries['colour'],
      pick: (point: MetricsPoint) => number | null,
    ): ChartSeries => ({ name, colour, values: points.map(pick), previous: previous?.map(pick) });
    const percentiles = (pick: (point: MetricsPoint) => Percentiles): readonly ChartSeries[] => [
      line(t(metricsMessages.p50), '--text-3', (point) => pick(point).p50),
      line(t(metricsMessages.p95), '--accent', (point) => pick(point).p95),
      line(t(metricsMessages.p99), '--warn', (point) => pick(point).p99),
    ];
    const hasEnded = points.some(({ ended }) => Object.values(ended).some((count) => count > 0));
    return {
      times: points.map(({ at }) => Date.parse(at)),
      depth: [
        line(t(metricsMessages.running), '--state-running', ({ running }) => running),
        line(t(metricsMessages.waiting), '--state-waiting', ({ waiting }) => waiting),
      ],
      wait: percentiles((point) => point.wait),
      duration: percentiles((point) => point.duration),
      outcomes: hasEnded
        ? [
            line(t(metricsMessages.completed), '--state-completed', ({ ended }) => ended.completed),
            line(t(metricsMessages.failed), '--state-failed', ({ ended }) => ended.failed),
            line(t(metricsMessages.timeout), '--state-timeout', ({ ended }) => ended.timeout),
            line(t(metricsMessages.rejected), '--state-rejected', ({ ended }) => ended.rejected),
            line(t(metricsMessages.cancelled), '--state-cancelled', ({ ended }) => ended.cancelled),
          ]
        : [],
      success: hasEnded
        ? [line(t(metricsMessages.successRateShort), '--state-completed', ({ successRate }) => successRate)]
        : [],
      retries: hasEnded ? [line(t(metricsMessages.retriedRuns), '--state-queued', ({ retries }) => retries)] : [],
    };
  }, [points, previous, t]);
  const formats = useMemo(
    () => ({
      count: (value: number): string => (Number.isInteger(value) ? String(value) : ''),
      time: (value: number): string => formatDuration(value, language),
      percent: formatPercent,
    }),
    [language],
  );
  const { times } = drawn;
  return (
    <>
      {series.truncated && <p className="small secondary">{t(metricsMessages.truncated)}</p>}
      <div className={styles.charts}>
        <ChartPanel
          title={t(metricsMessages.depth)}
          formula={t(metricsMessages.depthFormula)}
          promql="max by (status) (kubemin_tasks)"
          empty={noRuns}
          kind="stacked"
          times={times}
          series={drawn.depth}
          format={formats.count}
        />
        <ChartPanel
          title={t(metricsMessages.outcomes)}
          formula={t(metricsMessages.successFormula)}
          promql={`sum by (status) (increase(kubemin_tasks_ended_total[${window}]))`}
          empty={noRuns}
          kind="bars"
          times={times}
          series={drawn.outcomes}
          format={formats.count}
        />
        <ChartPanel
          title={t(metricsMessages.successRateShort)}
          formula={t(metricsMessages.successFormula)}
          promql={successPromql(window)}
          empty={noRuns}
          kind="lines"
          times={times}
          series={drawn.success}
          format={formats.percent}
        />
        <ChartPanel
          title={t(metricsMessages.wait)}
          formula={t(metricsMessages.waitFormula)}
          promql={quantilePromql('kubemin_task_wait_seconds', window)}
          empty={tooFew}
          kind="lines"
          times={times}
          series={drawn.wait}
          format={formats.time}
        />
        <ChartPanel
          title={t(metricsMessages.duration)}
          formula={t(metricsMessages.durationChartFormula)}
          promql={quantilePromql('kubemin_task_duration_seconds', window)}
          empty={tooFew}
          kind="lines"
          times={times}
          series={drawn.duration}
          format={formats.time}
        />
        <ChartPanel
          title={t(metricsMessages.retries)}
          formula={t(metricsMessages.retriesFormula)}
          promql={`sum by (type) (increase(kubemin_job_retries_total[${window}]))`}
          empty={noRuns}
          kind="bars"
          times={times}
          series={drawn.retries}
          format={formats.count}
        />
      </div>
    </>
  );
}

/** A share with one digit. */
export function formatPercent(share: number): string {
  return `${Number((share * 100).toFixed(1))} %`;
}
