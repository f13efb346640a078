/**
 * Where a cluster is and how to authenticate: `findClusterAccess` looks in the kubeconfig files and in the service
 * account of a pod, by the rules of kubectl, and returns options for `httpTransport`. Exec plugins run only when the
 * caller passes `ExecPluginOptions`. `readPortableKubeconfig` is for text from an untrusted source: it reads no files
 * and starts no programs. Problems of a kubeconfig are a `KubeconfigError`.
 */
export { type ClusterSearch, findClusterAccess, kubeconfigPaths } from './cluster-search.ts';
export type { ExecPluginOptions } from './exec-credential-source.ts';
export { IN_CLUSTER, type InClusterOptions, inClusterAccess } from './in-cluster.ts';
export {
  type ClusterAccess,
  type LoadKubeconfigFilesOptions,
  type LoadKubeconfigOptions,
  loadKubeconfig,
  loadKubeconfigFiles,
} from './kubeconfig.ts';
export { KubeconfigError, type KubeconfigProblem } from './kubeconfig-error.ts';
export { type RenderKubeconfigOptions, renderKubeconfig } from './kubeconfig-text.ts';
export { type PortableKubeconfig, readPortableKubeconfig } from './portable-kubeconfig.ts';
