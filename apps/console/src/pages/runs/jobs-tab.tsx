import { type Job, jobState } from '@kubemin/client';
import { Link } from '@tanstack/react-router';
import { type Column, Duration, EmptyState, Panel, StateChip, Table } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { runMessages } from '../../messages/index.ts';
import { JobPanel } from './job-panel.tsx';
import { jobName, useRun, useRunSearch } from './run-context.tsx';
import { isKept } from './run-history.ts';
import styles from './run-page.module.css';
import timeline from './timeline.module.css';
import { shownState } from './timeline-layout.ts';

/** Every job of the run in the order of its plan. */
export function JobsTab() {
  const { run } = useRun();
  const { search } = useRunSearch();
  const job = run.jobs.find(({ id }) => id === search.job);
  return (
    <div className={timeline.runBody}>
      <div className={styles.body}>{run.jobs.length === 0 ? <NoJobs /> : <JobTable />}</div>
      {job !== undefined && <JobPanel job={job} />}
    </div>
  );
}

export function NoJobs() {
  const { t } = useLanguage();
  const { run } = useRun();
  return (
    <EmptyState title={t(runMessages.noJobs)}>
      {t(run.endedAt === undefined ? runMessages.noJobsHelp : runMessages.noJobsEnded)}
    </EmptyState>
  );
}

export function JobTable() {
  const { t, sent } = useLanguage();
  const { run } = useRun();
  const { search } = useRunSearch();
  const columns: readonly Column<Job>[] = [
    {
      id: 'job',
      head: t(runMessages.job),
      cell: (job) => (
        <div className="two-lines">
          <Link className="medium" to="." search={{ ...search, job: job.id }} replace>
            {jobName(job)}
          </Link>
          <span className="small secondary cut">{job.step}</span>
        </div>
      ),
    },
    {
      id: 'state',
      head: t(runMessages.state),
      width: '130px',
      cell: (job) => <JobChip job={job} />,
    },
    {
      id: 'message',
      head: t(runMessages.message),
      width: '40%',
      cell: (job) => (
        <span className="small secondary break">
          {job.error === undefined
            ? job.message !== undefined && sent(job, 'message', job.message)
            : sent(job, 'error', job.error)}
        </span>
      ),
    },
    {
      id: 'attempts',
      head: t(runMessages.attempts),
      numeric: true,
      wideOnly: true,
      cell: ({ attempt }) => attempt > 0 && attempt,
    },
    {
      id: 'duration',
      head: t(runMessages.duration),
      numeric: true,
      cell: ({ startedAt, endedAt, status }) =>
        startedAt !== undefined &&
        (endedAt !== undefined || status === 'running') && <Duration from={startedAt} to={endedAt} />,
    },
  ];
  return (
    <Panel label={t(runMessages.jobs)}>
      <Table label={t(runMessages.jobs)} columns={columns} items={run.jobs} itemKey={({ id }) => id} />
    </Panel>
  );
}

/** The state of a job: one that was skipped without ever being tried has not started. */
export function JobChip({ job, bare = false }: { readonly job: Job; readonly bare?: boolean }) {
  const { t } = useLanguage();
  const { history } = useRun();
  if (isKept(job, history)) return <StateChip state="skipped" bare={bare} />;
  if (job.status === 'queued') return <StateChip state={shownState(job)} bare={bare} />;
  return (
    <StateChip state={shownState(job)} bare={bare}>
      {t(jobState(job))}
    </StateChip>
  );
}
