import type { Informer } from '@kubemin/kube';
import type { KubeObject } from '@kubemin/kubeapi';
import type { Pod, Service } from '@kubemin/kubeapi/types/core.v1';
import type { EndpointSlice } from '@kubemin/kubeapi/types/discovery.v1';
import type { Ingress } from '@kubemin/kubeapi/types/networking.v1';
import { RECORD_TYPE } from './dns-message.ts';
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

/** More dots make a name absolute, as in the resolv.conf of pods. */
const DOTS = 5;

/**
 * Where a name leads that a pod of a namespace uses, as its resolver would find it: an address of the cluster, or the name
 * outside that a Service of type ExternalName stands for. Undefined for other names.
 */
export function findClusterAddress(
  zone: DnsZone,
  name: string,
  namespace: string | undefined,
): { readonly address?: string; readonly alias?: string } | undefined {
  const suffixes = [...(namespace === undefined ? [] : [`.${namespace}.svc`]), '.svc', ''];
  const isRelative = name.split('.').length <= DOTS;
  for (const full of [...(isRelative ? suffixes.map((suffix) => `${name}${suffix}.${zone.domain}`) : []), name]) {
    const answer = zone.lookup(full, RECORD_TYPE.A);
    const record = answer?.answers.find(({ type }) => type === 'A');
    if (record?.type === 'A') return { address: record.address };
    if (answer?.alias !== undefined) return { alias: answer.alias };
  }
  return undefined;
}

function follow<T extends KubeObject>(
  informer: Informer<T>,
  set: (key: string, object: T | undefined) => void,
): () => void {
  return informer.onChange(({ type, key, object }) => set(key, type === 'deleted' ? undefined : object));
}
