import type { Node } from '@kubemin/kubeapi/types/core.v1';
import { AMOUNT_LABELS, amountSamples } from './resource-amounts.ts';
import { conditionSamples, type StateKind, singleSampleMetric, unixTime } from './state-metric.ts';

export const nodeState: StateKind<Node> = {
  resource: 'nodes',
  identity: { node: 'name' },
  metrics: [
    {
      name: 'kube_node_info',
      help: 'What a node is.',
      labels: [
        'kernel_version',
        'os_image',
        'container_runtime_version',
        'kubelet_version',
        'provider_id',
        'internal_ip',
      ],
      read({ spec, status }) {
        const {
          kernelVersion = '',
          osImage = '',
          containerRuntimeVersion = '',
          kubeletVersion = '',
        } = status?.nodeInfo ?? {};
        const address = status?.addresses?.find(({ type }) => type === 'InternalIP')?.address ?? '';
        const provider = spec?.providerID ?? '';
        return [[1, kernelVersion, osImage, containerRuntimeVersion, kubeletVersion, provider, address]];
      },
    },
    singleSampleMetric('kube_node_created', 'When a node was registered.', ({ metadata }) =>
      unixTime(metadata.creationTimestamp),
    ),
    singleSampleMetric('kube_node_spec_unschedulable', 'Whether a node takes no new pods.', ({ spec }) => {
      return Number(spec?.unschedulable ?? false);
    }),
    {
      name: 'kube_node_spec_taint',
      help: 'The taints of a node.',
      labels: ['key', 'value', 'effect'],
      read: ({ spec }) => (spec?.taints ?? []).map(({ key, value = '', effect }) => [1, key, value, effect]),
    },
    {
      name: 'kube_node_status_condition',
      help: 'How a node is: 1 for the status that a condition has.',
      labels: ['condition', 'status'],
      read: ({ status }) => conditionSamples(status?.conditions),
    },
    {
      name: 'kube_node_status_capacity',
      help: 'What a node has.',
      labels: AMOUNT_LABELS,
      read: ({ status }) => amountSamples(status?.capacity),
    },
    {
      name: 'kube_node_status_allocatable',
      help: 'What a node has for pods.',
      labels: AMOUNT_LABELS,
      read: ({ status }) => amountSamples(status?.allocatable),
    },
  ],
};
