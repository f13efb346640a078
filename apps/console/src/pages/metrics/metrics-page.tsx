import type { MetricsSeries, MetricsSummary } from '@kubemin/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import {
  CommandMenu,
  cliCommand,
  ErrorPanel,
  Figure,
  Figures,
  Panel,
  PanelBoundary,
  Segments,
  Skeleton,
  Switch,
} from '../../kit/index.ts';
import { formatDuration, useLanguage } from '../../language/index.ts';
import { metricsMessages } from '../../messages/index.ts';
import {
  metricsSeriesQuery,
  metricsSummaryQuery,
  previousMetricsSeriesQuery,
  usePlatform,
  workersQuery,
} from '../../platform/index.ts';
import { type Alert, findAlerts } from './alerts.ts';
import styles from './chart.module.css';
import { Charts, formatPercent } from './metrics-charts.tsx';
import { metricsSearchSchema, RANGES, type Range } from './metrics-search.ts';
import { JobTypes, SlowestApps } from './metrics-tables.tsx';
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
          <Charts series={series.data} before={compare ? before.data : undefined} />
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
