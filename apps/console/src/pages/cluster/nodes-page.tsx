import type { ClusterNode, ClusterUsage } from '@kubemin/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Column, EmptyState, ErrorPanel, Panel, RefetchError, Skeleton, Table, Tag } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { clusterMessages } from '../../messages/index.ts';
import { usePlatform } from '../../platform/index.ts';
import { AmountBar } from './amounts.tsx';
import { ClusterPage } from './cluster-page.tsx';
import { nodesQuery, usageQuery } from './cluster-queries.ts';
import { NodeActions } from './node-actions.tsx';
import { NodeState } from './node-state.tsx';

export function NodesPage() {
  return <ClusterPage commands={(at) => [['nodes', ...at]]}>{(cluster) => <Nodes cluster={cluster} />}</ClusterPage>;
}

function Nodes({ cluster }: { readonly cluster: string }) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const nodes = useQuery(nodesQuery(client, cluster));
  const usage = useQuery(usageQuery(client, cluster));
  if (nodes.isError && nodes.data === undefined)
    return <ErrorPanel error={nodes.error} onRetry={() => void nodes.refetch()} />;
  if (nodes.isPending) return <Skeleton rows={6} />;
  return (
    <>
      <RefetchError query={nodes} />
      <Panel label={t(clusterMessages.nodes)}>
        {nodes.data.nodes.length === 0 ? (
          <EmptyState title={t(clusterMessages.noNodes)} />
        ) : (
          <NodeTable cluster={cluster} nodes={nodes.data.nodes} usage={usage.data} />
        )}
      </Panel>
    </>
  );
}

interface NodeTableProps {
  readonly cluster: string;
  readonly nodes: readonly ClusterNode[];
  readonly usage: ClusterUsage | undefined;
}

/** The nodes of a cluster, with what is requested of each. */
export function NodeTable({ cluster, nodes, usage }: NodeTableProps) {
  const { t } = useLanguage();
  const used = new Map((usage?.nodes ?? []).map(({ name, used: amounts }) => [name, amounts]));
  const bar = (resource: 'cpu' | 'memory', head: string): Column<ClusterNode> => ({
    id: resource,
    head,
    wideOnly: true,
    cell: ({ name, allocatable, requested }) => {
      const amounts = used.get(name);
      return (
        <AmountBar
          resource={resource}
          allocatable={allocatable[resource] ?? '0'}
          requested={requested[resource] ?? '0'}
          used={
            amounts === undefined ? undefined : resource === 'cpu' ? amounts.cpuMillis / 1_000 : amounts.memoryBytes
          }
        />
      );
    },
  });
  const columns: readonly Column<ClusterNode>[] = [
    {
      id: 'name',
      head: t(clusterMessages.node),
      cell: ({ name, roles }) => (
        <div className="two-lines">
          <Link className="strong cut" to="/cluster/nodes/$node" params={{ node: name }} search={{ cluster }}>
            {name}
          </Link>
          {roles.length > 0 && <span className="small secondary">{roles.join(', ')}</span>}
        </div>
      ),
    },
    {
      id: 'state',
      head: t(clusterMessages.state),
      cell: (node) => (
        <div className="two-lines">
          <NodeState node={node} />
          {node.message !== undefined && <span className="small secondary break">{node.message}</span>}
        </div>
      ),
    },
    bar('cpu', t(clusterMessages.cpu)),
    bar('memory', t(clusterMessages.memory)),
    { id: 'pods', head: t(clusterMessages.pods), numeric: true, wideOnly: true, cell: ({ pods }) => pods },
    {
      id: 'taints',
      head: t(clusterMessages.taints),
      wideOnly: true,
      cell: ({ taints }) => (
        <span className="wrap">
          {taints.map((taint) => (
            <Tag key={taint}>{taint}</Tag>
          ))}
        </span>
      ),
    },
    { id: 'version', head: t(clusterMessages.version), wideOnly: true, cell: ({ version }) => version },
    {
      id: 'actions',
      head: '',
      width: '56px',
      inFirstLine: true,
      cell: (node) => <NodeActions cluster={cluster} node={node} />,
    },
  ];
  return <Table label={t(clusterMessages.nodes)} columns={columns} items={nodes} itemKey={({ name }) => name} />;
}
