import type { HttpTransportOptions } from '../transport/http-transport.ts';
import { clusterPart } from './cluster-part.ts';
import { contextIn } from './context-part.ts';
import type { ExecPluginOptions } from './exec-plugin.ts';
import { KubeconfigFiles, parseKubeconfig, type ReadFile, readKubeconfigs } from './kubeconfig-files.ts';
import { userPart } from './user-part.ts';

/** What is needed to talk to a cluster: goes into httpTransport as it is. */
export interface ClusterAccess extends HttpTransportOptions {
  readonly context: string;
  /** The namespace the context works in, when it names one. */
  readonly namespace?: string | undefined;
}

/** How to read kubeconfigs. */
export interface LoadKubeconfigFilesOptions {
  /** @default current-context of the first file that has one */
  readonly context?: string | undefined;
  readonly readFile: ReadFile;
  /** What credential plugins (exec) are run with; without it they are refused. */
  readonly exec?: ExecPluginOptions | undefined;
}

/** How to read the text of one kubeconfig. */
export interface LoadKubeconfigOptions extends LoadKubeconfigFilesOptions {
  /** What relative file names in the file are relative to: its own directory. */
  readonly baseDir: string;
}

/** Reads the text of a kubeconfig. Throws KubeconfigError for everything that is wrong with the part the context uses. */
export function loadKubeconfig(text: string, options: LoadKubeconfigOptions): ClusterAccess {
  const { baseDir } = options;
  return accessIn(new KubeconfigFiles([parseKubeconfig(text, { baseDir })]), options);
}

/**
 * Reads kubeconfigs as kubectl reads those that KUBECONFIG lists: the first to name a context, cluster or user wins,
 * files that are missing are passed over, relative names are relative to the file they stand in.
 */
export function loadKubeconfigFiles(paths: readonly string[], options: LoadKubeconfigFilesOptions): ClusterAccess {
  return accessIn(readKubeconfigs(paths, options.readFile), options);
}

function accessIn(files: KubeconfigFiles, options: LoadKubeconfigFilesOptions): ClusterAccess {
  const { context, chosen, cluster, user } = contextIn(files, options.context);
  return {
    context,
    namespace: chosen.text('namespace'),
    ...clusterPart(cluster, options.readFile),
    ...(user && userPart(user, { cluster, readFile: options.readFile, exec: options.exec })),
  };
}
