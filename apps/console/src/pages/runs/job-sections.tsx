import { isRecord } from '@kubemin/base';
import type { Job, RenderedObject } from '@kubemin/client';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { stringify } from 'yaml';
import { Code, ErrorPanel, Moment, Skeleton, Tag } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { runMessages } from '../../messages/index.ts';
import { queryKeys, usePlatform } from '../../platform/index.ts';
import { JobLog } from './job-log.tsx';
import { hasJobLog, hasPodLog } from './job-logs.ts';
import { jobName, useRun } from './run-context.tsx';
import styles from './timeline.module.css';

/** The parts of the panel of a job that are read when they are opened: manifest, log and events. */
export function JobSections({ job }: { readonly job: Job }) {
  const { t } = useLanguage();
  const { run } = useRun();
  const hasManifest = job.objectKind !== '' && job.type !== 'prune' && run.kind === 'deploy';
  const hasLog = (hasJobLog(job) || hasPodLog(job)) && job.attempt > 0;
  return (
    <>
      {hasManifest && (
        <Foldable title={t(runMessages.manifest)}>
          <Manifest job={job} />
        </Foldable>
      )}
      {hasLog && (
        <Foldable title={t(runMessages.log)}>
          <div className={styles.log}>
            <JobLog taskId={run.taskId} jobId={job.id} name={jobName(job)} isOver={job.endedAt !== undefined} />
          </div>
        </Foldable>
      )}
      {job.objectKind !== '' && job.startedAt !== undefined && (
        <Foldable title={t(runMessages.events)}>
          <ObjectEvents job={job} />
        </Foldable>
      )}
    </>
  );
}

/** Its content is there only while it is open. */
function Foldable({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="heading">{title}</summary>
        {isOpen && <div className={styles.folded}>{children}</div>}
      </details>
    </section>
  );
}

/** The object as the revision of the run renders it. */
function Manifest({ job }: { readonly job: Job }) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { run } = useRun();
  const { appId, revision } = run;
  const query = useQuery({
    queryKey: [queryKeys.revisions, appId, 'manifests', revision],
    queryFn: ({ signal }) => client.applicationManifests(appId, { revision }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (query.isPending) return <Skeleton rows={4} />;
  if (query.isError) return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />;
  const found = query.data.objects.find((object) => isOf(object, job));
  if (found === undefined) return <p className="small secondary">{t(runMessages.noManifest({ revision }))}</p>;
  return (
    <div className="stack">
      <p className="small secondary">{t(runMessages.manifestHelp({ revision }))}</p>
      <Code text={stringify(found.manifest)} />
    </div>
  );
}

function isOf({ manifest }: RenderedObject, { objectKind, objectName }: Job): boolean {
  const { kind, metadata } = manifest;
  return kind === objectKind && isRecord(metadata) && metadata.name === objectName;
}

const MOST_EVENTS = 20;

/** What the cluster has recorded about the object, and about pods that are named after it. */
function ObjectEvents({ job }: { readonly job: Job }) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { run } = useRun();
  const query = useQuery({
    queryKey: [queryKeys.pods, run.appId, 'events', job.startedAt],
    queryFn: ({ signal }) =>
      client.clusterEvents(run.appId, job.startedAt === undefined ? {} : { since: job.startedAt }, { signal }),
    refetchInterval: job.endedAt === undefined ? 5_000 : false,
  });
  if (query.isPending) return <Skeleton rows={3} />;
  if (query.isError) return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />;
  const events = query.data.events.filter(
    ({ object }) =>
      (object.kind === job.objectKind && object.name === job.objectName) ||
      (hasPodLog(job) && object.name.startsWith(`${job.objectName}-`)),
  );
  if (events.length === 0) return <p className="small secondary">{t(runMessages.noEventsHelp)}</p>;
  return (
    <ol className="stack">
      {events
        .toReversed()
        .slice(0, MOST_EVENTS)
        .map(({ time, type, reason, message, object, count }) => (
          <li key={`${object.kind}/${object.name} ${reason} ${time} ${message}`} className="stack">
            <span className="wrap">
              <Tag kind={type === 'Warning' ? 'warning' : 'plain'}>{reason}</Tag>
              <span className="small hint">
                <Moment at={time} />
                {count > 1 && ` · ${t(runMessages.times({ count }))}`}
              </span>
            </span>
            <span className="small break" lang="en">
              {message}
            </span>
          </li>
        ))}
    </ol>
  );
}
