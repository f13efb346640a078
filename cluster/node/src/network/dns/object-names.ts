import { isIPv4 } from 'node:net';
import type { Pod, Service } from '@kubemin/kubeapi/types/core.v1';
import type { Endpoint, EndpointSlice } from '@kubemin/kubeapi/types/discovery.v1';
import type { Ingress } from '@kubemin/kubeapi/types/networking.v1';
import type { SrvTarget } from './dns-message.ts';

/** What an object contributes to one name; an empty one only makes the name exist. */
export interface RecordSet {
  readonly addresses?: readonly string[];
  readonly services?: readonly SrvTarget[];
  readonly alias?: string;
  /** Names of an address. */
  readonly reverse?: readonly string[];
  /** The reverse names only count when no other object has some. */
  readonly weakReverse?: boolean;
  readonly text?: string;
}

type NamedSet = readonly [name: string, set: RecordSet];

/** `5.0.244.10.in-addr.arpa` for 10.244.0.5. */
function reverseName(address: string): string {
  return `${address.split('.').reverse().join('.')}.in-addr.arpa`;
}

function dashAddress(address: string): string {
  return address.replaceAll('.', '-');
}

/** The names of a service and of its endpoints, as the DNS specification of Kubernetes has them. IPv4. */
export function serviceNames(service: Service, slices: readonly EndpointSlice[], domain: string): readonly NamedSet[] {
  const { metadata, spec = {} } = service;
  const name = `${metadata.name}.${metadata.namespace}.svc.${domain}`;
  if (spec.type === 'ExternalName') {
    const alias = spec.externalName?.replace(/\.$/, '');
    return alias ? [[name, { alias }]] : [];
  }
  if (spec.clusterIP === 'None') return headlessNames(name, service, slices);
  const addresses = (spec.clusterIPs ?? [spec.clusterIP ?? '']).filter((address) => isIPv4(address));
  const names: NamedSet[] = [[name, { addresses }]];
  for (const address of addresses) names.push([reverseName(address), { reverse: [name] }]);
  for (const port of spec.ports ?? []) {
    if (port.name === undefined || port.name === '') continue;
    const target = { priority: 0, weight: 100, port: port.port, target: name };
    names.push([serviceName(port.name, port.protocol, name), { services: [target] }]);
  }
  return names;
}

function serviceName(port: string, protocol = 'TCP', name: string): string {
  return `_${port}._${protocol.toLowerCase()}.${name}`;
}

function headlessNames(name: string, { spec = {} }: Service, slices: readonly EndpointSlice[]): readonly NamedSet[] {
  const addresses = new Set<string>();
  /** Addresses of each name of an endpoint: several pods can have the same hostname. */
  const hosts = new Map<string, Set<string>>();
  const targets = new Map<string, Map<string, number>>();
  const reverse = new Map<string, Set<string>>();
  for (const slice of slices) {
    if (slice.addressType !== 'IPv4') continue;
    for (const endpoint of slice.endpoints) {
      if (!isPublished(endpoint) && spec.publishNotReadyAddresses !== true) continue;
      for (const address of endpoint.addresses) {
        if (!isIPv4(address)) continue;
        const host = `${endpoint.hostname || dashAddress(address)}.${name}`;
        addresses.add(address);
        add(hosts, host, address);
        add(reverse, reverseName(address), host);
        for (const port of slice.ports ?? []) {
          if (!port.name || port.port === undefined) continue;
          const key = serviceName(port.name, port.protocol, name);
          const list = targets.get(key) ?? new Map<string, number>();
          targets.set(key, list.set(`${host} ${port.port}`, port.port));
        }
      }
    }
  }
  return [
    [name, { addresses: [...addresses].sort() }],
    ...Array.from(hosts, ([host, own]): NamedSet => [host, { addresses: [...own].sort() }]),
    ...Array.from(reverse, ([key, own]): NamedSet => [key, { reverse: [...own].sort() }]),
    ...Array.from(targets, ([key, list]): NamedSet => {
      const weight = Math.max(1, Math.floor(100 / list.size));
      const services = Array.from(list, ([text, port]) => {
        return { priority: 0, weight, port, target: text.slice(0, text.indexOf(' ')) };
      });
      return [key, { services: services.sort((one, other) => (one.target < other.target ? -1 : 1)) }];
    }),
  ];
}

function isPublished({ conditions }: Endpoint): boolean {
  return conditions?.ready !== false;
}

function add(sets: Map<string, Set<string>>, key: string, value: string): void {
  sets.set(key, (sets.get(key) ?? new Set()).add(value));
}

/** `10-244-0-5.shop.pod.cluster.local`, and the way back from its address where no service has a better name. */
export function podNames({ metadata, spec, status }: Pod, domain: string): readonly NamedSet[] {
  const address = status?.podIP;
  if (address === undefined || !isIPv4(address)) return [];
  if (status?.phase === 'Succeeded' || status?.phase === 'Failed') return [];
  const name = `${dashAddress(address)}.${metadata.namespace}.pod.${domain}`;
  const own: NamedSet = [name, { addresses: [address] }];
  if (spec?.hostNetwork === true) return [own];
  return [own, [reverseName(address), { reverse: [name], weakReverse: true }]];
}

/**
 * The hosts of an Ingress, at the addresses in its status or at the given one. Hosts within the cluster domain are left out:
 * an Ingress must not take over the name of a service.
 */
export function ingressNames(
  { spec, status }: Ingress,
  domain: string,
  defaultAddress: string | undefined,
): readonly NamedSet[] {
  const points = status?.loadBalancer?.ingress ?? [];
  const reported = points.flatMap(({ ip }) => (ip !== undefined && isIPv4(ip) ? [ip] : []));
  const addresses = reported.length > 0 || defaultAddress === undefined ? reported : [defaultAddress];
  const alias = points.find(({ hostname }) => hostname !== undefined)?.hostname;
  if (addresses.length === 0 && alias === undefined) return [];
  const set = addresses.length === 0 && alias !== undefined ? { alias } : { addresses };
  const hosts = new Set((spec?.rules ?? []).flatMap(({ host }) => (host ? [host.toLowerCase()] : [])));
  const taken = [domain, 'in-addr.arpa'];
  return Array.from(hosts)
    .filter((host) => !taken.some((name) => host === name || host.endsWith(`.${name}`)))
    .map((host): NamedSet => [host, set]);
}
