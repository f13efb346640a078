import { PlatformError } from '@kubemin/client';
import { useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import {
  CliLine,
  type Column,
  EmptyState,
  ErrorPanel,
  lazyComponent,
  Panel,
  Skeleton,
  Table,
} from '../../kit/index.ts';
import { formatBytes, formatMillicores, useLanguage } from '../../language/index.ts';
import { appMessages } from '../../messages/index.ts';
import { usageQuery, usePlatform } from '../../platform/index.ts';
import styles from './app.module.css';
import { useApp } from './app-context.ts';
import { addPoint, type PodReading, podReading, type UsagePoint } from './usage-readings.ts';

const UsageChart = lazyComponent(async () => (await import('./usage-chart.tsx')).UsageChart);

const REFRESH_MS = 5_000;

/** What the pods of an application use now, and since the page was opened. */
export function AppMetricsPage() {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { app, path } = useApp();
  const usage = useQuery(usageQuery(client, app.id, REFRESH_MS));
  const { data, dataUpdatedAt } = usage;
  const [points, setPoints] = useState<readonly UsagePoint[]>([]);
  useEffect(() => {
    if (data !== undefined) setPoints((before) => addPoint(before, data, dataUpdatedAt));
  }, [data, dataUpdatedAt]);
  if (usage.error instanceof PlatformError && usage.error.code === 'METRICS_UNAVAILABLE') {
    return (
      <div className={styles.body}>
        <EmptyState icon={<ChartNoAxesColumn size={24} aria-hidden />} title={t(appMessages.metricsAbsent)}>
          {t(appMessages.metricsAbsentHelp({ cluster: app.cluster }))}
        </EmptyState>
      </div>
    );
  }
  const readings = data?.pods.map(podReading) ?? [];
  return (
    <div className={styles.body}>
      {usage.isError && <ErrorPanel error={usage.error} onRetry={() => void usage.refetch()} />}
      {usage.isPending && <Skeleton rows={5} />}
      {data !== undefined && readings.length === 0 && (
        <EmptyState title={t(appMessages.noPods)}>{t(appMessages.noPodsHelp)}</EmptyState>
      )}
      {readings.length > 0 && (
        <>
          <PodUsageTable readings={readings} />
          <Chart title={t(appMessages.cpu)} points={points} kind="cpu" format={formatMillicores} least={10} />
          <Chart title={t(appMessages.memory)} points={points} kind="memory" format={formatBytes} least={1024 * 1024} />
          <p className="small secondary">{t(appMessages.sinceOpened)}</p>
          <CliLine words={['top', path]} />
        </>
      )}
    </div>
  );
}

function PodUsageTable({ readings }: { readonly readings: readonly PodReading[] }) {
  const { t } = useLanguage();
  const columns: readonly Column<PodReading>[] = [
    {
      id: 'pod',
      head: t(appMessages.pod),
      cell: ({ pod, component }) => (
        <div className="two-lines">
          <span className="medium break">{pod}</span>
          {component !== undefined && <span className="small secondary">{component}</span>}
        </div>
      ),
    },
    {
      id: 'cpu',
      head: t(appMessages.cpu),
      cell: ({ cpuMillis, cpuLimit }) => <Used used={cpuMillis} limit={cpuLimit} format={formatMillicores} />,
    },
    {
      id: 'memory',
      head: t(appMessages.memory),
      cell: ({ memoryBytes, memoryLimit }) => <Used used={memoryBytes} limit={memoryLimit} format={formatBytes} />,
    },
  ];
  return (
    <Panel label={t(appMessages.usageNow)} title={t(appMessages.usageNow)}>
      <Table label={t(appMessages.usageNow)} columns={columns} items={readings} itemKey={({ pod }) => pod} />
    </Panel>
  );
}

interface UsedProps {
  readonly used: number | undefined;
  readonly limit: number | undefined;
  readonly format: (value: number) => string;
}

const HIGH = 0.9;

function Used({ used, limit, format }: UsedProps) {
  const { t } = useLanguage();
  if (used === undefined) return <span className="hint">{t(appMessages.notMeasured)}</span>;
  if (limit === undefined) return t(appMessages.unlimited({ used: format(used) }));
  const share = limit === 0 ? 0 : used / limit;
  return (
    <span className="row">
      <span
        className={[styles.meter, 'wide-only', share >= HIGH && styles.meterHigh].filter(Boolean).join(' ')}
        aria-hidden
      >
        <span style={{ width: `${Math.min(100, share * 100)}%` }} />
      </span>
      {t(appMessages.usedOf({ used: format(used), limit: format(limit), percent: Math.round(share * 100) }))}
    </span>
  );
}

interface ChartProps {
  readonly title: string;
  readonly points: readonly UsagePoint[];
  readonly kind: 'cpu' | 'memory';
  readonly format: (value: number) => string;
  readonly least: number;
}

function Chart({ title, points, kind, format, least }: ChartProps) {
  const { t } = useLanguage();
  const { times, lines } = useMemo(() => {
    const pods = [...new Set(points.flatMap((point) => [...point[kind].keys()]))];
    return {
      times: points.map(({ at }) => at / 1_000),
      lines: pods.map((pod) => ({ name: pod, values: points.map((point) => point[kind].get(pod)) })),
    };
  }, [points, kind]);
  return (
    <Panel title={title}>
      <div className={styles.chartPanel}>
        {points.length < 2 || lines.length === 0 ? (
          <p className="secondary">{t(appMessages.gathering)}</p>
        ) : (
          <UsageChart label={title} times={times} lines={lines} format={format} least={least} />
        )}
      </div>
    </Panel>
  );
}
