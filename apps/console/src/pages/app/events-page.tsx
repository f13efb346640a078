import type { ClusterEvent } from '@kubemin/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import {
  Button,
  CliLine,
  type Column,
  EmptyState,
  ErrorPanel,
  Moment,
  Panel,
  runKinds,
  Segments,
  Select,
  Skeleton,
  StateChip,
  Table,
} from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { appMessages } from '../../messages/index.ts';
import { revisionsQuery, runsQuery, usePlatform, useRights } from '../../platform/index.ts';
import styles from './app.module.css';
import { useApp } from './app-context.ts';
import { appSearchSchema } from './app-search.ts';
import { ComponentSelect } from './component-select.tsx';
import {
  ClusterEvents,
  type EventRow,
  eventRowKey,
  filterEvents,
  isWarning,
  kindResource,
  mergeEvents,
} from './event-rows.ts';

type Shown = 'all' | 'Warning';

const SPANS = {
  '15m': { text: appMessages.span15m, ms: 15 * 60_000 },
  '1h': { text: appMessages.span1h, ms: 3_600_000 },
  '1d': { text: appMessages.span1d, ms: 86_400_000 },
} as const;

const SHOWN_RUNS = 50;

/** What Kubernetes records about the objects of an application, and what the platform did with it, the newest first. */
export function EventsPage() {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { app, path } = useApp();
  const navigate = useNavigate();
  const search = appSearchSchema.parse(useSearch({ strict: false }));
  const { component, type, source, span } = search;
  const { events, error, retry } = useClusterEvents(app.id);
  const runs = useInfiniteQuery(runsQuery(client, { appId: app.id, limit: SHOWN_RUNS }));
  const revisions = useQuery(revisionsQuery(client, app.id));
  const failed = [runs, revisions].find(({ isError }) => isError);
  const rows = useMemo(
    () => mergeEvents(events ?? [], runs.data?.pages[0]?.tasks ?? [], revisions.data?.revisions ?? []),
    [events, runs.data, revisions.data],
  );
  const since = span === undefined ? undefined : Date.now() - SPANS[span].ms;
  const inPlace = filterEvents(rows, { component, source, since });
  const warnings = inPlace.filter(isWarning).length;
  const shown = type === 'Warning' ? inPlace.filter(isWarning) : inPlace;
  // All three, or rows of the one would move those of the others.
  const isLoading = (events === undefined && error === undefined) || runs.isPending || revisions.isPending;
  const isFiltered = [component, type, source, span].some((value) => value !== undefined);
  const change = (next: Partial<typeof search>): void =>
    void navigate({
      to: '/apps/$app/events',
      params: { app: path },
      search: { component, type, source, span, ...next },
      replace: true,
    });
  return (
    <div className={styles.body}>
      <div className="wrap">
        <ComponentSelect value={component} onChange={(next) => change({ component: next })} />
        <Select
          className={styles.select ?? ''}
          aria-label={t(appMessages.source)}
          value={source ?? ''}
          onChange={({ target }) =>
            change({ source: target.value === 'cluster' || target.value === 'platform' ? target.value : undefined })
          }
        >
          <option value="">{t(appMessages.allSources)}</option>
          <option value="cluster">Kubernetes</option>
          <option value="platform">{t(appMessages.platformSource)}</option>
        </Select>
        <Select
          className={styles.select ?? ''}
          aria-label={t(appMessages.span)}
          value={span ?? ''}
          onChange={({ target: { value } }) =>
            change({ span: value === '15m' || value === '1h' || value === '1d' ? value : undefined })
          }
        >
          <option value="">{t(appMessages.spanAll)}</option>
          {Object.entries(SPANS).map(([name, { text }]) => (
            <option key={name} value={name}>
              {t(text)}
            </option>
          ))}
        </Select>
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
          onChange={(next) => change({ type: next === 'all' ? undefined : next })}
        />
      </div>
      {error !== undefined && <ErrorPanel error={error} onRetry={retry} />}
      {failed !== undefined && <ErrorPanel error={failed.error} onRetry={() => void failed.refetch()} />}
      {isLoading && <Skeleton rows={6} />}
      {!isLoading && shown.length === 0 && error === undefined && (
        <EmptyState
          title={t(appMessages.noEvents)}
          actions={
            isFiltered && (
              <Button
                onClick={() => change({ component: undefined, type: undefined, source: undefined, span: undefined })}
              >
                {t(appMessages.clearFilters)}
              </Button>
            )
          }
        >
          {t(isFiltered ? appMessages.noEventsFiltered : appMessages.noEventsHelp)}
        </EmptyState>
      )}
      {!isLoading && shown.length > 0 && <EventTable rows={shown} />}
      {!isLoading && <CliLine words={['events', path]} />}
    </div>
  );
}

function EventTable({ rows }: { readonly rows: readonly EventRow[] }) {
  const { t } = useLanguage();
  const columns: readonly Column<EventRow>[] = [
    { id: 'reason', head: t(appMessages.event), cell: (row) => <What row={row} /> },
    { id: 'object', head: t(appMessages.object), cell: (row) => <Where row={row} /> },
    {
      id: 'component',
      head: t(appMessages.component),
      wideOnly: true,
      cell: (row) => row.source === 'cluster' && row.event.component,
    },
    {
      id: 'count',
      head: t(appMessages.count),
      numeric: true,
      wideOnly: true,
      cell: (row) => (row.source === 'cluster' ? row.event.count : 1),
    },
    { id: 'time', head: t(appMessages.last), width: '120px', cell: ({ time }) => <Moment at={time} /> },
  ];
  return (
    <Panel label={t(appMessages.events)}>
      <Table label={t(appMessages.events)} columns={columns} items={rows} itemKey={eventRowKey} />
    </Panel>
  );
}

function What({ row }: { readonly row: EventRow }) {
  const { t, sent } = useLanguage();
  if (row.source === 'run') {
    const { run } = row;
    return (
      <div className="two-lines">
        <span className="row">
          <StateChip state={run.status} bare />
        </span>
        <span className="small secondary">
          {t(appMessages.runKind({ number: run.number, kind: runKinds[run.kind] }))}
          {run.creator !== undefined && ` · ${run.creator}`}
        </span>
      </div>
    );
  }
  if (row.source === 'revision') {
    const { revision } = row;
    return (
      <div className="two-lines">
        <span className="medium">{t(appMessages.savedRevision({ revision: revision.revision }))}</span>
        <span className="small secondary break">
          {[revision.creator, sent(revision, 'description', revision.description)]
            .filter((text) => text !== '')
            .join(' · ')}
        </span>
      </div>
    );
  }
  const { type, reason, message } = row.event;
  return (
    <div className="two-lines">
      <span className="row">
        {type === 'Warning' && (
          <TriangleAlert size={14} className={styles.warning} role="img" aria-label={t(appMessages.warning)} />
        )}
        <span className="medium">{reason}</span>
      </span>
      <span className="mono secondary break" lang="en">
        {message}
      </span>
    </div>
  );
}

/** The object, with a link to its page where the user may see it; the run; or the revision. */
function Where({ row }: { readonly row: EventRow }) {
  const { t } = useLanguage();
  const { app, path } = useApp();
  const { can } = useRights();
  if (row.source === 'run') {
    return (
      <Link className="link" to="/runs/$run" params={{ run: String(row.run.number) }}>
        {t(appMessages.runNumber({ number: row.run.number }))}
      </Link>
    );
  }
  if (row.source === 'revision') {
    return (
      <Link className="link" to="/apps/$app/revisions" params={{ app: path }}>
        r{row.revision.revision}
      </Link>
    );
  }
  const { kind, name } = row.event.object;
  const resource = kindResource(kind);
  return (
    <div className="two-lines">
      <span>{kind}</span>
      {resource !== undefined && can('admin') ? (
        <Link
          className="link small break"
          to="/cluster/objects/$resource/$name"
          params={{ resource, name }}
          search={{ cluster: app.cluster, namespace: app.namespace }}
        >
          {name}
        </Link>
      ) : (
        <span className="small secondary break">{name}</span>
      )}
    </div>
  );
}

function useClusterEvents(appId: string) {
  const { client } = usePlatform();
  const [events, setEvents] = useState<readonly ClusterEvent[]>();
  const [error, setError] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const stopped = new AbortController();
    const known = new ClusterEvents();
    const follow = async (): Promise<void> => {
      for await (const { event } of client.followClusterEvents(appId, { signal: stopped.signal })) {
        if (event.kind === 'reset') known.clear();
        else known.add(event.events);
        setEvents(known.newest());
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
