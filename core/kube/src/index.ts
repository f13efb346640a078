export { type HttpTransport, type HttpTransportOptions, httpTransport } from './http-transport.ts';
export { createInformer, type Informer, type InformerOptions } from './informer.ts';
export {
  createInformerFactory,
  type InformerFactory,
  type InformerFactoryOptions,
  type SharedInformerOptions,
} from './informer-factory.ts';
export { createKubeClient, type KubeClient } from './kube-client.ts';
export { type ClusterAccess, type LoadKubeconfigOptions, loadKubeconfig } from './kubeconfig.ts';
export { KubeconfigError, type KubeconfigProblem } from './kubeconfig-error.ts';
export { type RenderKubeconfigOptions, renderKubeconfig } from './kubeconfig-text.ts';
export { loopbackTransport } from './loopback-transport.ts';
export { objectKey, splitKey } from './object-key.ts';
export type { Change, Indexer } from './object-store.ts';
export type { JsonPatchOperation, Patch } from './patch.ts';
export type {
  DeleteOptions,
  ListOptions,
  ObjectSubresource,
  RequestOptions,
  ResourceClient,
  Selectors,
  SubresourceOptions,
  WatchOptions,
  WriteOptions,
} from './resource-client.ts';
