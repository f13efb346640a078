import { isIPv6 } from 'node:net';
import type { EndpointAddress, EndpointSubset, EndpointPort as SubsetPort } from '@kubemin/kubeapi/types/core.v1';
import type { Endpoint, EndpointPort } from '@kubemin/kubeapi/types/discovery.v1';
import type { SliceContent } from './slice-plan.ts';

/** The kind of addresses a slice may hold. */
export type AddressType = 'IPv4' | 'IPv6';

/** The slices of one address type for Endpoints that a user wrote. */
export function mirroredContent(subsets: readonly EndpointSubset[], type: AddressType): readonly SliceContent[] {
  return subsets.flatMap(({ ports = [], addresses = [], notReadyAddresses = [] }) => {
    const ofType = ({ ip }: EndpointAddress): boolean => isIPv6(ip) === (type === 'IPv6');
    const endpoints = [
      ...addresses.filter(ofType).map((address) => toEndpoint(address, true)),
      ...notReadyAddresses.filter(ofType).map((address) => toEndpoint(address, false)),
    ];
    return endpoints.length === 0 ? [] : [{ ports: ports.map(toEndpointPort), endpoints }];
  });
}

function toEndpoint({ ip, hostname, nodeName, targetRef }: EndpointAddress, ready: boolean): Endpoint {
  return {
    addresses: [ip],
    conditions: { ready },
    ...(hostname && { hostname }),
    ...(nodeName && { nodeName }),
    ...(targetRef && { targetRef }),
  };
}

function toEndpointPort({ name = '', port, protocol = 'TCP', appProtocol }: SubsetPort): EndpointPort {
  return { name, port, protocol, ...(appProtocol && { appProtocol }) };
}
