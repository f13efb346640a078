import { delimiter } from 'node:path';
import { toError } from '@kubemin/base';
import { createKubeClient, kubeconfigPaths } from '@kubemin/kube';
import { kubeAccess } from '@kubemin/server';
import { clusterAccess, clusterSearch } from '../connection/cluster-access.ts';
import { CliError } from '../errors/cli-error.ts';
import { ExitCode } from '../errors/exit-code.ts';
import { inBoth } from '../language/catalogue.ts';
import { upWords } from '../language/words/up.ts';
import { clusterDial } from '../platform/cluster-dial.ts';
import { clusterSettings } from '../settings/rows/cluster.ts';
import type { SettingValues } from '../settings/setting-values.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import type { DeliveryCluster } from './delivery-cluster.ts';

const PATIENCE_MS = 15_000;

/** Connects to the cluster of a kubeconfig's context, and makes sure that it answers and lets us in. */
export async function remoteDelivery(
  context: CommandContext,
  values: SettingValues,
  name: string,
): Promise<DeliveryCluster> {
  const told = values.get(clusterSettings.kubeconfig);
  const choice = { kubeconfig: told, context: name };
  const access = clusterAccess(context, choice);
  const transport = clusterDial(values, context)(access);
  const client = createKubeClient(transport.handler);
  try {
    const version = await kubeAccess(client, AbortSignal.any([context.interrupted, AbortSignal.timeout(PATIENCE_MS)]));
    return {
      client,
      endpoints: {
        kubernetes: access.server,
        kubeconfig: kubeconfigPaths(clusterSearch(context, choice)).join(delimiter),
        context: name,
      },
      summary: inBoth(upWords, (say) => say.remote(access.server, name, version)),
      close: () => transport.close(),
    };
  } catch (cause) {
    await transport.close();
    if (context.interrupted.aborted) throw notWaitedFor(name);
    const { message } = toError(cause);
    throw new CliError(
      inBoth(upWords, (say) => say.clusterSilent(name, access.server, message)),
      {
        code: 'CLUSTER_UNREACHABLE',
        exitCode: ExitCode.failed,
        hint: inBoth(upWords, (say) => say.checkCluster(name)),
        cause,
      },
    );
  }
}

function notWaitedFor(name: string): CliError {
  return new CliError(
    inBoth(upWords, (say) => say.clusterNotWaitedFor(name)),
    { code: 'INTERRUPTED', exitCode: ExitCode.interrupted, hint: inBoth(upWords, (say) => say.checkCluster(name)) },
  );
}
