import type { ReplicaSet } from '@kubemin/kubeapi/types/apps.v1';

const DESIRED = 'deployment.kubernetes.io/desired-replicas';
const MAX = 'deployment.kubernetes.io/max-replicas';

/** One ReplicaSet's part in a Deployment, as far as numbers go. */
export interface ReplicaSetShare {
  readonly name: string;
  readonly replicas: number;
  readonly available: number;
  /** How many pods it has, as far as is known: those it is to lose may still be there. @default as many as it is to have */
  readonly existing?: number | undefined;
  /** ms since the epoch. */
  readonly created: number;
  /** The Deployment's size, and size with surge, when this share was last set; distinguishes scaling from rolling. */
  readonly desired?: number | undefined;
  readonly max?: number | undefined;
}

/** Reads the numbers of a ReplicaSet with this many observed pods, as the status of a new one follows later. */
export function replicaSetShare(set: ReplicaSet, seen: number): ReplicaSetShare {
  return {
    name: set.metadata.name ?? '',
    replicas: set.spec?.replicas ?? 1,
    available: set.status?.availableReplicas ?? 0,
    existing: Math.max(set.status?.replicas ?? 0, seen),
    created: Date.parse(set.metadata.creationTimestamp ?? '') || 0,
    desired: numberFrom(set.metadata.annotations?.[DESIRED]),
    max: numberFrom(set.metadata.annotations?.[MAX]),
  };
}

/** What is written on a ReplicaSet whenever its share is set. */
export function shareAnnotations(desired: number, maxSurge: number): Readonly<Record<string, string>> {
  return { [DESIRED]: String(desired), [MAX]: String(desired + maxSurge) };
}

function numberFrom(text: string | undefined): number | undefined {
  return text === undefined || !/^\d+$/.test(text) ? undefined : Number(text);
}
