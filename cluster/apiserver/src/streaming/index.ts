/**
 * Requests that are served by nodes: logs, exec, attach, port-forward, `proxy` and metrics.k8s.io. `NodeProxy` sends
 * them to the kubelet through `NodeConnections`. Node objects are untrusted: `tlsNodeConnections` refuses addresses of
 * this machine, loopback, link-local and the like after names are resolved. `KubeletAuthority` decides which kubelet
 * certificates are accepted: in the mode `cluster` a self-signed one, until the cluster's authority has signed one for
 * that node.
 */
export { rejectWhenAborted, sendRequest } from './backend-request.ts';
export { bufferStream } from './buffer-stream.ts';
export { joinStreams } from './join-streams.ts';
export type { LocalEndpoints } from './kubelet-address.ts';
export { hasServingCertificate } from './kubelet-certificate.ts';
export { logSubresource } from './log-subresource.ts';
export { metricsResources } from './metrics-api/metrics-resources.ts';
export { UsageScraper, type UsageScraperOptions } from './metrics-api/usage-scraper.ts';
export { NodeProxy } from './node-proxy.ts';
export { backendHeaders } from './proxy-headers.ts';
export { proxySubresources } from './proxy-subresources.ts';
export { serviceConnections } from './service-connections.ts';
export { streamSubresources } from './stream-subresources.ts';
export {
  connectionsBy,
  type KubeletAuthority,
  type TlsNodeConnectionsOptions,
  tlsNodeConnections,
} from './tls-node-connections.ts';
