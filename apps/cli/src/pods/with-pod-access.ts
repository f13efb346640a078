import { nameForeign } from '../connection/index.ts';
import type { CommandContext } from '../terminal/index.ts';
import { ClusterPods, selectClusterPods } from './cluster-pods.ts';
import { withPods } from './objects/object-cluster.ts';
import { platformPods } from './platform-pods.ts';
import { namesCluster, type PodAccess, type PodRequest } from './pod-access.ts';

/** What is done with pods. */
export interface PodUse {
  /** Whether something is run in them: then a cluster that is not one of KubeMin's is named. @default false */
  readonly acts?: boolean;
}

/** Does something with the pods that are meant: through the platform, or in the cluster of a kubeconfig that was named. */
export async function withPodAccess<T>(
  context: CommandContext,
  request: PodRequest,
  use: (access: PodAccess) => Promise<T>,
  { acts = false }: PodUse = {},
): Promise<T> {
  if (!namesCluster(request)) return use(await platformPods(context, request));
  const selection = await selectClusterPods(context, request);
  return withPods(context, request, async (client, cluster) => {
    if (acts) nameForeign(context, cluster);
    const access = new ClusterPods(context, client, selection);
    try {
      return await use(access);
    } finally {
      access.close();
    }
  });
}
