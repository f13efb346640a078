import { isIPv6 } from 'node:net';
import type { Service } from '@kubemin/kubeapi/types/core.v1';
import type { EndpointSlice } from '@kubemin/kubeapi/types/discovery.v1';
import type { Backend, BackendReference, Endpoint, RouteProblem } from './route-table.ts';

/** Services and endpoint slices by `namespace/service`. */
export interface ServiceIndex {
  service(key: string): Service | undefined;
  slices(key: string): readonly EndpointSlice[];
}

/** `namespace/service` that a slice belongs to. */
export function sliceServiceKey({ metadata }: EndpointSlice): string {
  return `${metadata.namespace ?? 'default'}/${metadata.labels?.['kubernetes.io/service-name'] ?? ''}`;
}

/** Services and slices of lists. */
export function indexServices(services: readonly Service[], slices: readonly EndpointSlice[]): ServiceIndex {
  const byKey = new Map(
    services.map((service) => [`${service.metadata.namespace ?? 'default'}/${service.metadata.name}`, service]),
  );
  const byService = Map.groupBy(slices, sliceServiceKey);
  return { service: (key) => byKey.get(key), slices: (key) => byService.get(key) ?? [] };
}

/** The endpoints of the port that a route names, at this moment. */
export function resolveBackend(
  reference: BackendReference,
  index: ServiceIndex,
): { readonly backend: Backend; readonly problem?: Omit<RouteProblem, 'object'> } {
  const { key, namespace, service: name } = reference;
  const none = { key, endpoints: [] };
  const service = index.service(`${namespace}/${name}`);
  if (service === undefined) {
    const message = `Service ${namespace}/${name} does not exist`;
    return { backend: none, problem: { reason: 'MissingService', message } };
  }
  if (service.spec?.type === 'ExternalName') {
    const message = `Service ${namespace}/${name} of type ExternalName is not supported`;
    return { backend: none, problem: { reason: 'UnsupportedField', message } };
  }
  const ports = service.spec?.ports ?? [];
  const port = ports.find((each) => each.name === reference.port || each.port === reference.port);
  const chosen = reference.port === undefined && ports.length === 1 ? ports[0] : port;
  if (chosen === undefined) {
    const message = `Service ${namespace}/${name} has no port ${reference.port ?? '(none given)'}`;
    return { backend: none, problem: { reason: 'MissingServicePort', message } };
  }
  const endpoints = new Map<string, Endpoint>();
  for (const slice of index.slices(`${namespace}/${name}`)) {
    for (const endpoint of sliceEndpoints(slice, chosen.name ?? '', reference.protocol)) {
      endpoints.set(endpoint.key, endpoint);
    }
  }
  // One order whatever the order of slices, so that an unchanged set is an equal backend.
  const sorted = [...endpoints.values()].sort((left, right) => (left.key < right.key ? -1 : 1));
  return { backend: { key, endpoints: sorted } };
}

function sliceEndpoints(slice: EndpointSlice, portName: string, protocol: Endpoint['protocol']): readonly Endpoint[] {
  if (slice.addressType !== 'IPv4' && slice.addressType !== 'IPv6') return [];
  const port = slice.ports?.find(({ name = '' }) => name === portName)?.port;
  if (port === undefined) return [];
  return slice.endpoints.flatMap(({ addresses, conditions }) => {
    const [address] = addresses;
    if (address === undefined || conditions?.ready === false || conditions?.terminating === true) return [];
    const host = isIPv6(address) ? `[${address}]` : address;
    return [{ key: `${protocol}://${host}:${port}`, address, port, protocol }];
  });
}
