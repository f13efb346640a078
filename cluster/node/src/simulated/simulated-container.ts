import { hash } from 'node:crypto';
import type { Container, ContainerState, ContainerStatus, Pod } from '@kubemin/kubeapi/types/core.v1';

/** A container in a state. */
export interface SimulatedContainer {
  readonly pod: Pod;
  readonly container: Container;
  readonly state: ContainerState;
  readonly restartCount?: number;
  readonly lastState?: ContainerState | undefined;
}

/** The status of a container that was pulled and made, if only in name. */
export function madeStatus({
  pod,
  container,
  state,
  restartCount = 0,
  lastState,
}: SimulatedContainer): ContainerStatus {
  const running = state.running !== undefined;
  const identity = `${pod.metadata.uid}/${container.name}/${restartCount}`;
  return {
    name: container.name,
    image: container.image ?? '',
    imageID: `simulated://sha256:${sha256(container.image ?? '')}`,
    containerID: `simulated://${sha256(identity)}`,
    ready: running,
    started: running,
    restartCount,
    state,
    lastState: lastState ?? {},
  };
}

/** Whether the container was made: before that it has no life behind it. */
export function isMade({ containerID }: ContainerStatus): boolean {
  return containerID !== undefined && containerID !== '';
}

/** What a scenario can go on from: a container that only waited to be created has no history. */
export function knownStatus(found: ContainerStatus | undefined): ContainerStatus | undefined {
  const reason = found?.state?.waiting?.reason;
  const pulling = reason === 'ErrImagePull' || reason === 'ImagePullBackOff';
  return found !== undefined && (isMade(found) || pulling) ? found : undefined;
}

function sha256(text: string): string {
  return hash('sha256', text);
}
