import type { Endpoints, Service } from '@kubemin/kubeapi/types/core.v1';
import type { EndpointSlice } from '@kubemin/kubeapi/types/discovery.v1';
import type { Ingress, IPAddress, NetworkPolicy, ServiceCIDR } from '@kubemin/kubeapi/types/networking.v1';
import type { Columns } from './column.ts';
import { AGE, joined, labelText, NAME, selectorText } from './common-columns.ts';

/** Columns of the networks services get their addresses from. */
export const serviceNetworkColumns: Columns<ServiceCIDR> = {
  columns: [NAME, { name: 'CIDRs', cell: ({ spec }) => joined(spec?.cidrs ?? []) }, AGE],
};

/** Columns of addresses that are taken. */
export const addressColumns: Columns<IPAddress> = {
  columns: [
    NAME,
    {
      name: 'ParentRef',
      cell: ({ spec }) => {
        const { resource = '', namespace = '', name = '' } = spec?.parentRef ?? {};
        return [resource, namespace, name].filter((part) => part !== '').join('/');
      },
    },
    AGE,
  ],
};

/** More than this many endpoints are counted, not shown. */
const SHOWN = 3;

/** Columns of services. */
export const serviceColumns: Columns<Service> = {
  columns: [
    NAME,
    { name: 'Type', cell: ({ spec }) => spec?.type ?? '' },
    { name: 'Cluster-IP', cell: ({ spec }) => spec?.clusterIP ?? '<none>' },
    { name: 'External-IP', cell: externalAddresses },
    { name: 'Port(s)', cell: servicePorts },
    AGE,
    { name: 'Selector', wide: true, cell: ({ spec }) => labelText(spec?.selector) },
  ],
};

/** Columns of endpoints. */
export const endpointsColumns: Columns<Endpoints> = {
  columns: [
    NAME,
    {
      name: 'Endpoints',
      cell: ({ subsets = [] }) =>
        truncateList(
          subsets.flatMap(({ addresses = [], ports = [] }) =>
            ports.length === 0
              ? addresses.map(({ ip }) => ip)
              : ports.flatMap(({ port }) => addresses.map(({ ip }) => `${ip}:${port}`)),
          ),
        ),
    },
    AGE,
  ],
};

/** Columns of endpoint slices. */
export const endpointSliceColumns: Columns<EndpointSlice> = {
  columns: [
    NAME,
    { name: 'AddressType', cell: ({ addressType }) => addressType },
    {
      name: 'Ports',
      cell: ({ ports = [] }) =>
        ports.length === 0 ? '<unset>' : truncateList(ports.map(({ port }) => String(port ?? '*'))),
    },
    {
      name: 'Endpoints',
      cell: ({ endpoints }) =>
        truncateList(
          endpoints.flatMap(({ addresses }) => addresses),
          '<unset>',
        ),
    },
    AGE,
  ],
};

/** Columns of ingresses. */
export const ingressColumns: Columns<Ingress> = {
  columns: [
    NAME,
    { name: 'Class', cell: ({ spec }) => spec?.ingressClassName ?? '<none>' },
    {
      name: 'Hosts',
      cell: ({ spec }) =>
        truncateList(
          (spec?.rules ?? []).flatMap(({ host }) => (host ? [host] : [])),
          '*',
        ),
    },
    {
      name: 'Address',
      cell: ({ status }) =>
        (status?.loadBalancer?.ingress ?? []).map(({ ip, hostname }) => ip ?? hostname ?? '').join(','),
    },
    { name: 'Ports', cell: ({ spec }) => ((spec?.tls?.length ?? 0) > 0 ? '80, 443' : '80') },
    AGE,
  ],
};

/** Columns of network policies. */
export const networkPolicyColumns: Columns<NetworkPolicy> = {
  columns: [
    NAME,
    {
      name: 'Pod-Selector',
      cell: ({ spec }) => selectorText(spec?.podSelector),
    },
    AGE,
  ],
};

function externalAddresses({ spec, status }: Service): string {
  if (spec?.type === 'ExternalName') return spec.externalName ?? '';
  const external = spec?.externalIPs ?? [];
  if (spec?.type !== 'LoadBalancer') return joined(external);
  const balanced = (status?.loadBalancer?.ingress ?? []).map(({ ip, hostname }) => ip ?? hostname ?? '');
  const all = [...balanced, ...external];
  return all.length === 0 ? '<pending>' : all.join(',');
}

function servicePorts({ spec }: Service): string {
  return joined(
    (spec?.ports ?? []).map(({ port, nodePort, protocol = 'TCP' }) =>
      nodePort === undefined ? `${port}/${protocol}` : `${port}:${nodePort}/${protocol}`,
    ),
  );
}

function truncateList(items: readonly string[], none = '<none>'): string {
  if (items.length === 0) return none;
  const shown = items.slice(0, SHOWN).join(',');
  return items.length > SHOWN ? `${shown} + ${items.length - SHOWN} more...` : shown;
}
