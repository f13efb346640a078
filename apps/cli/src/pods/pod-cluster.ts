import type { ClusterAccess, KubeClient } from '@kubemin/kube';
import { StatusError } from '@kubemin/kubeapi';
import type { ClusterOptions } from '../connection/index.ts';
import { podMessages } from '../messages/index.ts';
import { CliError, type CommandContext, ExitCode } from '../terminal/index.ts';
import { withCluster } from './objects/object-cluster.ts';

const ABOUT_PODS: readonly ExitCode[] = [ExitCode.notFound, ExitCode.invalid];

/** As withCluster, for commands about pods: what is refused was not written in a file, but named or asked for. */
export async function withPods<T>(
  context: CommandContext,
  options: ClusterOptions,
  use: (client: KubeClient, access: ClusterAccess) => Promise<T>,
): Promise<T> {
  try {
    return await withCluster(context, options, use);
  } catch (error) {
    if (!(error instanceof CliError && error.cause instanceof StatusError)) throw error;
    if (!ABOUT_PODS.includes(error.exitCode)) throw error;
    const { code, exitCode, cause } = error;
    throw new CliError(error.text ?? error.message, { code, exitCode, cause, hint: podMessages.seePods });
  }
}
