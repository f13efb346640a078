import type { Pod } from '@kubemin/kubeapi/types/core.v1';

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

/** Whether a container has ever run, so that there is a log. */
export function hasStarted({ status }: Pod, container: string): boolean {
  const all = [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])];
  const found = all.find(({ name }) => name === container);
  return [found?.state, found?.lastState].some(
    (state) => state?.running !== undefined || state?.terminated !== undefined,
  );
}
