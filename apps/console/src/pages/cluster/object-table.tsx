import type { ClusterObjectList } from '@kubemin/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button, type Column, EmptyState, ErrorPanel, Moment, RefetchError, Skeleton, Table } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { clusterMessages } from '../../messages/index.ts';
import { usePlatform } from '../../platform/index.ts';
import { objectsQuery } from './cluster-queries.ts';

type Row = ClusterObjectList['objects'][number];

/** Longer texts of a cell may be broken anywhere; shorter ones stay words. */
const SHORT = 24;

interface ObjectTableProps {
  readonly cluster: string;
  readonly resource: string;
  readonly namespace?: string | undefined;
  /** Only rows with this text in their name or namespace. */
  readonly text?: string;
  /** A last column. */
  readonly action?: (row: Row) => ReactNode;
}

/** Objects of a kind with the columns that the cluster shows of it; each opens as YAML. */
export function ObjectTable({
  cluster,
  resource,
  namespace,
  text = '',

  action,
}: ObjectTableProps) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const objects = useInfiniteQuery(
    objectsQuery(client, cluster, resource, namespace === undefined ? {} : { namespace }),
  );
  if (objects.isError && objects.data === undefined)
    return <ErrorPanel error={objects.error} onRetry={() => void objects.refetch()} />;
  if (objects.isPending) return <Skeleton rows={6} />;
  const { pages } = objects.data;
  const wanted = text.toLowerCase();
  const rows = pages
    .flatMap((page) => page.objects)
    .filter((row) => `${row.namespace ?? ''} ${row.name}`.toLowerCase().includes(wanted));
  const heads = pages[0]?.columns ?? [];
  const columns: readonly Column<Row>[] = [
    {
      id: 'name',
      head: t(clusterMessages.name),
      cell: (row) => (
        <div className="two-lines">
          <Link
            className="medium break"
            to="/cluster/objects/$resource/$name"
            params={{ resource, name: row.name }}
            search={{ cluster, ...(row.namespace !== undefined && { namespace: row.namespace }) }}
          >
            {row.name}
          </Link>
          {row.namespace !== undefined && <span className="small secondary">{row.namespace}</span>}
        </div>
      ),
    },
    ...heads.map(
      (head, at): Column<Row> => ({
        id: `column ${head}`,
        head,
        wideOnly: at > 0,
        cell: ({ cells }) => (
          <span className={(cells[at] ?? '').length > SHORT ? 'break' : 'one-line'}>{cells[at]}</span>
        ),
      }),
    ),
    {
      id: 'age',
      head: t(clusterMessages.created),
      wideOnly: true,
      cell: ({ createTime }) => createTime !== undefined && <Moment at={createTime} />,
    },
    ...(action === undefined ? [] : [{ id: 'action', head: '', cell: action }]),
  ];
  if (rows.length === 0) return <EmptyState title={t(clusterMessages.noObjects)} />;
  return (
    <>
      <RefetchError query={objects} />
      <Table
        label={t(clusterMessages.objects)}
        columns={columns}
        items={rows}
        itemKey={(row) => `${row.namespace ?? ''}/${row.name}`}
      />
      {objects.hasNextPage && (
        <div className="wrap">
          <Button busy={objects.isFetchingNextPage} onClick={() => void objects.fetchNextPage()}>
            {t(clusterMessages.more)}
          </Button>
        </div>
      )}
    </>
  );
}
