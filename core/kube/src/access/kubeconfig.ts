import type { HttpTransportOptions } from '../client/index.ts';
import { accessMessages } from '../messages/index.ts';
import type { ExecPluginOptions } from './exec-credential-source.ts';
import { selectContext } from './kubeconfig-context.ts';
import { KubeconfigFiles, parseKubeconfig, type ReadFile, readKubeconfigFiles } from './kubeconfig-files.ts';
import type { KubeconfigSection } from './kubeconfig-section.ts';
import { parseUser } from './kubeconfig-user.ts';
import { readPem } from './referenced-file.ts';

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
  return clusterAccess(new KubeconfigFiles([parseKubeconfig(text, { baseDir })]), options);
}

/**
 * Reads kubeconfigs as kubectl reads those that KUBECONFIG lists: the first to name a context, cluster or user wins,
 * files that are missing are passed over, relative names are relative to the file they stand in.
 */
export function loadKubeconfigFiles(paths: readonly string[], options: LoadKubeconfigFilesOptions): ClusterAccess {
  return clusterAccess(readKubeconfigFiles(paths, options.readFile), options);
}

function clusterAccess(files: KubeconfigFiles, options: LoadKubeconfigFilesOptions): ClusterAccess {
  const { context, settings, cluster, user } = selectContext(files, options.context);
  return {
    context,
    namespace: settings.getString('namespace'),
    ...clusterOptions(cluster, options.readFile),
    ...(user && parseUser(user, { cluster, readFile: options.readFile, exec: options.exec })),
  };
}

/** The address of the API and how to verify its certificate. */
function clusterOptions(cluster: KubeconfigSection, readFile: ReadFile): HttpTransportOptions {
  if (cluster.has('proxy-url')) {
    throw cluster.problem(accessMessages.proxy, '', {
      code: 'KUBECONFIG_UNSUPPORTED',
    });
  }
  const server = cluster.getRequiredString('server');
  const protocol = URL.parse(server)?.protocol;
  if (protocol !== 'https:' && protocol !== 'http:') {
    throw cluster.problem(accessMessages.invalidServer({ server }), 'server');
  }
  const ca = readPem(cluster, 'certificate-authority', readFile);
  const insecureSkipTlsVerify = cluster.getBoolean('insecure-skip-tls-verify');
  if (ca !== undefined && insecureSkipTlsVerify) {
    const what = accessMessages.insecureWithAuthority;
    throw cluster.problem(what, 'insecure-skip-tls-verify');
  }
  return { server, ca, tlsServerName: cluster.getString('tls-server-name'), insecureSkipTlsVerify };
}
