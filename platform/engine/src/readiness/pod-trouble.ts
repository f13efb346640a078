import type { ContainerStatus, Pod } from '@kubemin/kubeapi/types/core.v1';
import type { Trouble } from './readiness.ts';

/** Something wrong with a pod; `fatal` when waiting longer will not help. */
export interface PodTrouble {
  readonly trouble: Trouble;
  readonly fatal: boolean;
  readonly message: string;
}

/** Restarts after which a crash loop counts as one; fewer may be a dependency that is still starting. */
const CRASH_LOOP_RESTARTS = 3;

type Diagnosis = (pod: Pod, container: ContainerStatus) => PodTrouble;

const pullRefused = (fatal: boolean): Diagnosis => {
  return (pod, container) => ({
    trouble: 'ImagePullFailed',
    fatal,
    message: `${where(pod, container)} cannot pull image "${container.image}"${detail(container)}; check the image name, its tag and the registry's credentials`,
  });
};

const misconfigured: Diagnosis = (pod, container) => ({
  trouble: 'ContainerMisconfigured',
  fatal: false,
  message: `${where(pod, container)} cannot be made${detail(container)}; check that the ConfigMaps and Secrets it refers to exist`,
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
    const code = exit === undefined ? '' : ` with exit code ${exit}`;
    return {
      trouble: 'CrashLoop',
      fatal: container.restartCount >= CRASH_LOOP_RESTARTS,
      message: `${where(pod, container)} keeps crashing${code} (${container.restartCount} restarts); look at its logs`,
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
  const why = condition.message === undefined ? '' : `: ${condition.message}`;
  const message = `pod ${pod.metadata.name} fits on no node (Unschedulable)${why}`;
  return [{ trouble: 'Unschedulable', fatal: false, message }];
}

function where(pod: Pod, container: ContainerStatus): string {
  return `pod ${pod.metadata.name}, container ${container.name}`;
}

function detail(container: ContainerStatus): string {
  const { reason = '', message } = container.state?.waiting ?? {};
  return message === undefined ? ` (${reason})` : ` (${reason}: ${message})`;
}
