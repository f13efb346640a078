/**
 * Controllers of HorizontalPodAutoscalers and PodDisruptionBudgets. `autoscalerController` reads usage from
 * metrics.k8s.io and changes the `scale` subresource of the target; it decides in `planAutoscaler`, which is pure.
 * `disruptionController` computes how many pods a budget still allows to evict; `staleDisruptionController` removes
 * announced disruptions that did not happen.
 */
export { autoscalerController } from './autoscaler-reconciler.ts';
export { AUTOSCALER_TIMES, type AutoscalerTimes } from './autoscaler-times.ts';
export { disruptionController } from './disruption/disruption-controller.ts';
export { staleDisruptionController } from './disruption/stale-disruption-controller.ts';
