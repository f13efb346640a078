import type { ClusterEvent } from './cluster-event.ts';

/** What a pod waits for: its turn, the end of a pause, something that helps, or its gates. */
export type QueueName = 'active' | 'backoff' | 'unschedulable' | 'gated';

/** What happened in the cluster, as Kubernetes calls it where it counts by it. */
const CLUSTER_EVENTS = {
  node: 'NodeChange',
  'node-gone': 'NodeDelete',
  'pod-placed': 'AssignedPodAdd',
  'pod-left': 'AssignedPodDelete',
  storage: 'StorageChange',
  'resource-claim': 'ResourceClaimChange',
  namespace: 'NamespaceChange',
} as const satisfies Readonly<Record<ClusterEvent['kind'], string>>;

/** Why a pod came to wait where it waits. */
export type IncomingEvent =
  | 'PodAdd'
  | 'PodUpdate'
  | 'ScheduleAttemptFailure'
  | 'BackoffComplete'
  | 'UnschedulableTimeout'
  | (typeof CLUSTER_EVENTS)[ClusterEvent['kind']];

/** What a pod was brought back by. */
export function incomingEvent({ kind }: ClusterEvent): IncomingEvent {
  return CLUSTER_EVENTS[kind];
}
