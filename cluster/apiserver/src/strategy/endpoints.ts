import { fieldError } from '@kubemin/kubeapi';
import type { EndpointAddress, Endpoints } from '@kubemin/kubeapi/types/core.v1';
import { ipAddress } from './addresses.ts';
import { each, named, oneOf, type Problems, portNumber, required } from './field-checks.ts';
import type { Strategy } from './strategy.ts';

const PROTOCOLS = ['SCTP', 'TCP', 'UDP'];

/** Endpoints. */
export const endpointsStrategy: Strategy<Endpoints> = {
  createOnUpdate: true,
  defaults: (endpoints) => ({
    ...endpoints,
    ...(endpoints.subsets && {
      subsets: endpoints.subsets.map((subset) => ({
        ...subset,
        ...(subset.ports && { ports: subset.ports.map((port) => ({ ...port, protocol: port.protocol ?? 'TCP' })) }),
      })),
    }),
  }),
  validate: ({ subsets }) =>
    each(subsets, 'subsets', ({ addresses = [], notReadyAddresses = [], ports = [] }, at) => [
      ...(addresses.length + notReadyAddresses.length === 0
        ? [fieldError.required(at, 'must specify `addresses` or `notReadyAddresses`')]
        : []),
      ...each(addresses, `${at}.addresses`, addressProblems),
      ...each(notReadyAddresses, `${at}.notReadyAddresses`, addressProblems),
      ...each(ports, `${at}.ports`, ({ name, port, protocol }, place) => [
        ...(ports.length > 1 ? required(`${place}.name`, name) : []),
        ...named(`${place}.name`, name, 'dns1123Label'),
        ...portNumber(`${place}.port`, port),
        ...oneOf(`${place}.protocol`, protocol, PROTOCOLS),
      ]),
    ]),
};

function addressProblems({ ip, hostname, nodeName }: EndpointAddress, path: string): Problems {
  return [
    ...ipAddress(`${path}.ip`, ip),
    ...named(`${path}.hostname`, hostname, 'dns1123Label'),
    ...named(`${path}.nodeName`, nodeName, 'dns1123Subdomain'),
  ];
}
