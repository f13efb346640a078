import type { Job } from '@kubemin/client';
import { EmptyState, Field, Panel, Select } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { runMessages } from '../../messages/index.ts';
import { hasJobLog } from './job-panel.tsx';
import { JobLogView, PodLogView } from './log-view.tsx';
import { jobName, useRun, useRunSearch } from './run-context.tsx';
import styles from './run-page.module.css';

const NO_PODS: readonly string[] = ['config', 'secret'];

/** The logs of the programs of jobs, and of the pods of the run's components. */
export function LogsTab() {
  const { t } = useLanguage();
  const { run } = useRun();
  const { search, setSearch } = useRunSearch();
  const jobs = run.jobs.filter((job) => hasJobLog(job) && job.attempt > 0);
  const components = run.components.filter(({ type }) => !NO_PODS.includes(type));
  const values = [...jobs.map(({ id }) => `job:${id}`), ...components.map(({ name }) => `pods:${name}`)];
  const chosen = values.find((value) => value === search.log) ?? preferredLog(jobs) ?? values[0];
  if (chosen === undefined) return <EmptyState title={t(runMessages.noLogs)} />;
  const job = jobs.find(({ id }) => chosen === `job:${id}`);
  const component = components.find(({ name }) => chosen === `pods:${name}`);
  return (
    <div className={styles.body}>
      <Field label={t(runMessages.logSource)}>
        <Select className={styles.source} value={chosen} onChange={(event) => setSearch({ log: event.target.value })}>
          {jobs.length > 0 && (
            <optgroup label={t(runMessages.jobLogs)}>
              {jobs.map((each) => (
                <option key={each.id} value={`job:${each.id}`}>
                  {jobName(each)}
                </option>
              ))}
            </optgroup>
          )}
          {components.length > 0 && (
            <optgroup label={t(runMessages.podLogs)}>
              {components.map(({ name }) => (
                <option key={name} value={`pods:${name}`}>
                  {name}
                </option>
              ))}
            </optgroup>
          )}
        </Select>
      </Field>
      <Panel label={t(runMessages.logs)}>
        {job !== undefined && (
          <JobLogView key={job.id} taskId={run.taskId} jobId={job.id} isOver={job.endedAt !== undefined} />
        )}
        {component !== undefined && (
          <PodLogView key={component.name} appId={run.appId} component={component.name} since={run.startedAt} />
        )}
      </Panel>
    </div>
  );
}

/** A job that failed is looked at first. */
function preferredLog(jobs: readonly Job[]): string | undefined {
  const job = jobs.find(({ status }) => status === 'failed') ?? jobs.find(({ status }) => status === 'running');
  return job === undefined ? undefined : `job:${job.id}`;
}
