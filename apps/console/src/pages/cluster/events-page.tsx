import type { ClusterObjectList } from '@kubemin/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Button, type Column, EmptyState, ErrorPanel, Panel, Search, Skeleton, Table, Tag } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { clusterMessages } from '../../messages/index.ts';
import { usePlatform } from '../../platform/index.ts';
import styles from './cluster.module.css';
import { AdminsOnly, ClusterPage } from './cluster-page.tsx';
import { objectsQuery } from './cluster-queries.ts';
import { eventsSearchSchema } from './cluster-search.ts';

type Row = ClusterObjectList['objects'][number];

/** What Kubernetes recorded about objects of all namespaces. */
export function EventsPage() {
  return (
    <ClusterPage>
      {(cluster) => (
        <AdminsOnly>
          <Events cluster={cluster} />
        </AdminsOnly>
      )}
    </ClusterPage>
  );
}

/** The newest first, with the columns of `kubectl get events`. */
function Events({ cluster }: { readonly cluster: string }) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const navigate = useNavigate();
  const { text = '', cluster: chosen } = eventsSearchSchema.parse(useSearch({ strict: false }));
  const events = useInfiniteQuery({ ...objectsQuery(client, cluster, 'events', {}), refetchInterval: 10_000 });
  const pages = events.data?.pages ?? [];
  const heads = pages[0]?.columns ?? [];
  const cell = (row: Row, head: string): string => row.cells[heads.indexOf(head)] ?? '';
  const wanted = text.toLowerCase();
  const rows = pages
    .flatMap((page) => page.objects)
    .filter((row) => `${row.namespace ?? ''} ${row.cells.join(' ')}`.toLowerCase().includes(wanted))
    .toSorted((one, two) => ((one.createTime ?? '') < (two.createTime ?? '') ? 1 : -1));
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
          <span className="medium break">{cell(row, 'Object')}</span>
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
            <Tag kind={cell(row, 'Type') === 'Warning' ? 'warning' : 'plain'}>{cell(row, 'Reason')}</Tag>
          </span>
          <span className="small secondary break" lang="en">
            {cell(row, 'Message')}
          </span>
        </div>
      ),
    },
    {
      id: 'seen',
      head: t(clusterMessages.lastSeen),
      width: '96px',
      wideOnly: true,
      cell: (row) => cell(row, 'Last Seen'),
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
      {events.hasNextPage && (
        <div>
          <Button busy={events.isFetchingNextPage} onClick={() => void events.fetchNextPage()}>
            {t(clusterMessages.more)}
          </Button>
        </div>
      )}
    </>
  );
}
