import type { RecordedEvent } from '@kubemin/controller';
import type { ContainerStatus, Pod, PodStatus } from '@kubemin/kubeapi/types/core.v1';

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
