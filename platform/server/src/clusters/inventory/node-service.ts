import type { Clock } from '@kubemin/base';
import { errorMessage } from '@kubemin/base/message';
import { type ClusterNode, type DrainedNode, type DrainObstacle, type DrainRequest, nodeRoutes } from '@kubemin/client';
import type { KubeClient } from '@kubemin/kube';
import { isStatusError } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Node, Pod } from '@kubemin/kubeapi/types/core.v1';
import { type BoundRoute, bindJson } from '../../api/index.ts';
import { type ClusterRequestOptions, requestCluster } from './cluster-request.ts';
import { nodeUses, nodeView } from './node-view.ts';
import { drainObstacles } from './pod-view.ts';

/** Leaves time for the report: a request to a cluster may take 10 s. */
const EVICTING_MS = 8_000;

type KeptPod = DrainedNode['kept'][number];
type Staying = Pick<KeptPod, 'reason' | 'message'>;

interface Evicting {
  readonly clock: Pick<Clock, 'after'>;
  readonly signal: AbortSignal;
}

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

  /** Whatever fails on the way, the report has what was evicted before. */
  async drain(cluster: string, node: string, request: DrainRequest, ended: AbortSignal): Promise<DrainedNode> {
    const { clock } = this.#options;
    return requestCluster(this.#options, {
      ...{ cluster, signal: ended },
      send: async (client, signal) => {
        const changed = await patchSchedulable(client, node, false, signal);
        const pods = await podsOn(client, node, signal);
        const report = await evictPods(client, pods, request, { clock, signal });
        const left = await podsOn(client, node, signal).catch(() => pods);
        return { node: view(changed, left), ...report };
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

/** One after the other, so that each sees the budget that the one before left. */
async function evictPods(
  client: KubeClient,
  pods: readonly Pod[],
  request: DrainRequest,
  { clock, signal }: Evicting,
): Promise<Pick<DrainedNode, 'evicted' | 'kept'>> {
  const evicted: DrainedNode['evicted'][number][] = [];
  const kept: KeptPod[] = [];
  const late = new AbortController();
  const cancel = clock.after(EVICTING_MS, () => late.abort());
  try {
    const over = AbortSignal.any([signal, late.signal]);
    for (const pod of pods) {
      const staying = stayingReason(pod, request) ?? (await evict(client, pod, over));
      if (staying === undefined) evicted.push(podPlace(pod));
      else kept.push({ ...podPlace(pod), ...staying });
    }
  } finally {
    cancel();
  }
  return { evicted, kept };
}

function stayingReason(pod: Pod, { force, deleteLocalData }: DrainRequest): Staying | undefined {
  if (pod.metadata.deletionTimestamp !== undefined) return { reason: 'terminating' };
  const allowed: Readonly<Partial<Record<DrainObstacle, boolean>>> = { unmanaged: force, localData: deleteLocalData };
  const reason = drainObstacles(pod).find((obstacle) => allowed[obstacle] !== true);
  return reason && { reason };
}

async function evict(client: KubeClient, pod: Pod, signal: AbortSignal): Promise<Staying | undefined> {
  if (signal.aborted) return { reason: 'pending' };
  const { namespace, name } = podPlace(pod);
  const { uid } = pod.metadata;
  const body = {
    ...{ apiVersion: 'policy/v1', kind: 'Eviction', metadata: { namespace, name } },
    ...(uid !== undefined && { deleteOptions: { preconditions: { uid } } }),
  };
  try {
    await client.resource(core.v1.pods, namespace).createSubresource(name, 'eviction', body, { signal });
    return undefined;
  } catch (error) {
    if (signal.aborted) return { reason: 'pending' };
    if (isStatusError(error, 'NotFound')) return undefined;
    return { reason: isBudget(error) ? 'budget' : 'failed', message: errorMessage(error).message };
  }
}

/** A busy server responds with the same status, and without this cause. */
function isBudget(error: unknown): boolean {
  if (!isStatusError(error, 'TooManyRequests')) return false;
  return error.status.details?.causes?.some(({ reason }) => reason === 'DisruptionBudget') ?? false;
}

/** What an audit entry has of it; the trail cuts long ones. */
function drainText({ force, deleteLocalData }: DrainRequest, { evicted, kept }: DrainedNode): string {
  const options = [...(force ? ['force'] : []), ...(deleteLocalData ? ['deleteLocalData'] : [])];
  const place = ({ namespace, name }: DrainedNode['evicted'][number]): string => `${namespace}/${name}`;
  return [...options, `evicted=${evicted.map(place).join()}`, `kept=${kept.map(place).join()}`].join(' ');
}

/** Which method of the service handles which route about nodes. */
export function nodeHandlers(nodes: NodeService): Readonly<Record<keyof typeof nodeRoutes, BoundRoute>> {
  const { cordonNode, uncordonNode, drainNode } = nodeRoutes;
  return {
    cordonNode: bindJson(cordonNode, ({ params }) => nodes.setSchedulable(params.cluster, params.node, false)),
    uncordonNode: bindJson(uncordonNode, ({ params }) => nodes.setSchedulable(params.cluster, params.node, true)),
    drainNode: bindJson(drainNode, async ({ params, body, signal, about }) => {
      const drained = await nodes.drain(params.cluster, params.node, body, signal);
      about({ detail: drainText(body, drained) });
      return drained;
    }),
  };
}
