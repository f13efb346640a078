import { TerminalError } from '@kubemin/base';
import { planMessages } from '../../messages/index.ts';
import type { ClusterSource } from './cluster-source.ts';

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
