import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TerminalError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import {
  type ClusterAccess,
  type ClusterSearch,
  findClusterAccess,
  KubeconfigError,
  kubeconfigPaths,
} from '@kubemin/kube';
import { clusterMessages } from '../messages/index.ts';
import { CliError, type CommandContext, ExitCode } from '../terminal/index.ts';

/** Cluster settings. */
export interface ClusterChoice {
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
}

/** The target cluster: from the settings, else the kubeconfig of kubectl, else the cluster of the current pod. `advice` is the hint for invalid kubeconfigs. */
export function clusterAccess(
  context: CommandContext,
  choice: ClusterChoice,
  advice: (paths: string) => Message = (paths) => clusterMessages.chooseKubeconfig({ paths }),
): ClusterAccess {
  const search = clusterSearch(context, choice);
  try {
    return findClusterAccess(search);
  } catch (cause) {
    if (cause instanceof KubeconfigError) {
      throw new CliError(cause.text, {
        code: cause.code,
        exitCode: ExitCode.usage,
        hint: advice(kubeconfigPaths(search).join(', ')),
        cause,
      });
    }
    if (!(cause instanceof TerminalError) || cause.code !== 'CLUSTER_MISSING') throw cause;
    throw new CliError(clusterMessages.noCluster, {
      code: cause.code,
      exitCode: ExitCode.usage,
      hint: clusterMessages.nameCluster({ path: join(context.homeDirectory, '.kube', 'config') }),
    });
  }
}

/** Where to look for a cluster. */
export function clusterSearch(context: CommandContext, choice: ClusterChoice): ClusterSearch {
  const { clock, env, cwd, homeDirectory } = context;
  const readFile = (path: string): string => readFileSync(path, 'utf8');
  return { ...choice, env, cwd, homeDirectory, readFile, exists: existsSync, exec: { clock, environment: env } };
}
