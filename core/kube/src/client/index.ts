/**
 * A client of the Kubernetes API: `createKubeClient` gives typed resources, watches, logs and streams of pods over one
 * `ApiHandler`: `httpTransport` for any cluster, `loopbackTransport` for an API server in this process. Every call
 * takes an AbortSignal. Errors of the API are a `StatusError`; when it cannot be reached, a `RetryableError`, or a
 * `TerminalError` where its certificate is not accepted. A watch never throws: it ends, and errors are ERROR events.
 * Returned objects are frozen and may be shared.
 */
export { withDeadline } from './deadline.ts';
export { createDiscovery, type Discovery, type DiscoveryOptions } from './discovery/discovery.ts';
export type { DiscoveryFailure } from './discovery/discovery-document.ts';
export { findResourceByName } from './discovery/resource-name.ts';
export { createKubeClient, type KubeClient, objectKey, splitKey } from './resource/kube-client.ts';
export { listAllPages } from './resource/paged-list.ts';
export type { JsonPatchOperation, Patch } from './resource/patch.ts';
export type {
  DeleteCollectionOptions,
  DeleteOptions,
  ListOptions,
  ObjectSubresource,
  RequestOptions,
  ResourceClient,
  Selectors,
  SubresourceOptions,
  WatchOptions,
  WriteOptions,
} from './resource/resource-client.ts';
export {
  attachToPod,
  type PodAttachOptions,
  type PodCommand,
  type PodCommandOptions,
  socketPodCommand,
  startPodCommand,
} from './streams/pod-command.ts';
export { openPodLog, type PodLogOptions } from './streams/pod-log.ts';
export { openPodPorts, type PodPorts, type PodPortsOptions } from './streams/pod-ports.ts';
export { websocketHeaders } from './streams/websocket-headers.ts';
export type { CredentialSource, Credentials } from './transport/credentials.ts';
export { type HttpTransport, type HttpTransportOptions, httpTransport } from './transport/http-transport.ts';
export type { Impersonation } from './transport/impersonation.ts';
export { loopbackTransport } from './transport/loopback-transport.ts';
export { type RateLimitOptions, rateLimitedHandler } from './transport/rate-limit.ts';
export { type RetryOptions, retryingHandler } from './transport/retry-after.ts';
