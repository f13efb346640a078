import type { KubeClient } from '@kubemin/kube';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { namedContainers, requireContainer, requireRunning } from './pod-containers.ts';
import { listSelectedPods, type PodSelection } from './pod-selection.ts';
import { readyPod } from './ready-pod.ts';

/** What was asked for. */
export interface ContainerRequest {
  readonly selection: PodSelection;
  readonly target: string;
  readonly container: string | undefined;
}

/** A container that runs, and the pod it is in. */
export interface ChosenContainer {
  readonly pod: Pod;
  /** Undefined where the pod has none that counts: which one is meant is left to the cluster. */
  readonly name: string | undefined;
}

/** Chooses the container for exec or attach; throws with the reason if it is not running. */
export async function chooseContainer(client: KubeClient, asked: ContainerRequest): Promise<ChosenContainer> {
  const { selection, target, container } = asked;
  const pods = await listSelectedPods(client, selection);
  requireContainer(pods, container);
  const pod = readyPod(pods, target);
  const [name] = namedContainers(pod, { container, all: false });
  if (name !== undefined) requireRunning(pod, name);
  return { pod, name };
}
