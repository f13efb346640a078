import type { Message } from '@kubemin/base/message';
import type { ComponentReason, ComponentStatus } from '@kubemin/client';
import { statusMessages } from '../../messages/index.ts';

/** The state of a component: its status, the reason as a stable word and as a message, and how many replicas are ready. */
export interface ComponentState {
  readonly status: ComponentStatus;
  readonly reason: ComponentReason;
  readonly message: Message;
  readonly readyReplicas: number;
}

/** Nothing of the component has been in the cluster since it was described. */
export const NOT_DEPLOYED: ComponentState = {
  status: 'Unknown',
  reason: 'NotDeployed',
  message: statusMessages.notDeployed,
  readyReplicas: 0,
};

/** The component was in the cluster and is there no more. */
export const DELETED: ComponentState = {
  status: 'Failed',
  reason: 'Deleted',
  message: statusMessages.deleted,
  readyReplicas: 0,
};

/** Components of this type are not watched. */
export const NOT_WATCHED: ComponentState = {
  status: 'Unknown',
  reason: 'NotWatched',
  message: statusMessages.notWatched,
  readyReplicas: 0,
};
