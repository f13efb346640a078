/**
 * The DNS of a cluster: names of services, pods and ingress hosts, as the DNS specification of Kubernetes has them.
 *
 * A `DnsZone` knows the names; it is set from objects one by one, and has no I/O. `startDnsServer` answers from it over UDP
 * and TCP. Names outside of the cluster go to a `DnsForwarder`, or are refused at once when there is none, so that
 * nothing hangs without a way out. `followCluster` keeps a zone current from informers. `resolvConf` is what a pod needs to
 * ask the server.
 *
 * Whatever arrives, the server does not throw, and never sends more than one response of the size the client takes.
 */
export { type ClusterInformers, findClusterAddress, followCluster } from './cluster-names.ts';
export {
  createDnsForwarder,
  type DnsForwarder,
  type DnsForwarderOptions,
  type DnsTransport,
  ForwardError,
  type UpstreamServer,
} from './dns-forwarder.ts';
export { type DnsAddress, type DnsServer, type DnsServerOptions, startDnsServer } from './dns-server.ts';
export { DnsZone, type DnsZoneOptions, type ZoneAnswer } from './dns-zone.ts';
export { type ResolvConfNode, readNameservers, readSearches, resolvConf } from './resolv-conf.ts';
