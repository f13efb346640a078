/**
 * Horizontal autoscaling and disruption budgets.
 */
export { autoscalerController } from './autoscaler-reconciler.ts';
export { AUTOSCALER_TIMES, type AutoscalerTimes } from './autoscaler-times.ts';
export { disruptionController } from './disruption/disruption-controller.ts';
export { staleDisruptionController } from './disruption/stale-disruption-controller.ts';
