import type { ComponentState } from './component-state.ts';

/** What Deployments and StatefulSets both tell about their replicas. */
export interface ReplicaCounts {
  readonly desired: number;
  readonly ready: number;
  /** Replicas that run what is described now, and not an older template. */
  readonly updated: number;
  /** Whether the controller has seen the object as it is described now. */
  readonly observed: boolean;
}

/** The state that follows from counting. Old replicas that are ready do not make a new description Running. */
export function replicaState({ desired, ready, updated, observed }: ReplicaCounts): ComponentState {
  const readyReplicas = ready;
  if (desired === 0) {
    return { status: 'Failed', reason: 'Stopped', message: 'scaled to 0, so nothing runs', readyReplicas };
  }
  if (!observed) {
    return {
      status: 'Pending',
      reason: 'Progressing',
      message: 'the change has not been picked up yet',
      readyReplicas,
    };
  }
  if (updated < desired) {
    const message = `${updated} of ${replicas(desired)} updated, ${ready} ready`;
    return { status: 'Pending', reason: 'Progressing', message, readyReplicas };
  }
  if (ready < desired) {
    return {
      status: 'Pending',
      reason: 'Progressing',
      message: `${ready} of ${replicas(desired)} ready`,
      readyReplicas,
    };
  }
  return { status: 'Running', reason: 'Ready', message: `${desired} of ${replicas(desired)} ready`, readyReplicas };
}

function replicas(count: number): string {
  return count === 1 ? '1 replica' : `${count} replicas`;
}
