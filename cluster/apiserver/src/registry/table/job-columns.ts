import type { CronJob, Job } from '@kubemin/kubeapi/types/batch.v1';
import type { Columns } from './column.ts';
import { AGE, NAME } from './common-columns.ts';
import { formatAge, humanDuration } from './duration.ts';
import { TEMPLATE_COLUMNS } from './workload-columns.ts';

/** Columns of jobs. */
export const jobColumns: Columns<Job> = {
  columns: [
    NAME,
    { name: 'Status', cell: jobStatus },
    { name: 'Completions', cell: jobCompletions },
    { name: 'Duration', cell: jobDuration },
    AGE,
    ...TEMPLATE_COLUMNS,
  ],
};

/** Columns of cron jobs. */
export const cronJobColumns: Columns<CronJob> = {
  columns: [
    NAME,
    { name: 'Schedule', cell: ({ spec }) => spec?.schedule ?? '' },
    { name: 'Timezone', cell: ({ spec }) => spec?.timeZone ?? '<none>' },
    { name: 'Suspend', cell: ({ spec }) => (spec?.suspend === true ? 'True' : 'False') },
    { name: 'Active', type: 'integer', cell: ({ status }) => status?.active?.length ?? 0 },
    {
      name: 'Last Schedule',
      cell: ({ status }, now) =>
        status?.lastScheduleTime === undefined ? '<none>' : formatAge(status.lastScheduleTime, now),
    },
    AGE,
    {
      name: 'Containers',
      wide: true,
      cell: ({ spec }) => (spec?.jobTemplate.spec?.template.spec?.containers ?? []).map(({ name }) => name).join(','),
    },
    {
      name: 'Images',
      wide: true,
      cell: ({ spec }) =>
        (spec?.jobTemplate.spec?.template.spec?.containers ?? []).map(({ image }) => image ?? '').join(','),
    },
    { name: 'Selector', wide: true, cell: () => '<none>' },
  ],
};

function jobStatus({ metadata, status }: Job): string {
  const holds = (type: string): boolean =>
    status?.conditions?.some((condition) => condition.type === type && condition.status === 'True') ?? false;
  if (holds('Complete')) return 'Complete';
  if (holds('Failed')) return 'Failed';
  if (metadata.deletionTimestamp !== undefined) return 'Terminating';
  if (holds('Suspended')) return 'Suspended';
  if (holds('FailureTarget')) return 'FailureTarget';
  return holds('SuccessCriteriaMet') ? 'SuccessCriteriaMet' : 'Running';
}

function jobCompletions({ spec, status }: Job): string {
  const succeeded = status?.succeeded ?? 0;
  if (spec?.completions !== undefined) return `${succeeded}/${spec.completions}`;
  const parallelism = spec?.parallelism ?? 0;
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
}

function jobDuration({ status }: Job, now: number): string {
  const start = Date.parse(status?.startTime ?? '');
  if (Number.isNaN(start)) return '';
  const end = Date.parse(status?.completionTime ?? '');
  return humanDuration((Number.isNaN(end) ? now : end) - start);
}
