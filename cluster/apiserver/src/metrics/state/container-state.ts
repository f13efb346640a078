import type { ContainerStatus, Pod } from '@kubemin/kubeapi/types/core.v1';
import { AMOUNT_LABELS, amountSamples } from './resource-amounts.ts';
import type { StateMetric } from './state-metric.ts';

/** Metrics of the containers of pods. */
export const containerState: readonly StateMetric<Pod>[] = [
  {
    name: 'kube_pod_container_info',
    help: 'What a container was made of.',
    labels: ['container', 'image', 'image_id', 'container_id'],
    read: ({ status }) =>
      (status?.containerStatuses ?? []).map(({ name, image, imageID, containerID = '' }) => [
        1,
        name,
        image,
        imageID,
        containerID,
      ]),
  },
  {
    ...containerStatusMetric(
      'restarts_total',
      'How often a container was started again.',
      ({ restartCount }) => restartCount,
    ),
    type: 'counter',
  },
  containerStatusMetric('ready', 'Whether a container is ready.', ({ ready }) => Number(ready)),
  containerStatusMetric('running', 'Whether a container runs.', ({ state }) => Number(state?.running !== undefined)),
  containerStatusMetric('waiting', 'Whether a container waits to be started.', ({ state }) =>
    Number(state?.waiting !== undefined),
  ),
  containerStatusMetric('terminated', 'Whether a container has ended.', ({ state }) =>
    Number(state?.terminated !== undefined),
  ),
  containerReasonMetric('waiting_reason', 'Why a container waits.', ({ state }) => state?.waiting?.reason),
  containerReasonMetric('terminated_reason', 'Why a container has ended.', ({ state }) => state?.terminated?.reason),
  containerReasonMetric(
    'last_terminated_reason',
    'Why a container ended the last time.',
    ({ lastState }) => lastState?.terminated?.reason,
  ),
  containerResourceMetric('requests', 'What a container asks for.'),
  containerResourceMetric('limits', 'What a container may use.'),
];

function containerStatusMetric(
  what: string,
  help: string,
  value: (status: ContainerStatus) => number,
): StateMetric<Pod> {
  return {
    name: `kube_pod_container_status_${what}`,
    help,
    labels: ['container'],
    read: ({ status }) => (status?.containerStatuses ?? []).map((container) => [value(container), container.name]),
  };
}

function containerReasonMetric(
  what: string,
  help: string,
  reasonOf: (status: ContainerStatus) => string | undefined,
): StateMetric<Pod> {
  return {
    name: `kube_pod_container_status_${what}`,
    help,
    labels: ['container', 'reason'],
    *read({ status }) {
      for (const container of status?.containerStatuses ?? []) {
        const reason = reasonOf(container);
        if (reason !== undefined && reason !== '') yield [1, container.name, reason];
      }
    },
  };
}

function containerResourceMetric(of: 'requests' | 'limits', help: string): StateMetric<Pod> {
  return {
    name: `kube_pod_container_resource_${of}`,
    help,
    labels: ['container', 'node', ...AMOUNT_LABELS],
    read: ({ spec }) =>
      (spec?.containers ?? []).flatMap(({ name, resources }) =>
        amountSamples(resources?.[of], name, spec?.nodeName ?? ''),
      ),
  };
}
