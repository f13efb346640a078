import type { RecordedEvent } from '@kubemin/controller';
import { timestamp } from '@kubemin/kubeapi';
import type { Container, ContainerStatus, Pod, PodStatus } from '@kubemin/kubeapi/types/core.v1';

/** The names of the init containers that are not done yet; none once all were. */
export function incompleteInits(pod: Pod, statuses: readonly ContainerStatus[]): readonly string[] {
  if (isInitialized(pod)) return [];
  return statuses.filter((status) => !isInitDone(pod, status)).map(({ name }) => name);
}

/** Whether an init container stays beside the others. */
export function isSidecar({ spec }: Pod, name: string): boolean {
  return spec?.initContainers?.some((init) => init.name === name && init.restartPolicy === 'Always') ?? false;
}

/** Whether all init containers were done before. */
export function isInitialized({ status }: Pod): boolean {
  return status?.conditions?.some((one) => one.type === 'Initialized' && one.status === 'True') ?? false;
}

/** Whether an init container lets the next one start. */
export function isInitDone(pod: Pod, { name, state, started }: ContainerStatus): boolean {
  return isSidecar(pod, name) ? started === true : state?.terminated?.exitCode === 0;
}

/** How what is stopped with its pod ends. */
const KILLED = 137;

/** The status of an ephemeral container after its pod has ended. */
export function stoppedEphemeral(status: ContainerStatus, now: number): ContainerStatus {
  const running = status.state?.running;
  if (running === undefined) return status;
  const terminated = { exitCode: KILLED, reason: 'Error', ...running, finishedAt: timestamp(now) };
  return { ...status, state: { terminated } };
}

/** The status of a container that has not been made. */
export function waitingStatus(container: Container, reason: string, message?: string): ContainerStatus {
  return {
    name: container.name,
    image: container.image ?? '',
    imageID: '',
    ready: false,
    started: false,
    restartCount: 0,
    state: { waiting: message === undefined ? { reason } : { reason, message } },
    lastState: {},
  };
}

/** The events of containers that have begun to wait for their next try, from the statuses before and after. */
export function backOffEvents(
  { metadata }: Pod,
  before: PodStatus | undefined,
  after: PodStatus,
): readonly RecordedEvent[] {
  const known = new Map(allContainers(before).map((status) => [status.name, status]));
  return allContainers(after).flatMap((status): readonly RecordedEvent[] => {
    const { name, image, state, restartCount } = status;
    const reason = state?.waiting?.reason;
    const earlier = known.get(name);
    if (earlier?.state?.waiting?.reason === reason && earlier?.restartCount === restartCount) return [];
    if (reason === 'ImagePullBackOff') {
      return [
        { type: 'Normal', reason: 'BackOff', message: `Back-off pulling image "${image}"` },
        { type: 'Warning', reason: 'Failed', message: `Error: ${reason}` },
      ];
    }
    if (reason !== 'CrashLoopBackOff') return [];
    const pod = `${metadata.name}_${metadata.namespace}(${metadata.uid})`;
    const message = `Back-off restarting failed container ${name} in pod ${pod}`;
    return [{ type: 'Warning', reason: 'BackOff', message }];
  });
}

function allContainers(status: PodStatus | undefined): readonly ContainerStatus[] {
  const { containerStatuses = [], initContainerStatuses = [], ephemeralContainerStatuses = [] } = status ?? {};
  return [...containerStatuses, ...initContainerStatuses, ...ephemeralContainerStatuses];
}
