/**
 * Where a cluster is and how to authenticate: kubeconfig files, exec plugins and the account of a pod.
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
