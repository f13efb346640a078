import type { MetricsSeries } from '@kubemin/client';
import { Link } from '@tanstack/react-router';
import { type Column, CopyButton, EmptyState, Info, Panel, Table } from '../../kit/index.ts';
import { formatDuration, useLanguage } from '../../language/index.ts';
import { metricsMessages } from '../../messages/index.ts';
import { quantilePromql, rateWindow } from './promql.ts';

/** Durations by type of job. */
export function JobTypes({ series }: { readonly series: MetricsSeries }) {
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
            text={quantilePromql('kubemin_job_duration_seconds', rateWindow(series.stepMs), ['type'])}
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

/** The applications whose runs take longest. */
export function SlowestApps({ series }: { readonly series: MetricsSeries }) {
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
