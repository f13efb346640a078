import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { CliError } from '../cli-error.ts';
import { ExitCode } from '../exit-code.ts';
import { inBoth } from '../language/catalogue.ts';
import { podWords } from '../language/words/pod.ts';

const DEFAULT_CONTAINER = 'kubectl.kubernetes.io/default-container';

/** Which containers of a pod are meant: all, the one that was named, or the one that counts. */
export function containersOf(
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
  throw new CliError(
    inBoth(podWords, (say) => say.noContainer(container)),
    {
      code: 'CONTAINER_NOT_FOUND',
      exitCode: ExitCode.notFound,
      hint: inBoth(podWords, (say) => say.knownContainers([...names].join(', '))),
    },
  );
}

function allContainers({ spec }: Pod): readonly string[] {
  const { initContainers = [], containers = [], ephemeralContainers = [] } = spec ?? {};
  return [...initContainers, ...containers, ...ephemeralContainers].map(({ name }) => name);
}

/** Whether a container has ever been restarted, so that there is a log of its life before. */
export function hasRestarted({ status }: Pod, container: string): boolean {
  const all = [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])];
  return all.some(({ name, lastState }) => name === container && lastState?.terminated !== undefined);
}

/** Whether a container has ever run, so that there is a log. */
export function hasStarted({ status }: Pod, container: string): boolean {
  const all = [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])];
  const found = all.find(({ name }) => name === container);
  return [found?.state, found?.lastState].some(
    (state) => state?.running !== undefined || state?.terminated !== undefined,
  );
}
