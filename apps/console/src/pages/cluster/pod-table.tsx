import type { ClusterPod } from '@kubemin/client';
import { Link } from '@tanstack/react-router';
import { type Column, Health, Moment, Table } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { clusterMessages } from '../../messages/index.ts';
import { PodActions } from './pod-actions.tsx';

const STATES = new Map<string, 'Running' | 'Pending' | 'Stopped'>([
  ['Running', 'Running'],
  ['Completed', 'Stopped'],
  ['Succeeded', 'Stopped'],
  ['Pending', 'Pending'],
  ['ContainerCreating', 'Pending'],
  ['PodInitializing', 'Pending'],
  ['Terminating', 'Pending'],
]);

interface PodTableProps {
  readonly cluster: string;
  readonly pods: readonly ClusterPod[];
  /** Without the column of the node, on its page. */
  readonly withoutNode?: boolean;
}

/** Pods with the component that they run for; their status is Kubernetes' own word. */
export function PodTable({ cluster, pods, withoutNode = false }: PodTableProps) {
  const { t } = useLanguage();
  const columns: readonly Column<ClusterPod>[] = [
    {
      id: 'pod',
      head: t(clusterMessages.pod),
      width: '32%',
      cell: ({ namespace, name, appId, appName, component }) => (
        <div className="two-lines">
          <span className="medium break">
            {appId === undefined ? (
              name
            ) : (
              <Link to="/apps/$app" params={{ app: appId }}>
                {[appName, component].filter((part) => part !== undefined).join(' / ')}
              </Link>
            )}
          </span>
          <span className="small secondary break">{appId === undefined ? namespace : `${namespace} / ${name}`}</span>
        </div>
      ),
    },
    {
      id: 'status',
      head: t(clusterMessages.state),
      cell: ({ status, message }) => (
        <div className="two-lines">
          <Health state={STATES.get(status) ?? 'Failed'}>{status}</Health>
          {message !== undefined && <span className="small secondary break">{message}</span>}
        </div>
      ),
    },
    {
      id: 'ready',
      head: t(clusterMessages.readyContainers),
      numeric: true,
      wideOnly: true,
      cell: ({ readyContainers, containers }) => `${readyContainers} / ${containers}`,
    },
    {
      id: 'restarts',
      head: t(clusterMessages.restarts),
      numeric: true,
      wideOnly: true,
      cell: ({ restarts }) => restarts,
    },
    ...(withoutNode
      ? []
      : [
          {
            id: 'node',
            head: t(clusterMessages.node),
            wideOnly: true,
            cell: ({ node }: ClusterPod) =>
              node === undefined ? (
                <span className="hint">{t(clusterMessages.noNode)}</span>
              ) : (
                <Link className="one-line" to="/cluster/nodes/$node" params={{ node }} search={{ cluster }}>
                  {node}
                </Link>
              ),
          },
        ]),
    {
      id: 'age',
      head: t(clusterMessages.created),
      wideOnly: true,
      cell: ({ createTime }) => createTime !== undefined && <Moment at={createTime} />,
    },
    {
      id: 'actions',
      head: '',
      width: '56px',
      inFirstLine: true,
      cell: (pod) => <PodActions cluster={cluster} pod={pod} />,
    },
  ];
  return (
    <Table
      label={t(clusterMessages.pods)}
      columns={columns}
      items={pods}
      itemKey={({ namespace, name }) => `${namespace}/${name}`}
    />
  );
}
