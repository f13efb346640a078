import type { ClusterPodUsage, PodUsage as MeasuredPod } from '@kubemin/client';
import { DEFAULT_CLUSTER } from '@kubemin/model';
import { type NodeUsage, nodeUsage, type PodUsage, podUsage, sumAmounts } from '../command/index.ts';
import { connect } from '../connection/index.ts';
import { usageMessages } from '../messages/index.ts';
import { CliError, type CommandContext, ExitCode } from '../terminal/index.ts';
import { isNotFound, withCluster, withPods } from './objects/object-cluster.ts';
import { namesCluster, type PodRequest, type UsageUnit } from './pod-access.ts';

type UsageRequest = Pick<PodRequest, 'namespace' | 'kubeconfig' | 'kubeContext'>;

/** What the nodes of the platform's own cluster use, or of one that was named. */
export async function readNodeUsage(context: CommandContext, request: UsageRequest): Promise<readonly NodeUsage[]> {
  if (namesCluster(request)) return withCluster(context, request, (client) => requireMetrics(nodeUsage(client)));
  const { client } = await connect(context);
  const { nodes } = await client.clusterUsage(DEFAULT_CLUSTER);
  return nodes.map(({ name, allocatable, used }) => ({ name, allocatable, used }));
}

/** What the pods there use, of all namespaces or of one. */
export async function readPodUsage(
  context: CommandContext,
  request: UsageRequest,
  unit: UsageUnit,
): Promise<readonly PodUsage[]> {
  const { namespace } = request;
  if (namesCluster(request)) {
    return withPods(context, request, (client) => requireMetrics(podUsage(client, { namespace }, unit)));
  }
  const { client } = await connect(context);
  const { pods } = await client.clusterPodUsage(DEFAULT_CLUSTER, { ...(namespace !== undefined && { namespace }) });
  return usageRows(pods, unit);
}

/** What the platform has measured, as rows. */
export function usageRows(pods: ClusterPodUsage['pods'], unit: UsageUnit): readonly PodUsage[] {
  return pods.flatMap((pod): readonly PodUsage[] => {
    const place = { namespace: pod.namespace, name: pod.pod, component: pod.component, node: pod.node };
    if (unit === 'pod') return [{ ...place, container: undefined, used: podAmounts(pod) }];
    return pod.containers.map(({ name, used }) => ({ ...place, container: name, used }));
  });
}

/** Undefined for a pod that was not measured yet. */
function podAmounts({ containers }: MeasuredPod): PodUsage['used'] {
  const measured = containers.flatMap(({ used }) => (used === undefined ? [] : [used]));
  return measured.length === 0 ? undefined : sumAmounts(measured);
}

/** A cluster without metrics does not know the API at all. */
export async function requireMetrics<T>(usage: Promise<T>): Promise<T> {
  try {
    return await usage;
  } catch (error) {
    if (!isNotFound(error)) throw error;
    throw new CliError(usageMessages.notMeasured, {
      code: 'METRICS_MISSING',
      exitCode: ExitCode.failed,
      hint: usageMessages.measure,
      cause: error,
    });
  }
}
