/**
 * How pods reach what is outside of their network, which has no way out.
 *
 * - `proxy`: the agent runs an `EgressProxy` on the address of the node, and containers find it in HTTPS_PROXY. Names and
 *   addresses of the cluster are connected to from there, all others by the process that started the agent (`findOutside`),
 *   which refuses loopback, link-local and multicast addresses, those of the machine and of the cluster, after resolving names.
 * - `off`: nothing. `OutsideNames` records on pods why names outside are not resolved, also with the proxy.
 */
export { type DestinationRules, Destinations, findOutside } from './destinations.ts';
export { EgressProxy, type EgressProxyOptions } from './egress-proxy.ts';
export { OutsideNames } from './outside-names.ts';
export { podDialer } from './pod-dialer.ts';
export { directDestinations, proxyEnvironment, withDefaults } from './proxy-environment.ts';

/** How the pods of a node reach what is outside. */
export type EgressMode = 'off' | 'proxy';
