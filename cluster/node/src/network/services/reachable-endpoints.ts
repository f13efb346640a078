import type { Informer } from '@kubemin/kube';
import type { Node } from '@kubemin/kubeapi/types/core.v1';
import type { EndpointSlice } from '@kubemin/kubeapi/types/discovery.v1';

/** Endpoint slices as the proxies of a node follow them; an informer is one. */
export interface EndpointSliceSource extends Pick<Informer<EndpointSlice>, 'list' | 'synced'> {
  /** Calls the handler after each change until the returned function is called. */
  onChange(handler: (change: { readonly object: EndpointSlice }) => void): () => void;
}

/**
 * Endpoint slices without endpoints on simulated nodes: nothing listens at their addresses. `simulated` has exactly the nodes
 * that are simulated, by label.
 */
export function reachableEndpoints(
  slices: EndpointSliceSource,
  simulated: Pick<Informer<Node>, 'get' | 'list' | 'onChange' | 'synced'>,
): EndpointSliceSource {
  const isReachable = (nodeName: string | undefined): boolean =>
    nodeName === undefined || simulated.get(nodeName) === undefined;
  const withReachable = (slice: EndpointSlice): EndpointSlice => {
    const endpoints = slice.endpoints.filter(({ nodeName }) => isReachable(nodeName));
    return endpoints.length === slice.endpoints.length ? slice : { ...slice, endpoints };
  };
  return {
    get synced() {
      return Promise.all([slices.synced, simulated.synced]).then(() => undefined);
    },
    list: () => (simulated.list().length === 0 ? slices.list() : slices.list().map(withReachable)),
    onChange: (handler) => {
      const stops = [
        slices.onChange(({ object }) => handler({ object: withReachable(object) })),
        simulated.onChange(({ type, object: { metadata } }) => {
          if (type === 'updated') return;
          for (const slice of slices.list()) {
            const isOnNode = slice.endpoints.some(({ nodeName }) => nodeName === metadata.name);
            if (isOnNode) handler({ object: withReachable(slice) });
          }
        }),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
