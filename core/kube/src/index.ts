export { type ClusterSearch, findClusterAccess, kubeconfigPaths } from './access/cluster-search.ts';
export type { ExecPluginOptions } from './access/exec-credential-source.ts';
export { IN_CLUSTER, type InClusterOptions, inClusterAccess } from './access/in-cluster.ts';
export {
  type ClusterAccess,
  type LoadKubeconfigFilesOptions,
  type LoadKubeconfigOptions,
  loadKubeconfig,
  loadKubeconfigFiles,
} from './access/kubeconfig.ts';
export { KubeconfigError, type KubeconfigProblem } from './access/kubeconfig-error.ts';
export { type RenderKubeconfigOptions, renderKubeconfig } from './access/kubeconfig-text.ts';
export { type PortableKubeconfig, readPortableKubeconfig } from './access/portable-kubeconfig.ts';
export { createDiscovery, type Discovery, type DiscoveryOptions } from './discovery/discovery.ts';
export type { DiscoveryFailure } from './discovery/discovery-document.ts';
export { findResourceByName as resourceNamed } from './discovery/resource-name.ts';
export {
  createLeaseElection,
  type LeaseElection,
  type LeaseElectionOptions,
  type LeaseTimes,
} from './election/lease-election.ts';
export type { Leadership } from './election/lease-term.ts';
export type { ChangeScope } from './informer/change-scope.ts';
export { createInformer, type Informer, type InformerOptions } from './informer/informer.ts';
export {
  createInformerFactory,
  type InformerFactory,
  type InformerFactoryOptions,
  type SharedInformerOptions,
} from './informer/informer-factory.ts';
export type { WatchFailure as FollowFailure } from './informer/list-watch.ts';
export type { Change, Indexer } from './informer/object-store.ts';
export { createKubeClient, type KubeClient } from './resource/kube-client.ts';
export { objectKey, splitKey } from './resource/object-key.ts';
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
  startPodCommand,
} from './streams/pod-command.ts';
export { openPodLog, type PodLogOptions } from './streams/pod-log.ts';
export { openPodPorts, type PodPorts, type PodPortsOptions } from './streams/pod-ports.ts';
export type { CredentialSource, Credentials } from './transport/credentials.ts';
export { type HttpTransport, type HttpTransportOptions, httpTransport } from './transport/http-transport.ts';
export type { Impersonation } from './transport/impersonation.ts';
export { loopbackTransport } from './transport/loopback-transport.ts';
export { type RateLimitOptions, rateLimitedHandler } from './transport/rate-limit.ts';
export { type RetryOptions as PatienceOptions, retryingHandler as patientHandler } from './transport/retry-after.ts';
