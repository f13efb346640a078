import { type ClusterEvent, type RunEvent, runStates } from '@kubemin/client';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import {
  type Column,
  EmptyState,
  ErrorPanel,
  Panel,
  Segments,
  Skeleton,
  StateChip,
  Table,
  Tag,
} from '../../kit/index.ts';
import { formatInstant, formatTime, useLanguage } from '../../language/index.ts';
import { runMessages } from '../../messages/index.ts';
import { queryKeys, usePlatform } from '../../platform/index.ts';
import { JobChip } from './jobs-tab.tsx';
import { jobName, useRun, useRunSearch } from './run-context.tsx';
import styles from './run-page.module.css';

interface ShownEvent {
  readonly key: string;
  readonly time: string;
  readonly subject: string;
  readonly what: ReactNode;
  readonly message: ReactNode;
}

/** What happened to the run and its jobs, and what the cluster recorded meanwhile. */
export function EventsTab() {
  const { t, locale } = useLanguage();
  const { history, historyError } = useRun();
  const { search, setSearch } = useRunSearch();
  const shown = search.events ?? 'all';
  const cluster = useClusterEvents(shown !== 'run');
  const runEvents = useRunEvents();
  const events = useMemo(() => {
    const all = [...(shown === 'cluster' ? [] : runEvents), ...(shown === 'run' ? [] : cluster.events)];
    // Of the same moment, what was stored last comes first.
    return all.toReversed().toSorted((one, other) => other.time.localeCompare(one.time));
  }, [shown, runEvents, cluster.events]);
  const columns: readonly Column<ShownEvent>[] = [
    {
      id: 'time',
      head: t(runMessages.time),
      width: '110px',
      cell: ({ time }) => (
        <time dateTime={time} title={formatInstant(Date.parse(time), locale)}>
          {formatTime(Date.parse(time), locale)}
        </time>
      ),
    },
    { id: 'subject', head: t(runMessages.subject), width: '26%', cell: ({ subject }) => subject },
    {
      id: 'what',
      head: t(runMessages.event),
      width: '150px',
      cell: ({ what }) => <span className={styles.past}>{what}</span>,
    },
    {
      id: 'message',
      head: t(runMessages.message),
      cell: ({ message }) => <span className="small secondary break">{message}</span>,
    },
  ];
  const isLoading = history.events.length === 0 && historyError === undefined && shown !== 'cluster';
  return (
    <div className={styles.body}>
      <div className="wrap">
        <Segments
          label={t(runMessages.showEvents)}
          value={shown}
          options={[
            { value: 'all', text: t(runMessages.allEvents) },
            { value: 'run', text: t(runMessages.runEvents) },
            { value: 'cluster', text: t(runMessages.clusterEvents) },
          ]}
          onChange={(next) => setSearch({ events: next === 'all' ? undefined : next })}
        />
      </div>
      {historyError !== undefined && shown !== 'cluster' && <ErrorPanel error={historyError} />}
      {cluster.error !== null && shown !== 'run' && (
        <ErrorPanel error={cluster.error} onRetry={() => void cluster.refetch()} />
      )}
      {isLoading ? (
        <Skeleton rows={6} />
      ) : events.length === 0 ? (
        <EmptyState title={t(runMessages.noEvents)}>{t(runMessages.noEventsHelp)}</EmptyState>
      ) : (
        <Panel label={t(runMessages.events)}>
          <Table label={t(runMessages.events)} columns={columns} items={events} itemKey={({ key }) => key} />
        </Panel>
      )}
    </div>
  );
}

/** Transitions of the run and its jobs; a job that reports the same again is left out. */
function useRunEvents(): readonly ShownEvent[] {
  const { t, sent } = useLanguage();
  const { history } = useRun();
  return useMemo(() => {
    const last = new Map<string, string>();
    const isNew = (event: RunEvent): boolean => {
      const { id, status, message, attempt } =
        event.kind === 'job' ? event.job : { ...event.task, message: undefined, attempt: 0 };
      const state = `${status} ${attempt} ${message ?? ''}`;
      if (last.get(id) === state) return false;
      last.set(id, state);
      // Every job is queued when its run is planned.
      return event.kind === 'task' || event.job.status !== 'queued' || event.job.attempt > 0;
    };
    return history.events.filter(isNew).map((event): ShownEvent => {
      const { sequence, time } = event;
      const key = `run ${sequence}`;
      if (event.kind === 'task') {
        const { task } = event;
        const subject = t(runMessages.title({ number: task.number }));
        const message = task.error === undefined ? '' : sent(task, 'error', task.error);
        return {
          key,
          time,
          subject,
          what: <StateChip state={task.status}>{t(runStates[task.status])}</StateChip>,
          message,
        };
      }
      const { job } = event;
      const message =
        job.error === undefined
          ? job.message === undefined
            ? ''
            : sent(job, 'message', job.message)
          : sent(job, 'error', job.error);
      return { key, time, subject: jobName(job), what: <JobChip job={job} />, message };
    });
  }, [history, t, sent]);
}

/** A cluster counts its events to the second. */
const SECOND = 1_000;

function useClusterEvents(enabled: boolean) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { run } = useRun();
  const { appId, startedAt, endedAt } = run;
  const query = useQuery({
    queryKey: [queryKeys.pods, appId, 'events', startedAt],
    queryFn: ({ signal }) =>
      client.clusterEvents(appId, startedAt === undefined ? {} : { since: startedAt }, { signal }),
    enabled: enabled && startedAt !== undefined,
    refetchInterval: endedAt === undefined ? 10_000 : false,
  });
  const events = useMemo(() => {
    const isDuring = ({ time }: ClusterEvent): boolean =>
      endedAt === undefined || Date.parse(time) <= Date.parse(endedAt) + SECOND;
    return (query.data?.events ?? []).filter(isDuring).map(
      ({ time, object, type, reason, message, count }): ShownEvent => ({
        key: `${object.kind}/${object.name} ${reason} ${time} ${message}`,
        time,
        subject: `${object.kind} ${object.name}`,
        what: (
          <span className="wrap">
            <Tag kind={type === 'Warning' ? 'warning' : 'plain'}>{reason}</Tag>
            {count > 1 && <span className="small hint">{t(runMessages.times({ count }))}</span>}
          </span>
        ),
        // A text of Kubernetes, which is in English.
        message: <span lang="en">{message}</span>,
      }),
    );
  }, [query.data, endedAt, t]);
  return { events, error: query.error, refetch: query.refetch };
}
