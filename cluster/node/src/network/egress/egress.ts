/**
 * How pods reach what is outside of their network, which has no way out.
 *
 * - `proxy`: the agent runs an `EgressProxy` on the address of the node, and containers find it in HTTPS_PROXY. Names and
 *   addresses of the cluster are connected to from there, all others by the process that started the agent (`findOutside`),
 *   which refuses loopback, link-local and multicast addresses, those of the machine and of the cluster, after resolving names.
 * - `pasta`: a program on this machine gives the network of the node an `Uplink`, which all programs in pods use as it is; rules
 *   in that network keep them from the same addresses, and names are resolved by the name servers of the machine.
 * - `off`: nothing. `OutsideNames` records on pods why names outside are not resolved, also with the proxy.
 */
export { chooseUplink, findUplinkProgram, type UplinkChoice, type UplinkPlace } from './choose-uplink.ts';
export { type DestinationRules, Destinations, findOutside } from './destinations.ts';
export { machineForwarder, relayedForwarder, serveForwarder } from './dns-relay.ts';
export { EgressProxy, type EgressProxyOptions } from './egress-proxy.ts';
export { OutsideNames } from './outside-names.ts';
export { podDialer } from './pod-dialer.ts';
export { directDestinations, proxyEnvironment, withDefaults } from './proxy-environment.ts';
export { removeUplink, Uplink, type UplinkOptions, type UplinkProgram } from './uplink.ts';

/** How the pods of a node reach what is outside. */
export type EgressMode = 'off' | 'proxy' | 'pasta';
