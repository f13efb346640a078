import { timestamp } from '@kubemin/kubeapi';
import type {
  Container,
  ContainerStateTerminated,
  ContainerStatus,
  Pod,
  PodStatus,
} from '@kubemin/kubeapi/types/core.v1';
import { incompleteInits, isSidecar, stoppedEphemeral, waitingStatus } from './container-states.ts';
import { podConditions } from './pod-summary.ts';

/** When and how containers were made to stop. */
export interface PodStop {
  readonly now: number;
  /** The exit code of those that ran. */
  readonly exitCode: number;
}

/** The status of a pod that the node has stopped; it succeeded only if all containers had before the stop. */
export function endedPod(pod: Pod, stop: PodStop): PodStatus {
  const { containers = [], initContainers = [] } = pod.spec ?? {};
  const {
    containerStatuses: known = [],
    initContainerStatuses: knownInits = [],
    ephemeralContainerStatuses: ephemerals = [],
  } = pod.status ?? {};
  const containerStatuses = containers.map((container) => endedContainer(container, known, stop));
  const inits = initContainers.map((container) => endedContainer(container, knownInits, stop));
  const succeeded = containerStatuses.every(({ state }) => state?.terminated?.exitCode === 0);
  const phase = succeeded && containers.length > 0 ? 'Succeeded' : 'Failed';
  const incomplete = incompleteInits(pod, inits);
  const sidecarStatuses = inits.filter(({ name }) => isSidecar(pod, name));
  const summary = { pod, containerStatuses, sidecarStatuses, incomplete, sandboxed: false, phase, now: stop.now };
  return {
    phase,
    conditions: podConditions(summary),
    ...(inits.length > 0 && { initContainerStatuses: inits }),
    containerStatuses,
    ...(ephemerals.length > 0 && {
      ephemeralContainerStatuses: ephemerals.map((status) => stoppedEphemeral(status, stop.now)),
    }),
  };
}

/** The state of a container that a kubelet never started. */
const NEVER_SEEN: ContainerStateTerminated = {
  exitCode: 137,
  reason: 'ContainerStatusUnknown',
  message: 'The container could not be located when the pod was terminated',
};

function endedContainer(container: Container, known: readonly ContainerStatus[], stop: PodStop): ContainerStatus {
  const found = known.find(({ name }) => name === container.name) ?? waitingStatus(container, 'ContainerCreating');
  const { running, terminated } = found.state ?? {};
  if (terminated !== undefined) return found;
  const { exitCode, now } = stop;
  const stopped =
    running === undefined
      ? (found.lastState?.terminated ?? NEVER_SEEN)
      : { exitCode, reason: exitCode === 0 ? 'Completed' : 'Error', ...running, finishedAt: timestamp(now) };
  return { ...found, ready: false, started: false, state: { terminated: stopped } };
}
