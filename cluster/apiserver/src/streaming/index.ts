/**
 * Proxies exec, attach, logs, port-forward and metrics to kubelets.
 */
export { bufferStream } from './buffer-stream.ts';
export { joinStreams } from './join-streams.ts';
export type { LocalEndpoints } from './kubelet-address.ts';
export { hasServingCertificate } from './kubelet-certificate.ts';
export { logSubresource } from './log-subresource.ts';
export { metricsResources } from './metrics-api/metrics-resources.ts';
export { UsageScraper, type UsageScraperOptions } from './metrics-api/usage-scraper.ts';
export { NodeProxy } from './node-proxy.ts';
export { proxySubresources } from './proxy-subresources.ts';
export { streamSubresources } from './stream-subresources.ts';
export {
  connectionsBy,
  type KubeletAuthority,
  type TlsNodeConnectionsOptions,
  tlsNodeConnections,
} from './tls-node-connections.ts';
