/**
 * The network of a node: cluster DNS (`startDnsServer`), services (`ServiceProxy`, by nftables or in this process),
 * network policies (`PolicyEnforcer`, by nftables), egress (`EgressMode` explains the modes), relays between the networks of machine and node over unix sockets,
 * and the ingress proxy (`IngressController`). Services are applied only after services and slices are synced. Egress
 * refuses loopback, link-local and multicast addresses and those of the machine, after names are resolved.
 */
export { followCluster } from './dns/cluster-names.ts';
export { decodeMessage, encodeMessage, RECORD_TYPE } from './dns/dns-message.ts';
export { startDnsServer } from './dns/dns-server.ts';
export { DnsZone } from './dns/dns-zone.ts';
export { readSearches, resolvConf } from './dns/resolv-conf.ts';
export { chooseUplink, type EgressMode, type UplinkChoice } from './egress/choose-uplink.ts';
export { Destinations, findOutside } from './egress/destinations.ts';
export { machineForwarder, relayedForwarder, serveForwarder } from './egress/dns-relay.ts';
export { EgressProxy } from './egress/egress-proxy.ts';
export { OutsideNames } from './egress/outside-names.ts';
export { podDialer } from './egress/pod-dialer.ts';
export { directDestinations, proxyEnvironment, withDefaults } from './egress/proxy-environment.ts';
export { removeUplink, Uplink, type UplinkOptions, type UplinkProgram } from './egress/uplink.ts';
export { IngressController } from './ingress/ingress-controller.ts';
export { openPacketFilter, type PacketFilterChoice } from './nft/nft-program.ts';
export { PolicyEnforcer, type PolicyEnforcerOptions } from './policies/policy-enforcer.ts';
export { NO_POLICY_RULES, type PolicyRules } from './policies/policy-rules.ts';
export {
  type Address,
  dialThrough,
  listenDialer,
  listenRelay,
  onlyAllowed,
  type Relay,
  serveConnections,
  serveDialer,
  serveRelay,
} from './relay/socket-relay.ts';
export { chooseServiceProxy } from './services/choose-proxy.ts';
export { HealthCheckPorts } from './services/health-check-ports.ts';
export { createNftProxy } from './services/nft-proxy.ts';
export { type EndpointSliceSource, reachableEndpoints } from './services/reachable-endpoints.ts';
export { runServiceProxy, type ServiceProxy } from './services/service-proxy.ts';
export { serviceTable } from './services/service-table.ts';
export { createUserSpaceProxy } from './services/user-space-proxy.ts';
