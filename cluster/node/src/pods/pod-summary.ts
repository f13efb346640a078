import { timestamp } from '@kubemin/kubeapi';
import type { ContainerStatus, Pod, PodCondition } from '@kubemin/kubeapi/types/core.v1';

/** How far the containers of a pod have come. */
export interface ContainersSummary {
  readonly containerStatuses: readonly ContainerStatus[];
  /** The init containers that are not done yet. */
  readonly incomplete: readonly string[];
  readonly initFailed: boolean;
}

/** The phase that follows from the states of the containers. */
export function podPhase(pod: Pod, { containerStatuses: statuses, incomplete, initFailed }: ContainersSummary): string {
  const policy = pod.spec?.restartPolicy ?? 'Always';
  if (incomplete.length > 0) return initFailed && policy === 'Never' ? 'Failed' : 'Pending';
  const ended = statuses.filter(({ state }) => state?.terminated !== undefined);
  if (policy !== 'Always' && ended.length === statuses.length && statuses.length > 0) {
    const failed = ended.some(({ state }) => state?.terminated?.exitCode !== 0);
    if (!failed) return 'Succeeded';
    if (policy === 'Never') return 'Failed';
  }
  const neverStarted = statuses.some(({ state, lastState }) => state?.waiting && lastState?.terminated === undefined);
  return neverStarted ? 'Pending' : 'Running';
}

/** All that the conditions of a pod follow from. */
export interface PodSummary {
  readonly pod: Pod;
  readonly containerStatuses: readonly ContainerStatus[];
  /** Of init containers that stay beside the others. */
  readonly sidecarStatuses: readonly ContainerStatus[];
  /** The init containers that are not done yet. */
  readonly incomplete: readonly string[];
  /** Whether the pod has a place to run in. */
  readonly sandboxed: boolean;
  readonly phase: string;
  readonly now: number;
}

/** The conditions a kubelet keeps; those of others (gates, the scheduler) are not among them. */
export function podConditions(summary: PodSummary): readonly PodCondition[] {
  const { pod, containerStatuses, sidecarStatuses, incomplete, sandboxed, phase } = summary;
  const unready = [...sidecarStatuses, ...containerStatuses].filter(({ ready }) => !ready).map(({ name }) => name);
  const finished = phase === 'Succeeded' || phase === 'Failed';
  const why =
    unready.length === 0
      ? {}
      : finished
        ? { reason: 'PodCompleted' }
        : { reason: 'ContainersNotReady', message: `containers with unready status: [${unready.join(' ')}]` };
  const gates = (pod.spec?.readinessGates ?? []).map(({ conditionType }) => conditionType);
  const closed = gates.filter((type) => findCondition(pod, type)?.status !== 'True');
  const gated =
    unready.length === 0 && closed.length > 0
      ? { reason: 'ReadinessGatesNotReady', message: `readiness gates not ready: [${closed.join(' ')}]` }
      : why;
  const makeCondition = (
    type: string,
    holds: boolean,
    extra: Pick<PodCondition, 'reason' | 'message'> = {},
  ): PodCondition => condition(summary, { type, status: holds ? 'True' : 'False', ...extra });
  return [
    makeCondition('PodReadyToStartContainers', sandboxed && !finished),
    makeCondition('Initialized', incomplete.length === 0, uninitialized(incomplete)),
    makeCondition('Ready', unready.length === 0 && closed.length === 0, gated),
    makeCondition('ContainersReady', unready.length === 0, why),
    makeCondition('PodScheduled', true),
  ];
}

function uninitialized(incomplete: readonly string[]): Pick<PodCondition, 'reason' | 'message'> {
  if (incomplete.length === 0) return {};
  return {
    reason: 'ContainersNotInitialized',
    message: `containers with incomplete status: [${incomplete.join(' ')}]`,
  };
}

function condition({ pod, now }: PodSummary, next: PodCondition): PodCondition {
  const known = findCondition(pod, next.type);
  const since = known?.status === next.status ? known.lastTransitionTime : undefined;
  return { ...next, lastTransitionTime: since ?? timestamp(now) };
}

function findCondition(pod: Pod, type: string): PodCondition | undefined {
  return pod.status?.conditions?.find((candidate) => candidate.type === type);
}
