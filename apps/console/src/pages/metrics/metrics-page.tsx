import type { MetricsPoint, MetricsSeries, MetricsSummary, Percentiles } from '@kubemin/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import {
  type Column,
  CommandMenu,
  CopyButton,
  EmptyState,
  ErrorPanel,
  Figure,
  Figures,
  Info,
  Panel,
  PanelBoundary,
  Segments,
  Skeleton,
  Switch,
  Table,
} from '../../kit/index.ts';
import { formatDuration, useLanguage } from '../../language/index.ts';
import { metricsMessages } from '../../messages/index.ts';
import {
  cliCommand,
  metricsSeriesQuery,
  metricsSummaryQuery,
  previousMetricsSeriesQuery,
  usePlatform,
  workersQuery,
} from '../../platform/index.ts';
import { type Alert, findAlerts } from './alerts.ts';
import styles from './chart.module.css';
import type { ChartSeries } from './chart-data.ts';
import { ChartPanel } from './chart-panel.tsx';
import { metricsSearchSchema, RANGES, type Range } from './metrics-search.ts';
import { MetricsTabs } from './metrics-tabs.tsx';

const RANGE_NAMES: readonly Range[] = ['15m', '1h', '6h', '24h', '7d', '30d'];

export function MetricsPage() {
  const { client } = usePlatform();
  const { range = '1h', compare = false } = metricsSearchSchema.parse(useSearch({ strict: false }));
  const summary = useQuery(metricsSummaryQuery(client));
  const series = useQuery(metricsSeriesQuery(client, range));
  const before = useQuery({ ...previousMetricsSeriesQuery(client, range, RANGES[range]), enabled: compare });
  return (
    <MetricsTabs
      actions={
        <>
          <RangeControls range={range} compare={compare} />
          <CommandMenu commands={[cliCommand('metrics'), cliCommand('metrics', '--range', range)]} />
        </>
      }
      waiting={summary.data === undefined ? undefined : summary.data.queue.waiting + summary.data.queue.queued}
    >
      {summary.isError && <ErrorPanel error={summary.error} onRetry={() => void summary.refetch()} />}
      {summary.isPending && <Skeleton rows={2} />}
      {summary.data !== undefined && <SummaryFigures summary={summary.data} />}
      {!summary.isPending && <Alerts summary={summary.data} series={series.data} />}
      {series.isError && <ErrorPanel error={series.error} onRetry={() => void series.refetch()} />}
      {before.isError && <ErrorPanel error={before.error} onRetry={() => void before.refetch()} />}
      {series.isPending && <Skeleton rows={8} />}
      {series.data !== undefined && !summary.isPending && (
        <PanelBoundary>
          <Charts range={range} series={series.data} before={compare ? before.data : undefined} />
          <JobTypes series={series.data} />
          <SlowestApps series={series.data} />
        </PanelBoundary>
      )}
    </MetricsTabs>
  );
}

function RangeControls({ range, compare }: { readonly range: Range; readonly compare: boolean }) {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const search = (next: { range?: Range; compare?: boolean }): void => {
    const both = { range, compare, ...next };
    void navigate({
      to: '/metrics',
      search: { ...(both.range !== '1h' && { range: both.range }), ...(both.compare && { compare: true }) },
      replace: true,
    });
  };
  return (
    <>
      <span className="row small secondary">
        <Switch
          label={t(metricsMessages.compare)}
          checked={compare}
          onChange={(checked) => search({ compare: checked })}
        />
        {t(metricsMessages.compare)}
      </span>
      <Segments
        label={t(metricsMessages.range)}
        value={range}
        options={RANGE_NAMES.map((value) => ({ value, text: value }))}
        onChange={(value) => search({ range: value })}
      />
    </>
  );
}

function SummaryFigures({ summary }: { readonly summary: MetricsSummary }) {
  const { t, language } = useLanguage();
  const { queue, capacity, day } = summary;
  const ended = day.ended.completed + day.ended.failed + day.ended.timeout + day.ended.rejected;
  return (
    <Figures label={t(metricsMessages.figures)}>
      <Figure
        label={t(metricsMessages.queueDepth)}
        value={queue.waiting + queue.queued}
        info={t(metricsMessages.queueDepthFormula)}
      />
      <Figure
        label={t(metricsMessages.oldestWait)}
        value={formatDuration(queue.oldestWaitMs, language)}
        info={t(metricsMessages.oldestWaitFormula)}
      />
      <Figure
        label={t(metricsMessages.runningLimit)}
        value={`${queue.running} / ${capacity.limit}`}
        info={t(metricsMessages.runningLimitFormula)}
      >
        {t(metricsMessages.workersAlive({ count: capacity.instances }))}
      </Figure>
      <Figure
        label={t(metricsMessages.successRate)}
        value={day.successRate === null ? <NotEnough /> : formatPercent(day.successRate)}
        info={t(metricsMessages.successFormula)}
      >
        {t(metricsMessages.endedRuns({ count: ended }))}
      </Figure>
      <Figure
        label={t(metricsMessages.p95Duration)}
        value={day.duration.p95 === null ? <NotEnough /> : formatDuration(day.duration.p95, language)}
        info={t(metricsMessages.durationFormula)}
      >
        {t(metricsMessages.samples({ count: day.duration.samples }))}
      </Figure>
    </Figures>
  );
}

function formatPercent(share: number): string {
  return `${Number((share * 100).toFixed(1))} %`;
}

function NotEnough() {
  const { t } = useLanguage();
  return <span className="hint">{t(metricsMessages.notEnough)}</span>;
}

function Alerts({
  summary,
  series,
}: {
  readonly summary: MetricsSummary | undefined;
  readonly series: MetricsSeries | undefined;
}) {
  const { t, language } = useLanguage();
  const { client } = usePlatform();
  const workers = useQuery(workersQuery(client));
  const alerts = findAlerts({
    summary,
    series,
    workers: workers.data?.workers,
    formatDuration: (milliseconds) => formatDuration(milliseconds, language),
  });
  return (
    <Panel title={t(metricsMessages.alerts)} padded>
      <div className={styles.alerts}>
        <AlertList
          title={t(metricsMessages.platformTrouble)}
          alerts={alerts.filter(({ about }) => about === 'platform')}
        />
        <AlertList
          title={t(metricsMessages.jobTrouble)}
          alerts={alerts.filter(({ about }) => about === 'jobs')}
          more={
            <Link className="link small" to="/runs">
              {t(metricsMessages.openRuns)}
            </Link>
          }
        />
      </div>
    </Panel>
  );
}

interface AlertListProps {
  readonly title: string;
  readonly alerts: readonly Alert[];
  readonly more?: React.ReactNode;
}

function AlertList({ title, alerts, more }: AlertListProps) {
  const { t } = useLanguage();
  return (
    <section className="stack" aria-label={title}>
      <h3 className="small secondary medium">{title}</h3>
      {alerts.length === 0 && (
        <span className={`${styles.alert} ${styles.fine}`}>
          <CircleCheck size={16} aria-hidden />
          {t(metricsMessages.noTrouble)}
        </span>
      )}
      {alerts.map(({ level, message }) => {
        const text = t(message);
        return (
          <span key={text} className={`${styles.alert} ${styles[level]}`}>
            {level === 'failed' ? <CircleAlert size={16} aria-hidden /> : <TriangleAlert size={16} aria-hidden />}
            <span className="break">{text}</span>
          </span>
        );
      })}
      {alerts.length > 0 && more}
    </section>
  );
}

interface ChartsProps {
  readonly range: Range;
  readonly series: MetricsSeries;
  readonly before: MetricsSeries | undefined;
}

/** The window of rates in PromQL: about the length of a step. */
function rateWindow(stepMs: number): string {
  return `${Math.max(1, Math.round(stepMs / 60_000))}m`;
}

function Charts({ series, before }: ChartsProps) {
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

function successPromql(window: string): string {
  const ended = (states: string): string => `sum(increase(kubemin_tasks_ended_total{status=~"${states}"}[${window}]))`;
  return `${ended('completed')} / ${ended('completed|failed|timeout|rejected')}`;
}

function quantilePromql(metric: string, window: string): string {
  return `histogram_quantile(0.95, sum by (le) (rate(${metric}_bucket[${window}])))`;
}

function JobTypes({ series }: { readonly series: MetricsSeries }) {
  const { t, language } = useLanguage();
  type JobType = MetricsSeries['jobTypes'][number];
  const percentile = (name: 'p50' | 'p95' | 'p99', head: string): Column<JobType> => ({
    id: name,
    head,
    numeric: true,
    wideOnly: name === 'p99',
    cell: ({ duration }) => {
      const value = duration[name];
      return value === null ? (
        <span className="hint">{t(metricsMessages.notEnough)}</span>
      ) : (
        formatDuration(value, language)
      );
    },
  });
  const columns: readonly Column<JobType>[] = [
    { id: 'type', head: t(metricsMessages.type), cell: ({ type }) => <span className="medium">{type}</span> },
    {
      id: 'completed',
      head: t(metricsMessages.completed),
      numeric: true,
      wideOnly: true,
      cell: ({ completed }) => completed,
    },
    { id: 'failed', head: t(metricsMessages.failed), numeric: true, wideOnly: true, cell: ({ failed }) => failed },
    percentile('p50', t(metricsMessages.p50)),
    percentile('p95', t(metricsMessages.p95)),
    percentile('p99', t(metricsMessages.p99)),
  ];
  return (
    <Panel
      title={t(metricsMessages.jobTypes)}
      actions={
        <>
          <Info subject={t(metricsMessages.jobTypes)}>{t(metricsMessages.jobTypesFormula)}</Info>
          <CopyButton
            text={`histogram_quantile(0.95, sum by (le, type) (rate(kubemin_job_duration_seconds_bucket[${rateWindow(series.stepMs)}])))`}
            label={t(metricsMessages.copyPromql)}
          />
        </>
      }
    >
      {series.jobTypes.length === 0 ? (
        <EmptyState title={t(metricsMessages.noJobs)} />
      ) : (
        <Table
          label={t(metricsMessages.jobTypes)}
          columns={columns}
          items={series.jobTypes}
          itemKey={({ type }) => type}
        />
      )}
    </Panel>
  );
}

function SlowestApps({ series }: { readonly series: MetricsSeries }) {
  const { t, language } = useLanguage();
  const columns: readonly Column<MetricsSeries['slowest'][number]>[] = [
    {
      id: 'app',
      head: t(metricsMessages.app),
      cell: ({ appId, appName }) => (
        <Link className="medium" to="/apps/$app" params={{ app: appId }}>
          {appName}
        </Link>
      ),
    },
    { id: 'runs', head: t(metricsMessages.runs), numeric: true, wideOnly: true, cell: ({ runs }) => runs },
    {
      id: 'mean',
      head: t(metricsMessages.mean),
      numeric: true,
      cell: ({ meanMs }) => formatDuration(meanMs, language),
    },
    {
      id: 'longest',
      head: t(metricsMessages.longest),
      numeric: true,
      wideOnly: true,
      cell: ({ maxMs }) => formatDuration(maxMs, language),
    },
  ];
  return (
    <Panel
      title={t(metricsMessages.slowest)}
      actions={<Info subject={t(metricsMessages.slowest)}>{t(metricsMessages.slowestFormula)}</Info>}
    >
      {series.slowest.length === 0 ? (
        <EmptyState title={t(metricsMessages.nothingInRange)} />
      ) : (
        <Table
          label={t(metricsMessages.slowest)}
          columns={columns}
          items={series.slowest}
          itemKey={({ appId }) => appId}
        />
      )}
    </Panel>
  );
}
