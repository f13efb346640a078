import type { KubeClient } from '@kubemin/kube';
import { metricsApi } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import { type UsedAmounts, usedAmounts } from './used-amounts.ts';

/** A node, what it can give, and what of that is used. */
export interface NodeUsage {
  readonly name: string;
  readonly allocatable: UsedAmounts;
  /** Undefined while it was not measured. */
  readonly used: UsedAmounts | undefined;
}

/** All nodes, with what they use; throws 404 where the cluster does not measure. */
export async function nodeUsage(client: KubeClient): Promise<readonly NodeUsage[]> {
  const [measured, nodes] = await Promise.all([
    client.resource(metricsApi.nodes).list(),
    client.resource(core.v1.nodes).list(),
  ]);
  const used = new Map(measured.items.map(({ metadata, usage }) => [metadata.name, usedAmounts(usage)]));
  return nodes.items.map(({ metadata, status }) => ({
    name: metadata.name ?? '',
    allocatable: usedAmounts(status?.allocatable),
    used: used.get(metadata.name),
  }));
}
