import type { Clock } from '@kubemin/base';
import type { KubeClient } from '@kubemin/kube';
import { withTimeout } from '../../api/index.ts';
import { clusterRequestError } from '../cluster-error.ts';
import type { ClusterService } from '../cluster-service.ts';

export interface ClusterRequestOptions {
  readonly clusters: Pick<ClusterService, 'client'>;
  readonly clock: Clock;
}

/** What is sent to a cluster. */
interface ClusterRequest<T> {
  readonly cluster: string;
  /** Ends the request before its time limit. */
  readonly signal?: AbortSignal;
  readonly send: (client: KubeClient, signal: AbortSignal) => Promise<T>;
}

const TIMEOUT_MS = 10_000;

/** Sends requests to a cluster as an administrator; its errors become those of the contract. */
export async function requestCluster<T>(
  { clusters, clock }: ClusterRequestOptions,
  { cluster, signal: ended, send }: ClusterRequest<T>,
): Promise<T> {
  const client = await clusters.client(cluster);
  try {
    return await withTimeout(clock, TIMEOUT_MS, (signal) =>
      send(client, ended === undefined ? signal : AbortSignal.any([signal, ended])),
    );
  } catch (cause) {
    throw clusterRequestError(cluster, cause);
  }
}
