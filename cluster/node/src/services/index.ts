/**
 * The service proxy of a node: what makes cluster addresses, node ports and external addresses of services lead to pods.
 *
 * `serviceTable` decides, from services and endpoint slices, what each address and port leads to; a `ServiceProxy` brings
 * the node there. There are two, with the same behaviour: one that forwards in this process and needs nothing but
 * addresses that are local (`ip route add local 10.96.0.0/16 dev lo` makes a service range so), and one that writes
 * nftables rules; `chooseServiceProxy` takes the one that works here. `runServiceProxy` keeps a proxy current from informers.
 * `reachableEndpoints` leaves out endpoints on simulated nodes.
 *
 * Every implementation passes the rules in `test-support/proxy-rules.ts`.
 */
export { chooseServiceProxy, type ProxyChoice } from './choose-proxy.ts';
export { conntrackArguments, createNftProxy, type NftProxyOptions, type StaleUdpFlows } from './nft-proxy.ts';
export { type EndpointSliceSource, reachableEndpoints } from './reachable-endpoints.ts';
export { runServiceProxy, type ServiceProxy, ServiceProxyError, type ServiceProxyRunOptions } from './service-proxy.ts';
export {
  entryKey,
  type ServiceEndpoint,
  type ServiceEntry,
  type ServiceNode,
  type ServiceProtocol,
  type ServiceTable,
  serviceTable,
} from './service-table.ts';
export { createUserSpaceProxy, type UserSpaceProxyOptions } from './user-space-proxy.ts';
