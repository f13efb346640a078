import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { type ClusterAccess, inClusterAccess, KubeconfigError, loadKubeconfigFiles } from '@kubemin/kube';
import { CliError } from './cli-error.ts';
import type { CommandContext } from './command-context.ts';
import { ExitCode } from './exit-code.ts';
import { inBoth } from './language/catalogue.ts';
import { clusterWords } from './language/words/cluster.ts';

const readFile = (path: string): string => readFileSync(path, 'utf8');

/** What the settings say about the cluster. */
export interface ClusterChoice {
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
}

/**
 * The cluster to deliver to: of the kubeconfig that the settings name, else of those that KUBECONFIG lists, else of the
 * one in the home directory, else the one this runs in as a pod.
 */
export function clusterAccess(context: CommandContext, choice: ClusterChoice): ClusterAccess {
  const { clock, env, homeDirectory } = context;
  const paths = kubeconfigPaths(context, choice.kubeconfig);
  const inPod = env.KUBERNETES_SERVICE_HOST !== undefined && env.KUBERNETES_SERVICE_PORT !== undefined;
  try {
    if (paths.length > 0) {
      return loadKubeconfigFiles(paths, { context: choice.context, readFile, exec: { clock, environment: env } });
    }
  } catch (cause) {
    if (!(cause instanceof KubeconfigError)) throw cause;
    throw new CliError(cause.message, {
      code: cause.code,
      exitCode: ExitCode.usage,
      hint: inBoth(clusterWords, (say) => say.chooseKubeconfig(paths.join(', '))),
      cause,
    });
  }
  if (inPod) {
    return inClusterAccess({ host: env.KUBERNETES_SERVICE_HOST, port: env.KUBERNETES_SERVICE_PORT, readFile });
  }
  throw new CliError(
    inBoth(clusterWords, (say) => say.noCluster),
    {
      code: 'CLUSTER_MISSING',
      exitCode: ExitCode.usage,
      hint: inBoth(clusterWords, (say) => say.nameCluster(join(homeDirectory, '.kube', 'config'))),
    },
  );
}

/** The kubeconfigs that count, as kubectl reads them together: the one that was told, else what there is. */
export function kubeconfigPaths(
  { env, cwd, homeDirectory }: CommandContext,
  told: string | undefined,
): readonly string[] {
  // Shells expand the tilde, configuration files do not.
  if (told !== undefined) return [resolve(cwd, told.replace(/^~(?=\/)/, homeDirectory))];
  const listed = (env.KUBECONFIG ?? '').split(delimiter).filter((path) => path !== '');
  if (listed.length > 0) return listed.map((path) => resolve(cwd, path));
  const own = join(homeDirectory, '.kube', 'config');
  return existsSync(own) ? [own] : [];
}
