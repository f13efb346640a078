import { timestamp } from '@kubemin/kubeapi';
import type { Deployment, DeploymentCondition, DeploymentStatus, ReplicaSet } from '@kubemin/kubeapi/types/apps.v1';
import { findCondition } from '../../pod-owner/index.ts';
import type { DeploymentObservation } from './deployment-status.ts';

type Statement = Pick<DeploymentCondition, 'type' | 'status' | 'reason' | 'message'>;
type Counts = Required<Pick<DeploymentStatus, 'replicas' | 'updatedReplicas' | 'readyReplicas' | 'availableReplicas'>>;

const COMPLETE = 'NewReplicaSetAvailable';
const CREATE_ERROR = 'ReplicaSetCreateError';
const TIMED_OUT = 'ProgressDeadlineExceeded';
const SECOND_MS = 1000;
const NO_DEADLINE = 2 ** 31 - 1;

/** Whether enough pods can serve. */
export function availableCondition(deployment: Deployment, enough: boolean, now: number): DeploymentCondition {
  const statement = enough
    ? { status: 'True', reason: 'MinimumReplicasAvailable', message: 'Deployment has minimum availability.' }
    : {
        status: 'False',
        reason: 'MinimumReplicasUnavailable',
        message: 'Deployment does not have minimum availability.',
      };
  return mergeCondition(deployment, { type: 'Available', ...statement }, now);
}

/** Why pods cannot be created, from the condition of the newest ReplicaSet. */
export function replicaFailureCondition(
  deployment: Deployment,
  current: ReplicaSet | undefined,
  now: number,
): DeploymentCondition | undefined {
  const failure = findCondition(current?.status?.conditions, 'ReplicaFailure');
  if (failure === undefined) return undefined;
  const { type, status, reason = '', message = '' } = failure;
  return mergeCondition(deployment, { type, status, reason, message }, now);
}

/**
 * Whether the rollout moves. Its update time is that of the last progress seen: the deadline counts from there, and it
 * is stored with the object, so a restart of this program neither forgets nor prolongs it.
 */
export function progressingCondition(
  observation: DeploymentObservation,
  counts: Counts,
): DeploymentCondition | undefined {
  const { deployment, current, now, created, isUntold } = observation;
  const known = findCondition(deployment.status?.conditions, 'Progressing');
  if (deployment.spec?.paused === true) {
    const message = 'Deployment is paused';
    return mergeCondition(
      deployment,
      { type: 'Progressing', status: 'Unknown', reason: 'DeploymentPaused', message },
      now,
    );
  }
  if (!hasDeadline(deployment)) return undefined;
  const name = current?.metadata.name ?? deployment.metadata.name ?? '';
  const progress = (reason: string, message: string): DeploymentCondition =>
    renewed(deployment, { type: 'Progressing', status: 'True', reason, message }, now);
  const making = () => progress('NewReplicaSetCreated', `Created new replica set "${name}"`);
  if (created === true) return making();
  if (isComplete(deployment, counts)) {
    const message = `ReplicaSet "${name}" has successfully progressed.`;
    return mergeCondition(deployment, { type: 'Progressing', status: 'True', reason: COMPLETE, message }, now);
  }
  // Complete once stays complete: a pod lost later is not a rollout that hangs.
  if (known?.reason === COMPLETE && counts.replicas === counts.updatedReplicas) return known;
  if (hasMoved(deployment, counts) || known?.reason === 'DeploymentPaused') {
    return progress('ReplicaSetUpdated', `ReplicaSet "${name}" is progressing.`);
  }
  if (known === undefined && isUntold === true) return making();
  if (known === undefined) return progress('FoundNewReplicaSet', `Found new replica set "${name}"`);
  if (deadlineInMs(deployment, known, now) > 0) return known;
  const message = `ReplicaSet "${name}" has timed out progressing.`;
  return mergeCondition(deployment, { type: 'Progressing', status: 'False', reason: TIMED_OUT, message }, now);
}

/** Why the ReplicaSet of a new template cannot be created. */
export function createErrorCondition(deployment: Deployment, message: string, now: number): DeploymentCondition {
  const statement = { type: 'Progressing', status: 'False', reason: CREATE_ERROR, message };
  return mergeCondition(deployment, statement, now);
}

/** In how many ms an unfinished rollout is to be called stuck; undefined when it is finished, stuck, or has no deadline. */
export function nextDeadlineMs(deployment: Deployment, status: DeploymentStatus, now: number): number | undefined {
  const condition = findCondition(status.conditions, 'Progressing');
  if (condition?.status !== 'True' || condition.reason === COMPLETE || !hasDeadline(deployment)) return undefined;
  return Math.max(0, deadlineInMs(deployment, condition, now)) + 1;
}

function deadlineInMs(deployment: Deployment, condition: DeploymentCondition, now: number): number {
  if (condition.reason === COMPLETE) return Number.POSITIVE_INFINITY;
  const since = Date.parse(condition.lastUpdateTime ?? '') || now;
  // Times are stored in whole seconds: the rest of that second does not count, so that no deadline is early.
  return since + SECOND_MS + (deployment.spec?.progressDeadlineSeconds ?? 600) * SECOND_MS - now;
}

function hasDeadline(deployment: Deployment): boolean {
  return (deployment.spec?.progressDeadlineSeconds ?? 600) !== NO_DEADLINE;
}

function isComplete(deployment: Deployment, counts: Counts): boolean {
  const wanted = deployment.spec?.replicas ?? 1;
  return counts.updatedReplicas === wanted && counts.replicas === wanted && counts.availableReplicas === wanted;
}

function hasMoved({ status }: Deployment, counts: Counts): boolean {
  const before = { replicas: 0, updatedReplicas: 0, readyReplicas: 0, availableReplicas: 0, ...status };
  return (
    counts.updatedReplicas > before.updatedReplicas ||
    counts.replicas - counts.updatedReplicas < before.replicas - before.updatedReplicas ||
    counts.readyReplicas > before.readyReplicas ||
    counts.availableReplicas > before.availableReplicas
  );
}

/** The same statement keeps its times, so that repeating it writes nothing. */
function mergeCondition(deployment: Deployment, statement: Statement, now: number): DeploymentCondition {
  const known = findCondition(deployment.status?.conditions, statement.type);
  const same = known?.status === statement.status && known.reason === statement.reason;
  return same && known.message === statement.message ? known : renewed(deployment, statement, now);
}

function renewed(deployment: Deployment, statement: Statement, now: number): DeploymentCondition {
  const known = findCondition(deployment.status?.conditions, statement.type);
  const time = timestamp(now);
  const lastTransitionTime = known?.status === statement.status ? (known.lastTransitionTime ?? time) : time;
  return { ...statement, lastUpdateTime: time, lastTransitionTime };
}
