import { timestamp } from '@kubemin/kubeapi';
import type { ContainerStatus, Pod, PodCondition } from '@kubemin/kubeapi/types/core.v1';

/** The phase that follows from the states of the containers. */
export function podPhase(pod: Pod, statuses: readonly ContainerStatus[]): string {
  const policy = pod.spec?.restartPolicy ?? 'Always';
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
  readonly initialized: boolean;
  readonly phase: string;
  readonly now: number;
}

/** The conditions a kubelet keeps; those of others (gates, the scheduler) are not among them. */
export function podConditions(summary: PodSummary): readonly PodCondition[] {
  const { pod, containerStatuses, initialized, phase } = summary;
  const unready = containerStatuses.filter(({ ready }) => !ready).map(({ name }) => name);
  const finished = phase === 'Succeeded' || phase === 'Failed';
  const why =
    unready.length === 0
      ? {}
      : finished
        ? { reason: 'PodCompleted' }
        : { reason: 'ContainersNotReady', message: `containers with unready status: [${unready.join(' ')}]` };
  const gates = (pod.spec?.readinessGates ?? []).map(({ conditionType }) => conditionType);
  const closed = gates.filter((type) => conditionOf(pod, type)?.status !== 'True');
  const gated =
    unready.length === 0 && closed.length > 0
      ? { reason: 'ReadinessGatesNotReady', message: `readiness gates not ready: [${closed.join(' ')}]` }
      : why;
  const say = (type: string, holds: boolean, extra: Pick<PodCondition, 'reason' | 'message'> = {}): PodCondition =>
    condition(summary, { type, status: holds ? 'True' : 'False', ...extra });
  return [
    say('PodReadyToStartContainers', initialized && !finished),
    say('Initialized', initialized, initialized ? {} : { reason: 'PodInitializing' }),
    say('Ready', unready.length === 0 && closed.length === 0, gated),
    say('ContainersReady', unready.length === 0, why),
    say('PodScheduled', true),
  ];
}

function condition({ pod, now }: PodSummary, next: PodCondition): PodCondition {
  const known = conditionOf(pod, next.type);
  const since = known?.status === next.status ? known.lastTransitionTime : undefined;
  return { ...next, lastTransitionTime: since ?? timestamp(now) };
}

function conditionOf(pod: Pod, type: string): PodCondition | undefined {
  return pod.status?.conditions?.find((candidate) => candidate.type === type);
}
