import { type ClusterNode, type DrainedNode, nodeRoutes } from '@kubemin/client';
import type { KubeClient } from '@kubemin/kube';
import { isStatusError } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Node, Pod } from '@kubemin/kubeapi/types/core.v1';
import { type BoundRoute, bindJson } from '../../api/index.ts';
import { type ClusterRequestOptions, requestCluster } from './cluster-request.ts';
import { nodeUses, nodeView } from './node-view.ts';

/** Pods are evicted one after the other, so that each sees the budget that the one before left. */
const DRAIN_MS = 60_000;
const MIRROR = 'kubernetes.io/config.mirror';

type KeptPod = DrainedNode['kept'][number];

/** Nodes of clusters: whether new pods are placed on them, and moving pods away. */
export class NodeService {
  readonly #options: ClusterRequestOptions;

  constructor(options: ClusterRequestOptions) {
    this.#options = options;
  }

  async setSchedulable(cluster: string, node: string, isSchedulable: boolean): Promise<ClusterNode> {
    return requestCluster(this.#options, {
      cluster,
      send: async (client, signal) => {
        const changed = await patchSchedulable(client, node, isSchedulable, signal);
        return view(changed, await podsOn(client, node, signal));
      },
    });
  }

  async drain(cluster: string, node: string): Promise<DrainedNode> {
    return requestCluster(this.#options, {
      cluster,
      timeoutMs: DRAIN_MS,
      send: async (client, signal) => {
        const changed = await patchSchedulable(client, node, false, signal);
        const evicted: DrainedNode['evicted'][number][] = [];
        const kept: KeptPod[] = [];
        for (const pod of await podsOn(client, node, signal)) {
          if (pod.metadata.deletionTimestamp !== undefined) continue;
          const refused = stayingReason(pod) ?? (await evict(client, pod, signal));
          if (refused === undefined) evicted.push(podPlace(pod));
          else kept.push({ ...podPlace(pod), ...refused });
        }
        return { node: view(changed, await podsOn(client, node, signal)), evicted, kept };
      },
    });
  }
}

function patchSchedulable(
  client: KubeClient,
  node: string,
  isSchedulable: boolean,
  signal: AbortSignal,
): Promise<Node> {
  const body = { spec: { unschedulable: isSchedulable ? null : true } };
  return client.resource(core.v1.nodes).patch(node, { type: 'merge', body }, { signal });
}

async function podsOn(client: KubeClient, node: string, signal: AbortSignal): Promise<readonly Pod[]> {
  return (await client.resource(core.v1.pods).list({ signal, fieldSelector: `spec.nodeName=${node}` })).items;
}

function view(node: Node, pods: readonly Pod[]): ClusterNode {
  const [use] = nodeUses([node], pods);
  if (use === undefined) throw new TypeError('one node has one use');
  return nodeView(use);
}

function podPlace({ metadata }: Pod) {
  return { namespace: metadata.namespace ?? '', name: metadata.name ?? '' };
}

/** A DaemonSet creates its pod again on the same node; a static pod belongs to the kubelet. */
function stayingReason({ metadata }: Pod): Pick<KeptPod, 'reason'> | undefined {
  if (metadata.annotations?.[MIRROR] !== undefined) return { reason: 'static' };
  const owner = metadata.ownerReferences?.find(({ controller }) => controller === true);
  return owner?.kind === 'DaemonSet' ? { reason: 'daemonSet' } : undefined;
}

async function evict(
  client: KubeClient,
  pod: Pod,
  signal: AbortSignal,
): Promise<Pick<KeptPod, 'reason' | 'message'> | undefined> {
  const { namespace, name } = podPlace(pod);
  const body = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { namespace, name } };
  try {
    await client.resource(core.v1.pods, namespace).createSubresource(name, 'eviction', body, { signal });
    return undefined;
  } catch (error) {
    // Missing rights concern the whole node, an abort the whole request.
    if (signal.aborted || !isStatusError(error) || error.reason === 'Forbidden') throw error;
    if (error.reason === 'NotFound') return undefined;
    return { reason: error.reason === 'TooManyRequests' ? 'budget' : 'failed', message: error.message };
  }
}

/** Which method of the service handles which route about nodes. */
export function nodeHandlers(nodes: NodeService): Readonly<Record<keyof typeof nodeRoutes, BoundRoute>> {
  const { cordonNode, uncordonNode, drainNode } = nodeRoutes;
  return {
    cordonNode: bindJson(cordonNode, ({ params }) => nodes.setSchedulable(params.cluster, params.node, false)),
    uncordonNode: bindJson(uncordonNode, ({ params }) => nodes.setSchedulable(params.cluster, params.node, true)),
    drainNode: bindJson(drainNode, ({ params }) => nodes.drain(params.cluster, params.node)),
  };
}
