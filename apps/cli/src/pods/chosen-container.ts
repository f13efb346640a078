import type { KubeClient } from '@kubemin/kube';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { containersOf, requireContainer, requireRunning } from './pod-containers.ts';
import { type PodSelection, podsOf } from './pod-selection.ts';
import { readyPod } from './ready-pod.ts';

/** What was asked for. */
export interface AskedContainer {
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

/** The container that a command or a terminal is to be joined with; throws, saying why, where nothing runs there. */
export async function chosenContainer(client: KubeClient, asked: AskedContainer): Promise<ChosenContainer> {
  const { selection, target, container } = asked;
  const pods = await podsOf(client, selection);
  requireContainer(pods, container);
  const pod = readyPod(pods, target);
  const [name] = containersOf(pod, { container, all: false });
  if (name !== undefined) requireRunning(pod, name);
  return { pod, name };
}
