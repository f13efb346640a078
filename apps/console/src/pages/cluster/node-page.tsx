import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { EmptyState, ErrorPanel, Moment, NotFoundPanel, Panel, RefetchError, Skeleton, Tag } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { clusterMessages } from '../../messages/index.ts';
import { usePlatform, useRights } from '../../platform/index.ts';
import { AmountBar, formatAmount, useResourceName } from './amounts.tsx';
import styles from './cluster.module.css';
import { ClusterPage } from './cluster-page.tsx';
import { clusterPodsQuery, nodesQuery } from './cluster-queries.ts';
import { NodeActions } from './node-actions.tsx';
import { NodeState } from './node-state.tsx';
import { PodTable } from './pod-table.tsx';

export function NodePage() {
  const { node = '' } = useParams({ strict: false });
  return (
    <ClusterPage
      commands={(at) => [
        ['get', 'nodes', node, ...at],
        ['pods', ...at, '--all', '--node', node],
        ...['cordon', 'uncordon', 'drain'].map((action) => [action, node, ...at]),
      ]}
    >
      {(cluster) => <NodeDetail cluster={cluster} />}
    </ClusterPage>
  );
}

function NodeDetail({ cluster }: { readonly cluster: string }) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { node: name = '' } = useParams({ strict: false });
  const nodes = useQuery(nodesQuery(client, cluster));
  const resourceName = useResourceName();
  if (nodes.isError && nodes.data === undefined)
    return <ErrorPanel error={nodes.error} onRetry={() => void nodes.refetch()} />;
  if (nodes.isPending) return <Skeleton rows={6} />;
  const node = nodes.data.nodes.find((each) => each.name === name);
  if (node === undefined) return <NotFoundPanel title={t(clusterMessages.nodeNotFound({ name }))} />;
  return (
    <>
      <RefetchError query={nodes} />
      <Panel
        title={name}
        actions={
          <>
            <NodeState node={node} />
            <NodeActions cluster={cluster} node={node} />
          </>
        }
        padded
      >
        <dl className={styles.facts}>
          {node.message !== undefined && (
            <>
              <dt>{t(clusterMessages.reason)}</dt>
              <dd className="break">{node.message}</dd>
            </>
          )}
          <dt>{t(clusterMessages.version)}</dt>
          <dd>{node.version}</dd>
          {node.roles.length > 0 && (
            <>
              <dt>{t(clusterMessages.roles)}</dt>
              <dd>{node.roles.join(', ')}</dd>
            </>
          )}
          <dt>{t(clusterMessages.taints)}</dt>
          <dd className="wrap">
            {node.taints.length === 0 && <span className="hint">{t(clusterMessages.none)}</span>}
            {node.taints.map((taint) => (
              <Tag key={taint}>{taint}</Tag>
            ))}
          </dd>
          {Object.entries(node.allocatable).map(([resource, allocatable]) => (
            <NodeResource
              key={resource}
              name={resourceName(resource)}
              text={t(
                clusterMessages.requestedOf({
                  requested: formatAmount(resource, node.requested[resource] ?? '0'),
                  all: formatAmount(resource, allocatable),
                }),
              )}
              bar={
                <AmountBar resource={resource} allocatable={allocatable} requested={node.requested[resource] ?? '0'} />
              }
            />
          ))}
          {node.createTime !== undefined && (
            <>
              <dt>{t(clusterMessages.created)}</dt>
              <dd>
                <Moment at={node.createTime} />
              </dd>
            </>
          )}
        </dl>
      </Panel>
      <PodsOnNode cluster={cluster} node={name} />
    </>
  );
}

interface NodeResourceProps {
  readonly name: string;
  readonly text: string;
  readonly bar: React.ReactNode;
}

function NodeResource({ name, text, bar }: NodeResourceProps) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="wrap">
        {bar}
        <span className="small secondary">{text}</span>
      </dd>
    </>
  );
}

/** All pods where the user may see them, else those of applications. */
function PodsOnNode({ cluster, node }: { readonly cluster: string; readonly node: string }) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { can } = useRights();
  const pods = useQuery(clusterPodsQuery(client, cluster, { all: can('read'), node }));
  const shown = pods.data?.pods ?? [];
  return (
    <Panel title={t(clusterMessages.podsOnNode)}>
      {pods.isError && <ErrorPanel error={pods.error} onRetry={() => void pods.refetch()} />}
      {pods.isPending && <Skeleton />}
      {pods.data !== undefined && shown.length === 0 && <EmptyState title={t(clusterMessages.noPods)} />}
      {shown.length > 0 && <PodTable cluster={cluster} pods={shown} withoutNode />}
    </Panel>
  );
}
