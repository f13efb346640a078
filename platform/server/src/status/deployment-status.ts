import { apps } from '@kubemin/kubeapi/resources';
import type { Deployment } from '@kubemin/kubeapi/types/apps.v1';
import type { ComponentState } from './component-state.ts';
import { replicaState } from './replica-state.ts';
import type { StatusSource } from './status-source.ts';

/** Services that run as Deployments. */
export const deploymentStatus: StatusSource<Deployment> = {
  componentTypes: ['webservice'],
  resource: apps.v1.deployments,
  state: (deployment) => failure(deployment) ?? replicaState(countsOf(deployment)),
};

function countsOf({ metadata, spec, status }: Deployment): Parameters<typeof replicaState>[0] {
  return {
    desired: spec?.replicas ?? 1,
    ready: status?.readyReplicas ?? 0,
    updated: status?.updatedReplicas ?? 0,
    observed: (status?.observedGeneration ?? 0) >= (metadata.generation ?? 0),
  };
}

// Conditions outlive what they tell of: one that speaks of an older generation is no news.
function failure(deployment: Deployment): ComponentState | undefined {
  const counts = countsOf(deployment);
  if (!counts.observed || counts.desired === 0) return undefined;
  const conditions = deployment.status?.conditions ?? [];
  const failed = conditions.find(({ type, status }) => type === 'ReplicaFailure' && status === 'True');
  const stuck = conditions.find(({ type, reason }) => type === 'Progressing' && reason === 'ProgressDeadlineExceeded');
  const readyReplicas = counts.ready;
  if (failed !== undefined) {
    return {
      status: 'Failed',
      reason: 'ReplicaFailure',
      message: `replicas cannot be made: ${failed.message ?? failed.reason ?? 'no reason given'}`,
      readyReplicas,
    };
  }
  if (stuck === undefined) return undefined;
  const message = `the rollout is stuck with ${counts.ready} of ${counts.desired} ready: ${stuck.message ?? 'no reason given'}`;
  return { status: 'Failed', reason: 'ProgressDeadlineExceeded', message, readyReplicas };
}
