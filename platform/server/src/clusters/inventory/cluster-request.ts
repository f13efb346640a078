import type { Clock } from '@kubemin/base';
import { errorMessage } from '@kubemin/base/message';
import type { KubeClient } from '@kubemin/kube';
import { isStatusError } from '@kubemin/kubeapi';
import { ApiError, withTimeout } from '../../api/index.ts';
import { clusterMessages } from '../../messages/index.ts';
import type { ClusterService } from '../cluster-service.ts';

export interface ClusterRequestOptions {
  readonly clusters: Pick<ClusterService, 'client'>;
  readonly clock: Clock;
}

/** What is sent to a cluster, and how long it may take. */
interface ClusterRequest<T> {
  readonly cluster: string;
  /** @default 10 s */
  readonly timeoutMs?: number;
  readonly send: (client: KubeClient, signal: AbortSignal) => Promise<T>;
}

/** Sends requests to a cluster as an administrator; its errors become OBJECT_NOT_FOUND, CLUSTER_FORBIDS or CLUSTER_UNREACHABLE. */
export async function requestCluster<T>(
  { clusters, clock }: ClusterRequestOptions,
  { cluster, timeoutMs = 10_000, send }: ClusterRequest<T>,
): Promise<T> {
  const client = await clusters.client(cluster);
  try {
    return await withTimeout(clock, timeoutMs, (signal) => send(client, signal));
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    const reason = errorMessage(cause);
    if (isStatusError(cause, 'NotFound')) {
      throw new ApiError('OBJECT_NOT_FOUND', clusterMessages.objectNotFound({ cluster, reason }), { cause });
    }
    if (isStatusError(cause, 'Forbidden')) {
      throw new ApiError('CLUSTER_FORBIDS', clusterMessages.forbids({ cluster, reason }), { cause });
    }
    throw new ApiError('CLUSTER_UNREACHABLE', clusterMessages.requestFailed({ cluster, reason }), { cause });
  }
}
