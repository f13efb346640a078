import type { Namespace } from '@kubemin/kubeapi/types/core.v1';
import { oneOf, type StateKind } from './state-metric.ts';

export const namespaceState: StateKind<Namespace> = {
  resource: 'namespaces',
  identity: { namespace: 'name' },
  metrics: [
    {
      name: 'kube_namespace_status_phase',
      help: 'The phase of a namespace: 1 for the one it is in.',
      labels: ['phase'],
      read: ({ status }) => oneOf(['Active', 'Terminating'], status?.phase),
    },
  ],
};
