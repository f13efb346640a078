import type { NewestEvents } from '@kubemin/client';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import {
  Button,
  type Column,
  EmptyState,
  ErrorPanel,
  Moment,
  Panel,
  Search,
  Skeleton,
  Table,
  Tag,
} from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { clusterMessages } from '../../messages/index.ts';
import { usePlatform } from '../../platform/index.ts';
import styles from './cluster.module.css';
import { AdminsOnly, ClusterPage } from './cluster-page.tsx';
import { newestEventsQuery } from './cluster-queries.ts';
import { eventsSearchSchema } from './cluster-search.ts';

type Row = NewestEvents['events'][number];

/** What Kubernetes recorded about objects of all namespaces. */
export function EventsPage() {
  return (
    <ClusterPage commands={(at) => [['events', ...at]]}>
      {(cluster) => (
        <AdminsOnly>
          <Events cluster={cluster} />
        </AdminsOnly>
      )}
    </ClusterPage>
  );
}

const PAGE = 500;
/** The most that the platform returns. */
const MOST = 5_000;

/** The newest first. */
function Events({ cluster }: { readonly cluster: string }) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const navigate = useNavigate();
  const { text = '', cluster: chosen } = eventsSearchSchema.parse(useSearch({ strict: false }));
  const [limit, setLimit] = useState(PAGE);
  const events = useQuery(newestEventsQuery(client, cluster, limit));
  const all = events.data?.events ?? [];
  const wanted = text.toLowerCase();
  const rows = all.filter(({ namespace = '', object, type, reason, message }) =>
    `${namespace} ${object.kind}/${object.name} ${type} ${reason} ${message}`.toLowerCase().includes(wanted),
  );
  const search = (next: string): void =>
    void navigate({
      to: '/cluster/events',
      search: { ...(chosen !== undefined && { cluster: chosen }), ...(next !== '' && { text: next }) },
      replace: true,
    });
  const columns: readonly Column<Row>[] = [
    {
      id: 'object',
      head: t(clusterMessages.object),
      width: '30%',
      cell: (row) => (
        <div className="two-lines">
          <span className="medium break">
            {row.object.kind}/{row.object.name}
          </span>
          <span className="small secondary">{row.namespace}</span>
        </div>
      ),
    },
    {
      id: 'event',
      head: t(clusterMessages.event),
      cell: (row) => (
        <div className="two-lines">
          <span>
            <Tag kind={row.type === 'Warning' ? 'warning' : 'plain'}>{row.reason}</Tag>
          </span>
          <span className="small secondary break" lang="en">
            {row.message}
          </span>
        </div>
      ),
    },
    {
      id: 'seen',
      head: t(clusterMessages.lastSeen),
      width: '96px',
      wideOnly: true,
      cell: (row) => <Moment at={row.time} />,
    },
  ];
  return (
    <>
      <div className={styles.filters}>
        <Search label={t(clusterMessages.filterEvents)} value={text} onChange={(event) => search(event.target.value)} />
      </div>
      <Panel label={t(clusterMessages.events)}>
        {events.isError && <ErrorPanel error={events.error} onRetry={() => void events.refetch()} />}
        {events.isPending && <Skeleton rows={8} />}
        {events.data !== undefined && rows.length === 0 && (
          <EmptyState
            title={t(clusterMessages.noEvents)}
            actions={text !== '' && <Button onClick={() => search('')}>{t(clusterMessages.clear)}</Button>}
          />
        )}
        {rows.length > 0 && (
          <Table
            label={t(clusterMessages.events)}
            columns={columns}
            items={rows}
            itemKey={(row) => `${row.namespace ?? ''}/${row.name}`}
          />
        )}
      </Panel>
      {events.data !== undefined && events.data.total > all.length && (
        <div className="row">
          <span className="small secondary">
            {t(clusterMessages.newestOf({ count: all.length, total: events.data.total }))}
          </span>
          {limit < MOST && (
            <Button busy={events.isPlaceholderData} onClick={() => setLimit(Math.min(MOST, limit + PAGE))}>
              {t(clusterMessages.more)}
            </Button>
          )}
        </div>
      )}
    </>
  );
}
