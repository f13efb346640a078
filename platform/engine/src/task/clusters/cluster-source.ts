import { TerminalError } from '@kubemin/base';
import type { KubeClient } from '@kubemin/kube';
import { planMessages } from '../../messages/index.ts';

/** A cluster that applications name, for as long as it is registered. */
export interface ClusterConnection {
  readonly client: KubeClient;
  /** Aborts when the cluster is registered no more. Another way in to the same cluster changes nothing here. */
  readonly closed: AbortSignal;
}

/** The clusters that applications may name, beside the default one. They come and go while engines run. */
export interface ClusterSource {
  /**
   * Returns the same connection each time, as long as the cluster is registered. The cluster may be unreachable. Rejects with
   * TerminalError CLUSTER_UNKNOWN when no cluster has the name.
   */
  connect(name: string): Promise<ClusterConnection>;
  /** Of all clusters there are now but the default one. */
  names(): Promise<readonly string[]>;
}

/** The error for a cluster that is not registered. */
export function clusterUnknown(name: string): TerminalError {
  return new TerminalError(planMessages.clusterUnknown({ cluster: name }), {
    code: 'CLUSTER_UNKNOWN',
  });
}

/** Where applications deliver to the default cluster and to no other. */
export const noOtherClusters: ClusterSource = {
  connect: (name) => Promise.reject(clusterUnknown(name)),
  names: () => Promise.resolve([]),
};
