import { accessMessages } from '../messages/access.ts';
import type { HttpTransportOptions } from '../transport/http-transport.ts';
import { contextIn } from './context-part.ts';
import type { ExecPluginOptions } from './exec-plugin.ts';
import { KubeconfigFiles, parseKubeconfig, type ReadFile, readKubeconfigs } from './kubeconfig-files.ts';
import type { KubeconfigSection } from './kubeconfig-section.ts';
import { namedPem } from './named-file.ts';
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

/** What a kubeconfig says about where the API is and how to know that it is the right one. */
function clusterPart(cluster: KubeconfigSection, readFile: ReadFile): HttpTransportOptions {
  if (cluster.has('proxy-url')) {
    throw cluster.problem(accessMessages.proxy, '', {
      code: 'KUBECONFIG_UNSUPPORTED',
    });
  }
  const server = cluster.required('server');
  const protocol = URL.parse(server)?.protocol;
  if (protocol !== 'https:' && protocol !== 'http:') {
    throw cluster.problem(accessMessages.invalidServer({ server }), 'server');
  }
  const ca = namedPem(cluster, 'certificate-authority', readFile);
  const insecureSkipTlsVerify = cluster.flag('insecure-skip-tls-verify');
  if (ca !== undefined && insecureSkipTlsVerify) {
    const what = accessMessages.insecureWithAuthority;
    throw cluster.problem(what, 'insecure-skip-tls-verify');
  }
  return { server, ca, tlsServerName: cluster.text('tls-server-name'), insecureSkipTlsVerify };
}
