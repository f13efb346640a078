import {
  type ClusterCapacity,
  type ClusterNode,
  type ClusterPod,
  type ClusterUsage,
  PlatformError,
} from '@kubemin/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { type Column, ErrorPanel, Meter, Moment, Panel, RefetchError, Skeleton, Table } from '../../kit/index.ts';
import { formatBytes, formatMillicores, useLanguage } from '../../language/index.ts';
import { clusterMessages } from '../../messages/index.ts';
import { capacityQuery, usePlatform } from '../../platform/index.ts';
import { formatAmount, quantityNumber, useResourceName } from './amounts.tsx';
import styles from './cluster.module.css';
import { ClusterPage } from './cluster-page.tsx';
import { nodesQuery, usageQuery } from './cluster-queries.ts';
import { NodeTable } from './nodes-page.tsx';
import { schedulingReasons } from './scheduling-reason.ts';

export function OverviewPage() {
  return (
    <ClusterPage
      commands={(at) => [
        ['capacity', ...at],
        ['nodes', ...at],
      ]}
    >
      {(cluster) => <Overview cluster={cluster} />}
    </ClusterPage>
  );
}

function Overview({ cluster }: { readonly cluster: string }) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const capacity = useQuery(capacityQuery(client, cluster));
  const usage = useQuery(usageQuery(client, cluster));
  // Above the amounts is a line about nodes.
  const areNodesPending = useQuery(nodesQuery(client, cluster)).isPending;
  if (capacity.isError && capacity.data === undefined)
    return <ErrorPanel error={capacity.error} onRetry={() => void capacity.refetch()} />;
  if (capacity.isPending || areNodesPending) return <Skeleton rows={6} />;
  const { nodes, pending } = capacity.data;
  return (
    <>
      <RefetchError query={capacity} />
      <p className={`${styles.summary} secondary`}>
        <span>
          {t(clusterMessages.nodeCounts({ all: nodes.all, ready: nodes.ready, schedulable: nodes.schedulable }))}
        </span>
        <LargestSlot cluster={cluster} />
      </p>
      <Capacity capacity={capacity.data} usage={usage.data} />
      {usage.isError && isWithoutMetrics(usage.error) && (
        <p className="small secondary">{t(clusterMessages.noMetrics)}</p>
      )}
      {usage.isError && !isWithoutMetrics(usage.error) && (
        <ErrorPanel title={t(clusterMessages.usageFailed)} error={usage.error} onRetry={() => void usage.refetch()} />
      )}
      <Panel title={t(clusterMessages.pending)} padded={pending.length === 0}>
        {pending.length === 0 ? (
          <p className={`${styles.fine} secondary`}>
            <CircleCheck size={16} aria-hidden />
            {t(clusterMessages.nothingPends)}
          </p>
        ) : (
          <PendingPods pods={pending} />
        )}
      </Panel>
      <NodePanel cluster={cluster} usage={usage.data} />
    </>
  );
}

/** Each node below what they have together. */
function NodePanel({ cluster, usage }: { readonly cluster: string; readonly usage: ClusterUsage | undefined }) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const nodes = useQuery(nodesQuery(client, cluster)).data?.nodes ?? [];
  if (nodes.length === 0) return null;
  const shown = nodes.slice(0, SHOWN_NODES);
  return (
    <Panel
      title={t(clusterMessages.nodes)}
      actions={
        nodes.length > shown.length && (
          <Link className="link small" to="/cluster/nodes" search={{ cluster }}>
            {t(clusterMessages.allNodes({ count: nodes.length }))}
          </Link>
        )
      }
    >
      <NodeTable cluster={cluster} nodes={shown} usage={usage} />
    </Panel>
  );
}

const SHOWN_NODES = 10;

/** What one pod could ask for now: the free amounts of the node with the most of them. */
function LargestSlot({ cluster }: { readonly cluster: string }) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const resourceName = useResourceName();
  const nodes = useQuery(nodesQuery(client, cluster)).data?.nodes;
  if (nodes === undefined) return null;
  const free = ({ allocatable, requested }: ClusterNode, resource: string): number =>
    quantityNumber(allocatable[resource] ?? '0') - quantityNumber(requested[resource] ?? '0');
  const [node] = nodes
    .filter((each) => each.schedulable && free(each, 'pods') >= 1)
    .toSorted((one, two) => free(two, 'cpu') - free(one, 'cpu') || free(two, 'memory') - free(one, 'memory'));
  const shown = Object.keys(node?.allocatable ?? {}).filter(
    (resource) => !['pods', 'ephemeral-storage'].includes(resource),
  );
  const amounts =
    node === undefined
      ? []
      : shown.map((resource) => {
          const amount = formatAmount(resource, String(Math.max(0, free(node, resource))));
          // Its unit names it already.
          return resource === 'memory' ? amount : `${amount} ${resourceName(resource)}`;
        });
  return (
    <span>
      {t(clusterMessages.slotNow)}:{' '}
      <span className="medium">
        {node === undefined ? t(clusterMessages.noSlot) : t(clusterMessages.slotOnNode({ amounts, node: node.name }))}
      </span>
    </span>
  );
}

function isWithoutMetrics(error: unknown): boolean {
  return error instanceof PlatformError && error.code === 'METRICS_UNAVAILABLE';
}

interface CapacityProps {
  readonly capacity: ClusterCapacity;
  readonly usage: ClusterUsage | undefined;
}

function Capacity({ capacity, usage }: CapacityProps) {
  const { t } = useLanguage();
  const resourceName = useResourceName();
  const measured = (usage?.nodes ?? []).flatMap(({ used }) => (used === undefined ? [] : [used]));
  const used = new Map<string, { readonly value: number; readonly text: string }>();
  if (measured.length > 0) {
    const cpu = measured.reduce((sum, { cpuMillis }) => sum + cpuMillis, 0);
    const memory = measured.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0);
    used.set('cpu', { value: cpu / 1_000, text: formatMillicores(cpu) });
    used.set('memory', { value: memory, text: formatBytes(memory) });
  }
  return (
    <section className={styles.capacity} aria-label={t(clusterMessages.capacity)}>
      {capacity.resources.map(({ resource, allocatable, requested, free, largest }) => {
        const inUse = used.get(resource);
        const asked = quantityNumber(requested);
        const requestedText = formatAmount(resource, requested);
        return (
          <div key={resource} className={styles.resource}>
            <h2 className="medium">{resourceName(resource)}</h2>
            <Meter
              label={resourceName(resource)}
              value={inUse?.value ?? asked}
              behind={inUse === undefined ? 0 : asked}
              maximum={quantityNumber(allocatable)}
              text={t(
                clusterMessages.requestedOf({ requested: requestedText, all: formatAmount(resource, allocatable) }),
              )}
            />
            <dl>
              <dt>{t(clusterMessages.allocatable)}</dt>
              <dd>{formatAmount(resource, allocatable)}</dd>
              <dt>{t(clusterMessages.requested)}</dt>
              <dd>{requestedText}</dd>
              {inUse !== undefined && (
                <>
                  <dt>{t(clusterMessages.used)}</dt>
                  <dd>{inUse.text}</dd>
                </>
              )}
              <dt>{t(clusterMessages.free)}</dt>
              <dd>{formatAmount(resource, free)}</dd>
              {largest !== undefined && (
                <>
                  <dt>{t(clusterMessages.largestSlot)}</dt>
                  <dd>{formatAmount(resource, largest.amount)}</dd>
                </>
              )}
            </dl>
          </div>
        );
      })}
    </section>
  );
}

function PendingPods({ pods }: { readonly pods: readonly ClusterPod[] }) {
  const { t } = useLanguage();
  const columns: readonly Column<ClusterPod>[] = [
    {
      id: 'app',
      head: t(clusterMessages.owner),
      cell: ({ appId, appName, component, name }) => (
        <div className="two-lines">
          {appId === undefined ? (
            <span className="medium cut">{name}</span>
          ) : (
            <Link className="medium cut" to="/apps/$app" params={{ app: appId }}>
              {appName} / {component}
            </Link>
          )}
          <span className="small secondary cut">{name}</span>
        </div>
      ),
    },
    {
      id: 'reason',
      head: t(clusterMessages.reason),
      cell: ({ message, status }) => (
        <div className="two-lines">
          <PendingReason text={message ?? ''} />
          <span className="mono secondary break">{message ?? status}</span>
        </div>
      ),
    },
    {
      id: 'since',
      head: t(clusterMessages.waits),
      cell: ({ createTime }) => createTime !== undefined && <Moment at={createTime} />,
    },
  ];
  return (
    <Table
      label={t(clusterMessages.pending)}
      columns={columns}
      items={pods}
      itemKey={({ namespace, name }) => `${namespace}/${name}`}
    />
  );
}

/** Why no node takes a pod, in sentences. */
function PendingReason({ text }: { readonly text: string }) {
  const { t } = useLanguage();
  const reasons = schedulingReasons(text);
  if (reasons.length === 0) return <span>{t(clusterMessages.noNodeFits)}</span>;
  return <span>{reasons.map((reason) => t(reason)).join(' · ')}</span>;
}
