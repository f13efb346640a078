import { isIP } from 'node:net';
import { fieldError } from '@kubemin/kubeapi';
import type { EndpointSlice } from '@kubemin/kubeapi/types/discovery.v1';
import { each, immutable, named, oneOf, type Problems, unique } from './field-checks.ts';
import type { Strategy } from './strategy.ts';

const ADDRESS_TYPES = ['FQDN', 'IPv4', 'IPv6'];
const PROTOCOLS = ['SCTP', 'TCP', 'UDP'];
const MAX_ENDPOINTS = 1000;
const MAX_ADDRESSES = 100;
const MAX_PORTS = 20_000;

/** Endpoint slices: addresses of one type. */
export const endpointSliceStrategy: Strategy<EndpointSlice> = {
  generation: true,
  defaults: (slice) => ({
    ...slice,
    ...(slice.ports && {
      ports: slice.ports.map((port) => ({ ...port, name: port.name ?? '', protocol: port.protocol ?? 'TCP' })),
    }),
  }),
  validate: (slice) => [
    ...(slice.addressType === ''
      ? [fieldError.required('addressType')]
      : oneOf('addressType', slice.addressType, ADDRESS_TYPES)),
    ...endpointProblems(slice),
    ...portProblems(slice),
  ],
  validateUpdate: (slice, current) => immutable('addressType', slice.addressType, current.addressType),
};

function endpointProblems({ addressType, endpoints }: EndpointSlice): Problems {
  if (endpoints.length > MAX_ENDPOINTS) return [fieldError.tooMany('endpoints', endpoints.length, MAX_ENDPOINTS)];
  return each(endpoints, 'endpoints', ({ addresses, hostname, nodeName }, at) => [
    ...(addresses.length === 0
      ? [fieldError.required(`${at}.addresses`, 'must contain at least 1 address')]
      : addresses.length > MAX_ADDRESSES
        ? [fieldError.tooMany(`${at}.addresses`, addresses.length, MAX_ADDRESSES)]
        : each(addresses, `${at}.addresses`, (address, place) => addressProblems(addressType, address, place))),
    ...named(`${at}.hostname`, hostname, 'dns1123Label'),
    ...named(`${at}.nodeName`, nodeName, 'dns1123Subdomain'),
  ]);
}

function addressProblems(type: string, address: string, path: string): Problems {
  if (type === 'FQDN') return named(path, address, 'dns1123Subdomain');
  const version = type === 'IPv4' ? 4 : 6;
  if (isIP(address) === version) return [];
  const rule = version === 4 ? 'must be an IPv4 address' : 'must be an IPv6 address';
  return [fieldError.invalid(path, address, rule)];
}

function portProblems({ ports = [] }: EndpointSlice): Problems {
  if (ports.length > MAX_PORTS) return [fieldError.tooMany('ports', ports.length, MAX_PORTS)];
  return [
    ...each(ports, 'ports', ({ name, protocol, appProtocol }, at) => [
      ...named(`${at}.name`, name, 'dns1123Label'),
      ...oneOf(`${at}.protocol`, protocol, PROTOCOLS),
      ...named(`${at}.appProtocol`, appProtocol, 'qualifiedName'),
    ]),
    ...unique(
      ports,
      (index) => `ports[${index}].name`,
      ({ name }) => name,
    ),
  ];
}
