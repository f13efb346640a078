import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { containerState } from './container-state.ts';
import { CONDITION_STATUSES, enumSamples, type StateKind, singleSampleMetric, unixTime } from './state-metric.ts';

const PHASES = ['Pending', 'Running', 'Succeeded', 'Failed', 'Unknown'];

export const podState: StateKind<Pod> = {
  resource: 'pods',
  identity: { namespace: 'namespace', pod: 'name', uid: 'uid' },
  metrics: [
    {
      name: 'kube_pod_info',
      help: 'Where a pod is, and whose it is.',
      labels: ['host_ip', 'pod_ip', 'node', 'created_by_kind', 'created_by_name', 'priority_class', 'host_network'],
      read({ spec, status, metadata }) {
        const owner = metadata.ownerReferences?.find(({ controller }) => controller === true);
        const { nodeName = '', priorityClassName = '', hostNetwork = false } = spec ?? {};
        const { hostIP = '', podIP = '' } = status ?? {};
        const { kind = '', name = '' } = owner ?? {};
        return [[1, hostIP, podIP, nodeName, kind, name, priorityClassName, String(hostNetwork)]];
      },
    },
    {
      name: 'kube_pod_owner',
      help: 'The owners of a pod.',
      labels: ['owner_kind', 'owner_name', 'owner_is_controller'],
      read: ({ metadata }) =>
        (metadata.ownerReferences ?? []).map(({ kind, name, controller = false }) => [1, kind, name, `${controller}`]),
    },
    singleSampleMetric('kube_pod_created', 'When a pod was made.', ({ metadata }) =>
      unixTime(metadata.creationTimestamp),
    ),
    singleSampleMetric('kube_pod_start_time', 'When its node took a pod on.', ({ status }) =>
      unixTime(status?.startTime),
    ),
    {
      name: 'kube_pod_status_phase',
      help: 'The phase of a pod: 1 for the one it is in.',
      labels: ['phase'],
      read: ({ status }) => enumSamples(PHASES, status?.phase),
    },
    {
      name: 'kube_pod_status_ready',
      help: 'Whether a pod is ready.',
      labels: ['condition'],
      read: (pod) => enumSamples(CONDITION_STATUSES, findCondition(pod, 'Ready')?.status.toLowerCase()),
    },
    singleSampleMetric('kube_pod_status_unschedulable', 'Pods for which there is no node.', (pod) =>
      findCondition(pod, 'PodScheduled')?.reason === 'Unschedulable' ? 1 : undefined,
    ),
    ...containerState,
  ],
};

function findCondition({ status }: Pod, type: string) {
  return status?.conditions?.find((condition) => condition.type === type);
}
