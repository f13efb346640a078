import type { ComponentReason, ComponentStatus } from '@kubemin/client';

/** How a component fares: the status, why in one word and in a sentence, and how many replicas are ready. */
export interface ComponentState {
  readonly status: ComponentStatus;
  readonly reason: ComponentReason;
  readonly message: string;
  readonly readyReplicas: number;
}

/** Nothing of the component has been in the cluster since it was described. */
export const NOT_DEPLOYED: ComponentState = {
  status: 'Unknown',
  reason: 'NotDeployed',
  message: 'not deployed yet',
  readyReplicas: 0,
};

/** The component was in the cluster and is there no more. */
export const DELETED: ComponentState = {
  status: 'Failed',
  reason: 'Deleted',
  message: 'deleted from the cluster; deploy the application to bring it back',
  readyReplicas: 0,
};

/** Nobody watches components of this type. */
export const NOT_WATCHED: ComponentState = {
  status: 'Unknown',
  reason: 'NotWatched',
  message: 'components of this type have no state that is watched',
  readyReplicas: 0,
};
