import type { ClusterEvent } from '@kubemin/client';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type Column, EmptyState, ErrorPanel, Moment, Panel, Segments, Skeleton, Table } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { appMessages } from '../../messages/index.ts';
import { usePlatform } from '../../platform/index.ts';
import styles from './app.module.css';
import { useApp } from './app-context.ts';
import { appSearchSchema } from './app-search.ts';
import { ComponentSelect } from './component-select.tsx';

type Shown = 'all' | 'Warning';

/** What Kubernetes records about the objects of an application: warnings first, then the newest first. */
export function EventsPage() {
  const { t } = useLanguage();
  const { app, path } = useApp();
  const navigate = useNavigate();
  const { component, type } = appSearchSchema.parse(useSearch({ strict: false }));
  const { events, error, retry } = useClusterEvents(app.id);
  const ofComponent = events?.filter((event) => component === undefined || event.component === component);
  const warnings = ofComponent?.filter((event) => event.type === 'Warning').length ?? 0;
  const shown = ofComponent?.filter((event) => type === undefined || event.type === type);
  const search = (next: { readonly component?: string | undefined; readonly type?: 'Warning' | undefined }): void =>
    void navigate({
      to: '/apps/$app/events',
      params: { app: path },
      search: Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined)),
      replace: true,
    });
  return (
    <div className={styles.body}>
      <div className="wrap">
        <ComponentSelect
          value={component}
          onChange={(next) => search({ component: next, type: type === 'Warning' ? type : undefined })}
        />
        <Segments<Shown>
          label={t(appMessages.show)}
          value={type === 'Warning' ? 'Warning' : 'all'}
          options={[
            { value: 'all', text: t(appMessages.all) },
            {
              value: 'Warning',
              text: warnings > 0 ? `${t(appMessages.warnings)} ${warnings}` : t(appMessages.warnings),
            },
          ]}
          onChange={(next) => search({ component, type: next === 'all' ? undefined : next })}
        />
      </div>
      {error !== undefined && <ErrorPanel error={error} onRetry={retry} />}
      {shown === undefined && error === undefined && <Skeleton rows={6} />}
      {shown?.length === 0 && <EmptyState title={t(appMessages.noEvents)}>{t(appMessages.noEventsHelp)}</EmptyState>}
      {shown !== undefined && shown.length > 0 && <EventTable events={shown} />}
    </div>
  );
}

function EventTable({ events }: { readonly events: readonly ClusterEvent[] }) {
  const { t } = useLanguage();
  const columns: readonly Column<ClusterEvent>[] = [
    {
      id: 'reason',
      head: t(appMessages.event),
      cell: ({ type, reason, message }) => (
        <div className="two-lines">
          <span className="row">
            {type === 'Warning' && (
              <TriangleAlert size={14} className={styles.warning} role="img" aria-label={t(appMessages.warning)} />
            )}
            <span className="medium">{reason}</span>
          </span>
          <span className="mono secondary break">{message}</span>
        </div>
      ),
    },
    {
      id: 'object',
      head: t(appMessages.object),
      cell: ({ object }) => (
        <div className="two-lines">
          <span>{object.kind}</span>
          <span className="small secondary break">{object.name}</span>
        </div>
      ),
    },
    { id: 'component', head: t(appMessages.component), wideOnly: true, cell: ({ component }) => component },
    { id: 'count', head: t(appMessages.count), numeric: true, wideOnly: true, cell: ({ count }) => count },
    { id: 'time', head: t(appMessages.last), width: '120px', cell: ({ time }) => <Moment at={time} /> },
  ];
  return (
    <Panel label={t(appMessages.events)}>
      <Table label={t(appMessages.events)} columns={columns} items={events} itemKey={eventKey} />
    </Panel>
  );
}

/** An event that is counted again takes the place of the one before. */
function eventKey({ object, reason, message }: ClusterEvent): string {
  return `${object.kind} ${object.name} ${reason} ${message}`;
}

const MOST_EVENTS = 1_000;

function useClusterEvents(appId: string) {
  const { client } = usePlatform();
  const [events, setEvents] = useState<readonly ClusterEvent[]>();
  const [error, setError] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const stopped = new AbortController();
    const byKey = new Map<string, ClusterEvent>();
    const follow = async (): Promise<void> => {
      for await (const { event } of client.followClusterEvents(appId, { signal: stopped.signal })) {
        if (event.kind === 'reset') byKey.clear();
        else for (const each of event.events) byKey.set(eventKey(each), each);
        setEvents(sortEvents([...byKey.values()]).slice(0, MOST_EVENTS));
      }
    };
    // A repeated attempt begins again.
    void attempt;
    setError(undefined);
    follow().catch((thrown: unknown) => {
      if (!stopped.signal.aborted) setError(thrown);
    });
    return () => stopped.abort();
  }, [client, appId, attempt]);
  return { events, error, retry: () => setAttempt((count) => count + 1) };
}

/** Warnings first, then by time, the newest first. */
export function sortEvents(events: readonly ClusterEvent[]): readonly ClusterEvent[] {
  const rank = ({ type }: ClusterEvent): number => (type === 'Warning' ? 0 : 1);
  return events.toSorted((a, b) => rank(a) - rank(b) || b.time.localeCompare(a.time));
}
