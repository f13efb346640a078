import type { HorizontalPodAutoscaler } from '@kubemin/kubeapi/types/autoscaling.v2';
import { type StateKind, single } from './state-metric.ts';

export const autoscalerState: StateKind<HorizontalPodAutoscaler> = {
  resource: 'horizontalpodautoscalers',
  identity: { namespace: 'namespace', horizontalpodautoscaler: 'name' },
  metrics: [
    single('kube_horizontalpodautoscaler_spec_min_replicas', 'The fewest pods.', ({ spec }) => spec?.minReplicas ?? 1),
    single('kube_horizontalpodautoscaler_spec_max_replicas', 'The most pods.', ({ spec }) => spec?.maxReplicas),
    single('kube_horizontalpodautoscaler_status_current_replicas', 'Pods there are.', ({ status }) => {
      return status?.currentReplicas ?? 0;
    }),
    single('kube_horizontalpodautoscaler_status_desired_replicas', 'Pods it wants.', ({ status }) => {
      return status?.desiredReplicas ?? 0;
    }),
  ],
};
