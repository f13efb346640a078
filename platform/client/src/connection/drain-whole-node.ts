import type { DrainedNode, DrainRequest } from '../contract/index.ts';
import type { PlatformClient } from './platform-client.ts';

export interface DrainWholeNodeOptions {
  /** Stops it; what was evicted stays evicted. */
  readonly signal?: AbortSignal;
  /** Called after each request with what all of them did. */
  readonly onProgress?: (drained: DrainedNode) => void;
}

/** Drains a node with as many requests as it takes: each evicts pods for some seconds and leaves the others as `pending`. */
export async function drainWholeNode(
  client: Pick<PlatformClient, 'drainNode'>,
  { cluster, node, ...request }: Partial<DrainRequest> & { readonly cluster: string; readonly node: string },
  { signal, onProgress }: DrainWholeNodeOptions = {},
): Promise<DrainedNode> {
  const evicted: DrainedNode['evicted'][number][] = [];
  for (;;) {
    const done = await client.drainNode(cluster, node, request, signal && { signal });
    evicted.push(...done.evicted);
    const own = new Set(evicted.map(podKey));
    // Pods that an earlier request evicted are there until they have stopped.
    const kept = done.kept.filter((pod) => pod.reason !== 'terminating' || !own.has(podKey(pod)));
    const drained = { node: done.node, evicted: [...evicted], kept };
    onProgress?.(drained);
    // A cluster in which nothing moves any more is not asked again.
    if (done.evicted.length === 0 || !kept.some(({ reason }) => reason === 'pending')) return drained;
  }
}

function podKey({ namespace, name }: DrainedNode['evicted'][number]): string {
  return `${namespace}/${name}`;
}
