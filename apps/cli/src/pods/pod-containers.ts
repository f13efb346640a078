import { verbatim } from '@kubemin/base/message';
import { podMessages } from '../messages/index.ts';
import { CliError, ExitCode } from '../terminal/index.ts';
import type { PodAccess, SelectedContainer, SelectedPod } from './pod-access.ts';

/** A container that runs, and the pod it is in. */
export interface ChosenContainer {
  readonly pod: SelectedPod;
  readonly container: SelectedContainer;
}

/** Chooses the container for exec or attach; throws with the reason if it is not running. */
export async function chooseContainer(
  access: PodAccess,
  { target, container: named }: { readonly target: string; readonly container: string | undefined },
): Promise<ChosenContainer> {
  const pods = await access.list();
  requireContainer(pods, named);
  // Several components may have different containers.
  const having = pods.filter(({ containers }) => named === undefined || containers.some(({ name }) => name === named));
  const pod = readyPod(having, target);
  const [name] = selectContainers(pod, { container: named });
  const container = pod.containers.find((each) => each.name === name);
  if (container === undefined) throw noPod(target);
  requireRunning(pod, container, access.namespace);
  return { pod, container };
}

/** Of several the first that is ready: any of them does. Without one, the first that stays; throws where there is none. */
export function readyPod(pods: readonly SelectedPod[], target: string): SelectedPod {
  const staying = pods.filter(({ status }) => status !== 'Terminating');
  const found = staying.find(({ ready }) => ready) ?? staying[0] ?? pods[0];
  if (found !== undefined) return found;
  throw noPod(target);
}

function noPod(target: string): CliError {
  return new CliError(podMessages.noPod({ target }), {
    code: 'POD_NOT_FOUND',
    exitCode: ExitCode.notFound,
    hint: podMessages.seePods,
  });
}

/** The containers of a pod that are meant: all, the one that was named, or the default one. */
export function selectContainers(
  { containers }: Pick<SelectedPod, 'containers'>,
  { container, allContainers = false }: { readonly container: string | undefined; readonly allContainers?: boolean },
): readonly string[] {
  if (allContainers) return containers.map(({ name }) => name);
  if (container !== undefined) return containers.some(({ name }) => name === container) ? [container] : [];
  return containers.flatMap(({ name, default: isDefault }) => (isDefault ? [name] : []));
}

/** Refuses the name of a container that none of the pods has. */
export function requireContainer(pods: readonly SelectedPod[], container: string | undefined): void {
  const names = new Set(pods.flatMap(({ containers }) => containers.map(({ name }) => name)));
  if (container === undefined || names.size === 0 || names.has(container)) return;
  throw new CliError(podMessages.noContainer({ name: container }), {
    code: 'CONTAINER_NOT_FOUND',
    exitCode: ExitCode.notFound,
    hint: podMessages.knownContainers({ names: [...names].join(', ') }),
  });
}

/** Refuses a container that waits or has ended: nothing can be run in it, and the pod knows why. */
export function requireRunning(
  { name: pod }: Pick<SelectedPod, 'name'>,
  container: SelectedContainer,
  namespace: string,
): void {
  const { name, state, reason } = container;
  if (state === 'running' || reason === undefined) return;
  throw new CliError(podMessages.notRunning({ container: name, pod, why: verbatim(reason) }), {
    code: 'CONTAINER_NOT_RUNNING',
    exitCode: ExitCode.failed,
    hint: hasStarted(container) ? podMessages.lastWords({ pod, namespace }) : podMessages.seePods,
  });
}

/** Whether a container has ever been restarted, so that there is a log of its life before. */
export function hasRestarted({ restarts }: SelectedContainer): boolean {
  return restarts > 0;
}

/** Whether a container has ever run, so that there is a log. */
export function hasStarted({ state, restarts, lastExit }: SelectedContainer): boolean {
  return state !== 'waiting' || restarts > 0 || lastExit !== undefined;
}
