import { delimiter, join, resolve } from 'node:path';
import { TerminalError } from '@kubemin/base';
import { accessMessages } from '../messages/index.ts';
import type { ExecPluginOptions } from './exec-credential-source.ts';
import { inClusterAccess } from './in-cluster.ts';
import { type ClusterAccess, loadKubeconfigFiles } from './kubeconfig.ts';
import type { ReadFile } from './kubeconfig-files.ts';

/** Where a program may find the cluster it works on. */
export interface ClusterSearch {
  /** The path of a kubeconfig that the user passed; it excludes every other source. */
  readonly kubeconfig?: string | undefined;
  /** @default the current one */
  readonly context?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly homeDirectory: string;
  readonly readFile: ReadFile;
  readonly exists: (path: string) => boolean;
  /** What credential plugins are run with; without it they are refused. */
  readonly exec?: ExecPluginOptions | undefined;
}

/** The kubeconfigs that count, as kubectl reads them together: the one that was named, else what there is. */
export function kubeconfigPaths(search: Omit<ClusterSearch, 'readFile'>): readonly string[] {
  const { kubeconfig, env, cwd, homeDirectory, exists } = search;
  // Shells expand the tilde, configuration files do not.
  if (kubeconfig !== undefined) return [resolve(cwd, kubeconfig.replace(/^~(?=\/)/, homeDirectory))];
  const listed = (env.KUBECONFIG ?? '').split(delimiter).filter((path) => path !== '');
  if (listed.length > 0) return listed.map((path) => resolve(cwd, path));
  const own = join(homeDirectory, '.kube', 'config');
  return exists(own) ? [own] : [];
}

/**
 * The cluster of the kubeconfig that was named, else of those that KUBECONFIG lists, else of the one in the home
 * directory, else the one this runs in as a pod. Throws KubeconfigError for what is wrong with a kubeconfig, and
 * CLUSTER_MISSING when there is nothing at all.
 */
export function findClusterAccess(search: ClusterSearch): ClusterAccess {
  const { env, readFile, context, exec } = search;
  const paths = kubeconfigPaths(search);
  if (paths.length > 0) return loadKubeconfigFiles(paths, { context, readFile, exec });
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = env;
  // A context is one of a kubeconfig: where there is none, the cluster of the pod is not the one that was named.
  if (context === undefined && host !== undefined && port !== undefined)
    return inClusterAccess({ host, port, readFile });
  throw new TerminalError(accessMessages.noCluster({ path: join(search.homeDirectory, '.kube', 'config') }), {
    code: 'CLUSTER_MISSING',
  });
}
