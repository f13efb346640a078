import type { KubeClient } from '@kubemin/kube';
import { coordination, core } from '@kubemin/kubeapi/resources';
import type { Node, NodeCondition, Taint } from '@kubemin/kubeapi/types/core.v1';

/** What a test wants of a node. */
export interface NodeWishes {
  readonly ready?: 'True' | 'False' | 'Unknown' | 'never reported';
  readonly taints?: readonly Taint[];
  readonly zone?: string;
  readonly unschedulable?: boolean;
  readonly conditions?: readonly NodeCondition[];
}

/** A node without an agent: it reports only what the test writes. */
export function handMadeNode(name: string, wishes: NodeWishes = {}): Node {
  const { ready = 'True', taints, zone, unschedulable, conditions = [] } = wishes;
  const reported: readonly NodeCondition[] =
    ready === 'never reported' ? [] : [{ type: 'Ready', status: ready, lastHeartbeatTime: '2026-01-01T00:00:00Z' }];
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, ...(zone && { labels: { 'topology.kubernetes.io/zone': zone } }) },
    spec: { ...(taints && { taints }), ...(unschedulable && { unschedulable }) },
    status: { conditions: [...reported, ...conditions], capacity: { cpu: '8', memory: '32Gi', pods: '110' } },
  };
}

/** Renews the lease of a node, by the node's own clock, however wrong that is. */
export async function renewLease(client: KubeClient, node: string, time: number): Promise<void> {
  const leases = client.resource(coordination.v1.leases, 'kube-node-lease');
  const renewTime = new Date(time).toISOString().replace('Z', '000Z');
  const known = await leases.find(node);
  if (known === undefined) {
    const metadata = { name: node, namespace: 'kube-node-lease' };
    const spec = { holderIdentity: node, leaseDurationSeconds: 40, renewTime };
    await leases.create({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata, spec });
    return;
  }
  await leases.patch(node, { type: 'merge', body: { spec: { renewTime } } });
}

/** A short summary of the node: statuses of its conditions, and its taints. */
export async function summarizeNode(client: KubeClient, name: string): Promise<Readonly<Record<string, unknown>>> {
  const { spec, status } = await client.resource(core.v1.nodes).get(name);
  return {
    ready: status?.conditions?.find(({ type }) => type === 'Ready')?.status,
    taints: (spec?.taints ?? []).map(({ key, effect }) => `${key.split('/')[1]}:${effect}`).toSorted(),
  };
}
