import type { Message } from '@kubemin/base/message';
import type { ContainerStatus, Pod } from '@kubemin/kubeapi/types/core.v1';
import { readinessMessages } from '../../messages/index.ts';
import type { Trouble } from './readiness.ts';

/** Something wrong with a pod; `fatal` when waiting longer will not help. */
export interface PodTrouble {
  readonly trouble: Trouble;
  readonly fatal: boolean;
  readonly message: Message;
}

/** Restarts after which a crash loop counts as one; fewer may be a dependency that is still starting. */
const CRASH_LOOP_RESTARTS = 3;

type Diagnosis = (pod: Pod, container: ContainerStatus) => PodTrouble;

const pullRefused = (fatal: boolean): Diagnosis => {
  return (pod, container) => ({
    trouble: 'ImagePullFailed',
    fatal,
    message: readinessMessages.pullFailed({
      where: where(pod, container),
      image: container.image,
      reason: waitingReason(container),
    }),
  });
};

const misconfigured: Diagnosis = (pod, container) => ({
  trouble: 'ContainerMisconfigured',
  fatal: false,
  message: readinessMessages.containerNotCreated({ where: where(pod, container), reason: waitingReason(container) }),
});

/** By the reason for which a container waits. */
const DIAGNOSES: Readonly<Record<string, Diagnosis>> = {
  ErrImagePull: pullRefused(false),
  ImagePullBackOff: pullRefused(true),
  InvalidImageName: pullRefused(true),
  ErrImageNeverPull: pullRefused(true),
  CreateContainerConfigError: misconfigured,
  CreateContainerError: misconfigured,
  CrashLoopBackOff: (pod, container) => {
    const exit = container.lastState?.terminated?.exitCode;
    return {
      trouble: 'CrashLoop',
      fatal: container.restartCount >= CRASH_LOOP_RESTARTS,
      message: readinessMessages.crashLoop({
        where: where(pod, container),
        exit: exit === undefined ? undefined : readinessMessages.withExitCode({ code: exit }),
        restarts: container.restartCount,
      }),
    };
  },
};

/** What is wrong with these pods, worst first; empty when nothing is, or nothing yet. */
export function podTroubles(pods: readonly Pod[]): readonly PodTrouble[] {
  const troubles = pods.flatMap((pod) => [...unschedulable(pod), ...containerTroubles(pod)]);
  return troubles.toSorted((left, right) => Number(right.fatal) - Number(left.fatal));
}

function containerTroubles(pod: Pod): readonly PodTrouble[] {
  const statuses = [...(pod.status?.initContainerStatuses ?? []), ...(pod.status?.containerStatuses ?? [])];
  return statuses.flatMap((container) => {
    const diagnosis = DIAGNOSES[container.state?.waiting?.reason ?? ''];
    return diagnosis === undefined ? [] : [diagnosis(pod, container)];
  });
}

/** Never fatal: a node may be added, or room made, while the time limit runs. */
function unschedulable(pod: Pod): readonly PodTrouble[] {
  const condition = pod.status?.conditions?.find(({ type }) => type === 'PodScheduled');
  if (condition?.status !== 'False' || condition.reason !== 'Unschedulable') return [];
  const { message: detail } = condition;
  const reason = detail === undefined ? undefined : readinessMessages.unschedulableReason({ reason: detail });
  const message = readinessMessages.unschedulable({ pod: pod.metadata.name ?? '', reason });
  return [{ trouble: 'Unschedulable', fatal: false, message }];
}

function where(pod: Pod, container: ContainerStatus): Message {
  return readinessMessages.where({ pod: pod.metadata.name ?? '', container: container.name });
}

/** In the kubelet's own text. */
function waitingReason(container: ContainerStatus): string {
  const { reason = '', message } = container.state?.waiting ?? {};
  return message === undefined ? reason : `${reason}: ${message}`;
}
