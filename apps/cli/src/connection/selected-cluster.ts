import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { delimiter } from 'node:path';
import type { Message } from '@kubemin/base/message';
import { type ClusterAccess, loadKubeconfigFiles } from '@kubemin/kube';
import { clusterMessages } from '../messages/index.ts';
import { CliError, type CommandContext, confirm, ExitCode, printMessage } from '../terminal/index.ts';
import { choosePlatform } from './choose-platform.ts';
import { clusterAccess } from './cluster-access.ts';
import { type Endpoints, readEndpoints } from './endpoints-file.ts';

/** The options of commands that ask a cluster itself. */
export interface ClusterOptions {
  readonly kubeconfig: string | undefined;
  readonly kubeContext: string | undefined;
}

/**
 * The cluster a command asks: the one of a kubeconfig or context that was named, else the one that the selected platform
 * delivers to. The kubeconfigs of this machine (KUBECONFIG, ~/.kube/config, the service account of a pod) never count on
 * their own: a command that was meant for KubeMin must not reach another cluster.
 */
export async function selectCluster(context: CommandContext, options: ClusterOptions): Promise<ClusterAccess> {
  const { kubeconfig, kubeContext } = options;
  if (kubeconfig !== undefined || kubeContext !== undefined) {
    return clusterAccess(context, { kubeconfig, context: kubeContext });
  }
  const chosen = await choosePlatform(context);
  if (chosen.kind === 'address') throw notHere(chosen.url);
  const endpoints = await readEndpoints(chosen.directory.endpoints);
  if (endpoints === undefined) {
    throw new CliError(clusterMessages.noneSelected({ path: chosen.directory.path }), {
      code: 'NO_CLUSTER_SELECTED',
      exitCode: ExitCode.notFound,
      hint: clusterMessages.waysToSelect,
    });
  }
  const access = platformCluster(context, endpoints);
  if (access === undefined) throw notHere(endpoints.platform);
  return access;
}

/** The cluster that a platform delivers to, by the kubeconfig it was started with; undefined where that is not on this machine. */
export function platformCluster(context: CommandContext, endpoints: Endpoints): ClusterAccess | undefined {
  if (endpoints.kubeconfig === undefined) return undefined;
  return loadKubeconfigFiles(endpoints.kubeconfig.split(delimiter), {
    context: endpoints.context,
    readFile: (path) => readFileSync(path, 'utf8'),
    exec: { clock: context.clock, environment: context.env },
  });
}

function notHere(url: string): CliError {
  return new CliError(clusterMessages.kubeconfigElsewhere({ url }), {
    code: 'KUBECONFIG_ELSEWHERE',
    exitCode: ExitCode.usage,
    hint: clusterMessages.nameKubeconfig,
  });
}

const LOOPBACK = /^(127(\.\d+){3}|localhost|\[::1\])$/;

/** Whether a cluster is one of KubeMin's: on this machine, with an authority that KubeMin made. */
export function isOwnCluster({ server, ca }: Pick<ClusterAccess, 'server' | 'ca'>): boolean {
  if (ca === undefined) return false;
  try {
    return LOOPBACK.test(new URL(server).hostname) && new X509Certificate(ca).subject === 'CN=kubemin-ca';
  } catch {
    return false;
  }
}

/** A cluster by its context and address, as people know it. */
export function clusterName({ context, server }: Pick<ClusterAccess, 'context' | 'server'>): string {
  return `${context} (${server})`;
}

/** Goes on with what is written to a cluster of KubeMin's; for any other, only when the user has agreed to it by name. */
export async function confirmForeign(context: CommandContext, access: ClusterAccess): Promise<boolean> {
  if (isOwnCluster(access)) return true;
  const consequence = clusterMessages.willWrite({ cluster: clusterName(access) });
  return confirm(context, { consequence });
}

/** What else a consequence needs to name where the cluster is not one of KubeMin's. */
export function foreignPlace(access: ClusterAccess): Message | undefined {
  if (isOwnCluster(access)) return undefined;
  return clusterMessages.inForeign({ cluster: clusterName(access) });
}

/** Names the cluster where it is not one of KubeMin's, for commands that act in its pods and write no objects. */
export function nameForeign(context: CommandContext, access: ClusterAccess): void {
  if (!isOwnCluster(access))
    printMessage(context, context.translate(clusterMessages.usesCluster({ cluster: clusterName(access) })));
}
