import { autoscaling } from '@kubemin/kubeapi/resources';
import { objectJob } from './object-job.ts';

/** Delivers a HorizontalPodAutoscaler; left behind, it would go on changing what the document now decides again. */
export const autoscalerDeploy = objectJob({
  name: 'autoscaler_deploy',
  kind: 'HorizontalPodAutoscaler',
  priority: 10,
  prune: { resource: autoscaling.v2.horizontalpodautoscalers, after: 'component' },
});
