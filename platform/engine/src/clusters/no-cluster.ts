import { TerminalError } from '@kubemin/base';
import type { ClusterSource } from './cluster-source.ts';

/** What is said where a cluster is named that nobody has registered. */
export function clusterUnknown(name: string): TerminalError {
  return new TerminalError(`there is no cluster "${name}"; register it, or name one that is`, {
    code: 'CLUSTER_UNKNOWN',
  });
}

/** Where applications deliver to the default cluster and to no other. */
export const noOtherClusters: ClusterSource = {
  connect: (name) => Promise.reject(clusterUnknown(name)),
  names: () => Promise.resolve([]),
};
