import { verbatim } from '@kubemin/base/message';
import type { KubeClient } from '@kubemin/kube';
import type { ContainerStatus, Pod, PodStatus } from '@kubemin/kubeapi/types/core.v1';
import { podMessages } from '../messages/index.ts';
import { CliError, ExitCode } from '../terminal/index.ts';
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

const DEFAULT_CONTAINER = 'kubectl.kubernetes.io/default-container';

/** Which containers of a pod are meant: all, the one that was named, or the one that counts. */
export function namedContainers(
  pod: Pod,
  asked: { readonly container: string | undefined; readonly all: boolean },
): readonly string[] {
  const names = (pod.spec?.containers ?? []).map(({ name }) => name);
  if (asked.all) return [...(pod.spec?.initContainers ?? []).map(({ name }) => name), ...names];
  if (asked.container !== undefined) return [asked.container];
  const preferred = pod.metadata.annotations?.[DEFAULT_CONTAINER];
  const first = names.find((name) => name === preferred) ?? names[0];
  return first === undefined ? [] : [first];
}

/** Refuses the name of a container that none of the pods has. */
export function requireContainer(pods: readonly Pod[], container: string | undefined): void {
  const names = new Set(pods.flatMap(allContainers));
  if (container === undefined || names.size === 0 || names.has(container)) return;
  throw new CliError(podMessages.noContainer({ name: container }), {
    code: 'CONTAINER_NOT_FOUND',
    exitCode: ExitCode.notFound,
    hint: podMessages.knownContainers({ names: [...names].join(', ') }),
  });
}

/** Refuses a container that waits or has ended: nothing can be run in it, and the pod knows why. */
export function requireRunning(pod: Pod, container: string): void {
  const state = containerStatuses(pod.status).find(({ name }) => name === container)?.state;
  const why = state?.waiting?.reason ?? state?.terminated?.reason;
  if (why === undefined) return;
  const { name = '', namespace = 'default' } = pod.metadata;
  const hasEnded = state?.terminated !== undefined || hasRestarted(pod, container);
  throw new CliError(podMessages.notRunning({ container, pod: name, why: verbatim(why) }), {
    code: 'CONTAINER_NOT_RUNNING',
    exitCode: ExitCode.failed,
    hint: hasEnded ? podMessages.lastWords({ pod: name, namespace }) : podMessages.seePods,
  });
}

/** Whether a container was started with a terminal. */
export function hasTerminal({ spec }: Pod, container: string): boolean {
  const { initContainers = [], containers = [], ephemeralContainers = [] } = spec ?? {};
  return [...initContainers, ...containers, ...ephemeralContainers].some(
    ({ name, tty }) => name === container && tty === true,
  );
}

function allContainers({ spec }: Pod): readonly string[] {
  const { initContainers = [], containers = [], ephemeralContainers = [] } = spec ?? {};
  return [...initContainers, ...containers, ...ephemeralContainers].map(({ name }) => name);
}

/** Whether a container has ever been restarted, so that there is a log of its life before. */
export function hasRestarted({ status }: Pod, container: string): boolean {
  return containerStatuses(status).some(
    ({ name, lastState }) => name === container && lastState?.terminated !== undefined,
  );
}

/** Whether a container has ever run, so that there is a log. */
export function hasStarted({ status }: Pod, container: string): boolean {
  const found = containerStatuses(status).find(({ name }) => name === container);
  return [found?.state, found?.lastState].some(
    (state) => state?.running !== undefined || state?.terminated !== undefined,
  );
}

function containerStatuses(status: PodStatus | undefined): readonly ContainerStatus[] {
  const { containerStatuses = [], initContainerStatuses = [], ephemeralContainerStatuses = [] } = status ?? {};
  return [...containerStatuses, ...initContainerStatuses, ...ephemeralContainerStatuses];
}
