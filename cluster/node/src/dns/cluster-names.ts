import type { Informer } from '@kubemin/kube';
import type { KubeObject } from '@kubemin/kubeapi';
import type { Pod, Service } from '@kubemin/kubeapi/types/core.v1';
import type { EndpointSlice } from '@kubemin/kubeapi/types/discovery.v1';
import type { Ingress } from '@kubemin/kubeapi/types/networking.v1';
import type { DnsZone } from './dns-zone.ts';

/** What the names of a cluster come from. */
export interface ClusterInformers {
  readonly services: Informer<Service>;
  readonly endpointSlices: Informer<EndpointSlice>;
  readonly pods: Informer<Pod>;
  readonly ingresses: Informer<Ingress>;
}

/** Keeps a zone current, each change right when an informer has it. The result ends that. */
export function followCluster(zone: DnsZone, informers: ClusterInformers): () => void {
  const stops = [
    follow(informers.services, (key, service) => zone.setService(key, service)),
    follow(informers.endpointSlices, (key, slice) => zone.setEndpointSlice(key, slice)),
    follow(informers.pods, (key, pod) => zone.setPod(key, pod)),
    follow(informers.ingresses, (key, ingress) => zone.setIngress(key, ingress)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function follow<T extends KubeObject>(
  informer: Informer<T>,
  set: (key: string, object: T | undefined) => void,
): () => void {
  return informer.onChange(({ type, key, object }) => set(key, type === 'deleted' ? undefined : object));
}
