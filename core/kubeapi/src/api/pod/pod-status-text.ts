import type { ContainerStateTerminated, ContainerStatus, Pod } from '../../generated/types/core.v1.gen.ts';

/** The status of a pod as one word, as kubectl shows it: the most significant state of its containers. */
export function podStatusText(pod: Pod): string {
  const { metadata, status } = pod;
  if (metadata.deletionTimestamp !== undefined) return status?.reason === 'NodeLost' ? 'Unknown' : 'Terminating';
  const init = initText(pod);
  // Once initialized a pod stays so, whatever becomes of its sidecars: the state of its main containers counts more.
  return init !== undefined && !isInitialized(pod) ? init : containersText(pod, init ?? phaseText(pod));
}

function phaseText({ status }: Pod): string {
  const gated = status?.conditions?.some(({ type, reason }) => type === 'PodScheduled' && reason === 'SchedulingGated');
  return gated ? 'SchedulingGated' : (status?.reason ?? status?.phase ?? '');
}

/** Undefined once all init containers are done (or, for sidecars, started). */
function initText({ spec, status }: Pod): string | undefined {
  const total = spec?.initContainers?.length ?? 0;
  const sidecars = new Set(
    (spec?.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always').map(({ name }) => name),
  );
  for (const [index, container] of (status?.initContainerStatuses ?? []).entries()) {
    const { terminated, waiting } = container.state ?? {};
    if (terminated?.exitCode === 0) continue;
    if (sidecars.has(container.name) && container.started === true) continue;
    if (terminated !== undefined) return `Init:${terminatedText(terminated)}`;
    const reason = waiting?.reason;
    return reason !== undefined && reason !== 'PodInitializing' ? `Init:${reason}` : `Init:${index}/${total}`;
  }
  return undefined;
}

function isInitialized({ status }: Pod): boolean {
  return status?.conditions?.some((one) => one.type === 'Initialized' && one.status === 'True') ?? false;
}

function containersText(pod: Pod, otherwise: string): string {
  const statuses = pod.status?.containerStatuses ?? [];
  let text = otherwise;
  for (const container of statuses.toReversed()) text = containerText(container) ?? text;
  const running = statuses.some(({ ready, state }) => ready && state?.running !== undefined);
  if (text !== 'Completed' || !running) return text;
  const ready = pod.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True');
  return ready ? 'Running' : 'NotReady';
}

function containerText({ state }: ContainerStatus): string | undefined {
  if (state?.waiting?.reason !== undefined) return state.waiting.reason;
  return state?.terminated === undefined ? undefined : terminatedText(state.terminated);
}

function terminatedText({ reason, signal, exitCode }: ContainerStateTerminated): string {
  if (reason !== undefined && reason !== '') return reason;
  return signal !== undefined && signal !== 0 ? `Signal:${signal}` : `ExitCode:${exitCode}`;
}
