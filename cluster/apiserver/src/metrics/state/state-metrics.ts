import { METRICS_CONTENT_TYPE, MetricRegistry } from '@kubemin/base';
import type { ApiResponse } from '@kubemin/kubeapi';
import type { Namespace } from '@kubemin/kubeapi/types/core.v1';
import type { PathSource } from '../../handler/index.ts';
import type { ObjectCache } from '../../storage/index.ts';
import { cronJobState, jobState } from './job-state.ts';
import { nodeState } from './node-state.ts';
import { podState } from './pod-state.ts';
import { enumSamples, type StateKind } from './state-metric.ts';
import { StateSeries } from './state-series.ts';
import { claimState, volumeState } from './storage-state.ts';
import {
  autoscalerState,
  daemonSetState,
  deploymentState,
  replicaSetState,
  statefulSetState,
} from './workload-state.ts';

const namespaceState: StateKind<Namespace> = {
  resource: 'namespaces',
  identity: { namespace: 'name' },
  metrics: [
    {
      name: 'kube_namespace_status_phase',
      help: 'The phase of a namespace: 1 for the one it is in.',
      labels: ['phase'],
      read: ({ status }) => enumSamples(['Active', 'Terminating'], status?.phase),
    },
  ],
};

/** All kinds with state metrics. */
const STATE_KINDS: readonly StateKind[] = [
  podState,
  deploymentState,
  replicaSetState,
  statefulSetState,
  daemonSetState,
  jobState,
  cronJobState,
  autoscalerState,
  nodeState,
  claimState,
  volumeState,
  namespaceState,
];

/**
 * How the objects of the cluster are, under the names that dashboards know from kube-state-metrics. Apart from what the
 * server measures about itself: it grows with the cluster, and its labels are names that people gave. Read off the
 * objects on each scrape; nothing is stored between scrapes.
 */
export class StateMetrics implements PathSource {
  readonly #registry = new MetricRegistry();

  constructor(cache: ObjectCache) {
    for (const kind of STATE_KINDS) {
      for (const metric of kind.metrics) this.#registry.add(new StateSeries(cache, kind, metric));
    }
  }

  respond(_request: unknown, path: string): ApiResponse | undefined {
    if (path !== '/metrics/state') return undefined;
    return {
      kind: 'text',
      status: 200,
      headers: { 'content-type': METRICS_CONTENT_TYPE },
      text: this.#registry.text(),
    };
  }
}
