import { delimiter } from 'node:path';
import { errorMessage } from '@kubemin/base/message';
import { createKubeClient, kubeconfigPaths } from '@kubemin/kube';
import { kubeAccess } from '@kubemin/server';
import { clusterAccess, clusterSearch } from '../../connection/index.ts';
import { upMessages } from '../../messages/index.ts';
import { clusterSettings, type SettingValues } from '../../settings/index.ts';
import { CliError, type CommandContext, ExitCode } from '../../terminal/index.ts';
import { clusterDial } from '../cluster-dial.ts';
import type { DeliveryCluster } from './delivery-cluster.ts';

const PATIENCE_MS = 15_000;

/** Connects to the cluster of a kubeconfig's context, and checks that it responds and grants access. */
export async function remoteDelivery(
  context: CommandContext,
  values: SettingValues,
  name: string,
): Promise<DeliveryCluster> {
  const kubeconfig = values.get(clusterSettings.kubeconfig);
  const choice = { kubeconfig, context: name };
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
      summary: upMessages.remote({ url: access.server, context: name, version }),
      close: () => transport.close(),
    };
  } catch (cause) {
    await transport.close();
    if (context.interrupted.aborted) throw notWaitedFor(name);
    throw new CliError(upMessages.clusterSilent({ context: name, url: access.server, why: errorMessage(cause) }), {
      code: 'CLUSTER_UNREACHABLE',
      exitCode: ExitCode.failed,
      hint: upMessages.checkCluster({ context: name }),
      cause,
    });
  }
}

function notWaitedFor(name: string): CliError {
  return new CliError(upMessages.clusterNotWaitedFor({ context: name }), {
    code: 'INTERRUPTED',
    exitCode: ExitCode.interrupted,
    hint: upMessages.checkCluster({ context: name }),
  });
}
