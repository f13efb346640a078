import type { Job } from '@kubemin/client';
import { EmptyState, Field, Select } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { LogView } from '../../logs/index.ts';
import { runMessages } from '../../messages/index.ts';
import { JobLog } from './job-log.tsx';
import { hasJobLog, hasPodLog } from './job-logs.ts';
import { jobName, useRun, useRunSearch } from './run-context.tsx';
import styles from './run-page.module.css';

const NO_PODS: readonly string[] = ['config', 'secret'];

/** In the address: the logs of pods, of one component where its name follows. */
const PODS = 'pods:';

/** The logs of the programs of jobs, and of the pods of the run's components. */
export function LogsTab() {
  const { t } = useLanguage();
  const { run } = useRun();
  const { search, setSearch } = useRunSearch();
  // Pods that are gone have left what they wrote with their job.
  const jobs = run.jobs.filter(
    (job) => (hasJobLog(job) || (hasPodLog(job) && job.endedAt !== undefined)) && job.attempt > 0,
  );
  const components = run.components.filter(({ type }) => !NO_PODS.includes(type)).map(({ name }) => name);
  const log = search.log ?? preferredLog(jobs.filter((job) => hasJobLog(job) || job.status === 'failed')) ?? PODS;
  const job = jobs.find(({ id }) => log === `job:${id}`);
  if (jobs.length === 0 && components.length === 0) return <EmptyState title={t(runMessages.noLogs)} />;
  return (
    <div className={styles.logs}>
      {jobs.length > 0 && (
        <div className={styles.sources}>
          <Field label={t(runMessages.logSource)}>
            <Select value={job === undefined ? PODS : log} onChange={(event) => setSearch({ log: event.target.value })}>
              {jobs.map((each) => (
                <option key={each.id} value={`job:${each.id}`}>
                  {jobName(each)}
                </option>
              ))}
              {components.length > 0 && <option value={PODS}>{t(runMessages.podLogs)}</option>}
            </Select>
          </Field>
        </div>
      )}
      {job === undefined ? (
        <LogView
          key={run.appId}
          appId={run.appId}
          app={run.appName}
          components={components}
          selection={log.startsWith(PODS) && log !== PODS ? { component: log.slice(PODS.length) } : {}}
          onSelect={({ component }) => setSearch({ log: `${PODS}${component ?? ''}` })}
        />
      ) : (
        <JobLog
          key={job.id}
          taskId={run.taskId}
          jobId={job.id}
          name={jobName(job)}
          isOver={job.endedAt !== undefined}
        />
      )}
    </div>
  );
}

/** A job that failed is looked at first, then one that runs. */
function preferredLog(jobs: readonly Job[]): string | undefined {
  const job = jobs.find(({ status }) => status === 'failed') ?? jobs.find(({ status }) => status === 'running');
  return job === undefined ? undefined : `job:${job.id}`;
}
