import type { ApplicationPod, PodContainer } from '@kubemin/client';
import { podStatusText } from '@kubemin/kubeapi';
import type { Container, ContainerState, ContainerStatus, Pod } from '@kubemin/kubeapi/types/core.v1';
import { podComponent, podName } from './application-pods.ts';

const DEFAULT_CONTAINER = 'kubectl.kubernetes.io/default-container';

/** A pod as the API returns it. */
export function podView(pod: Pod): ApplicationPod {
  const { metadata, spec, status } = pod;
  const component = podComponent(pod);
  const message = podMessage(pod);
  return {
    name: podName(pod),
    uid: metadata.uid ?? '',
    ...(component !== undefined && { component }),
    status: podStatusText(pod) || 'Unknown',
    ready: status?.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True') ?? false,
    ...(spec?.nodeName !== undefined && { node: spec.nodeName }),
    ...(status?.podIP !== undefined && { ip: status.podIP }),
    ...(metadata.creationTimestamp && { createTime: metadata.creationTimestamp }),
    ...(message !== undefined && { message }),
    containers: podContainers(pod).map((container) => ({
      ...containerView(container, findStatus(pod, container.name)),
      default: container.name === defaultContainer(pod),
    })),
  };
}

/** Why it is not scheduled, or why the first container that waits does. */
function podMessage(pod: Pod): string | undefined {
  const scheduled = pod.status?.conditions?.find(({ type }) => type === 'PodScheduled');
  if (scheduled?.status === 'False') return scheduled.message;
  const waiting = containerStatuses(pod).find(({ state }) => state?.waiting?.message !== undefined);
  return waiting?.state?.waiting?.message ?? pod.status?.message;
}

type KnownContainer = Pick<Container, 'name' | 'image' | 'tty' | 'stdin' | 'ports'> & Pick<PodContainer, 'kind'>;

/** Init containers first, in the order of the pod. */
function podContainers({ spec }: Pod): readonly KnownContainer[] {
  const init = (spec?.initContainers ?? []).map((container) => ({
    ...container,
    kind: container.restartPolicy === 'Always' ? ('sidecar' as const) : ('init' as const),
  }));
  const main = (spec?.containers ?? []).map((container) => ({ ...container, kind: 'main' as const }));
  const added = (spec?.ephemeralContainers ?? []).map((container) => ({ ...container, kind: 'ephemeral' as const }));
  return [...init, ...main, ...added];
}

function containerView(container: KnownContainer, status: ContainerStatus | undefined): Omit<PodContainer, 'default'> {
  const { name, kind, image = '', tty = false, stdin = false, ports = [] } = container;
  const exit = status?.lastState?.terminated ?? status?.state?.terminated;
  return {
    ...{ name, kind, image, tty, stdin },
    ...stateView(status?.state),
    ready: status?.ready ?? false,
    restarts: status?.restartCount ?? 0,
    ports: ports.map(({ containerPort, name: portName }) => ({
      port: containerPort,
      ...(portName !== undefined && { name: portName }),
    })),
    ...(exit !== undefined && {
      lastExit: {
        code: exit.exitCode,
        ...(exit.reason !== undefined && { reason: exit.reason }),
        ...(exit.finishedAt && { time: exit.finishedAt }),
      },
    }),
  };
}

function stateView(state: ContainerState | undefined): Pick<PodContainer, 'state' | 'reason' | 'message'> {
  if (state?.running !== undefined) return { state: 'running' };
  const { reason, message } = state?.terminated ?? state?.waiting ?? {};
  return {
    state: state?.terminated === undefined ? 'waiting' : 'terminated',
    ...(reason !== undefined && { reason }),
    ...(message !== undefined && { message }),
  };
}

function containerStatuses({ status }: Pod): readonly ContainerStatus[] {
  const { initContainerStatuses = [], containerStatuses: main = [], ephemeralContainerStatuses = [] } = status ?? {};
  return [...initContainerStatuses, ...main, ...ephemeralContainerStatuses];
}

export function findStatus(pod: Pod, container: string): ContainerStatus | undefined {
  return containerStatuses(pod).find(({ name }) => name === container);
}

/** The names of all its containers, init containers first. */
export function containerNames(pod: Pod): readonly string[] {
  return podContainers(pod).map(({ name }) => name);
}

/** The container that is meant if none is named, as for kubectl. */
export function defaultContainer({ metadata, spec }: Pod): string | undefined {
  const names = (spec?.containers ?? []).map(({ name }) => name);
  return names.find((name) => name === metadata.annotations?.[DEFAULT_CONTAINER]) ?? names[0];
}

export function findContainer(pod: Pod, name: string): Pick<Container, 'tty'> | undefined {
  return podContainers(pod).find((container) => container.name === name);
}
