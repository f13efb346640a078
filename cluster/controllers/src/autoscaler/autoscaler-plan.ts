import { parseQuantity } from '@kubemin/kubeapi';
import type {
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerCondition,
  MetricSpec,
  MetricStatus,
} from '@kubemin/kubeapi/types/autoscaling.v2';
import { type ReadingState, type Readings, readMetrics } from './metric-reading.ts';
import type { Tolerance } from './replica-proposal.ts';
import { decideScale } from './scale-decision.ts';
import type { ScaleHistory } from './scale-history.ts';

/** A condition, without its time. */
export type PlannedCondition = Required<Omit<HorizontalPodAutoscalerCondition, 'lastTransitionTime'>>;

/** What one look at an autoscaler comes to. */
export interface AutoscalerPlan {
  readonly desired: number;
  readonly conditions: readonly PlannedCondition[];
  readonly metrics: readonly MetricStatus[];
  /** Why the number changes, when it does. */
  readonly why: string;
  readonly history: ScaleHistory;
  /** What failed, for events. */
  readonly failure?: { readonly reason: string; readonly message: string; readonly summary: string };
}

/** What is looked at; `tolerance` is the autoscaler's own. */
export interface AutoscalerState extends Omit<ReadingState, 'tolerance'> {
  readonly autoscaler: HorizontalPodAutoscaler;
  readonly history: ScaleHistory;
}

/** Keeps the earlier behaviour, where a target out of bounds is set to the middle of them. */
const BOUNDS_ANNOTATION = 'minik8s.io/hpa-bounds';
const DEFAULT_METRICS: readonly MetricSpec[] = [
  { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } },
];
const DEFAULT_TOLERANCE = 0.1;

/** How many replicas there shall be. */
export function planAutoscaler(state: AutoscalerState): AutoscalerPlan {
  const { autoscaler, current, history } = state;
  const { minReplicas = 1, maxReplicas = 1, metrics } = autoscaler.spec ?? {};
  if (current === 0 && minReplicas !== 0) {
    const message = 'scaling is disabled since the replica count of the target is zero';
    const conditions = [{ type: 'ScalingActive', status: 'False', reason: 'ScalingDisabled', message }];
    return { desired: 0, conditions, metrics: [], why: '', history };
  }
  const bounds = outOfBoundsReplicas(autoscaler, current);
  if (bounds !== undefined) return { ...bounds, conditions: [], metrics: [], history };
  const wanted = metrics === undefined || metrics.length === 0 ? DEFAULT_METRICS : metrics;
  const readings = readMetrics(wanted, { ...state, tolerance: parseTolerance(autoscaler) });
  if (readings.kind === 'invalid') return failedReadingPlan(readings, state);
  const spec = { ...autoscaler.spec, minReplicas, maxReplicas };
  const decision = decideScale({ spec, current, proposed: readings.replicas, history, now: state.now });
  const message = `the HPA was able to successfully calculate a replica count from ${readings.name}`;
  return {
    desired: decision.desired,
    conditions: [
      { type: 'AbleToScale', status: 'True', ...decision.able },
      { type: 'ScalingActive', status: 'True', reason: 'ValidMetricFound', message },
      { type: 'ScalingLimited', ...decision.limited },
    ],
    metrics: readings.statuses,
    why: decision.desired > current ? `${readings.name} above target` : 'All metrics below target',
    history: decision.history,
  };
}

function outOfBoundsReplicas(
  { metadata, spec }: HorizontalPodAutoscaler,
  current: number,
): Pick<AutoscalerPlan, 'desired' | 'why'> | undefined {
  const { minReplicas = 1, maxReplicas = 1 } = spec ?? {};
  const isMiddle = metadata.annotations?.[BOUNDS_ANNOTATION] === 'midpoint';
  const middle = Math.floor((minReplicas + maxReplicas) / 2);
  if (current > maxReplicas) {
    return { desired: isMiddle ? middle : maxReplicas, why: 'Current number of replicas above Spec.MaxReplicas' };
  }
  if (current < minReplicas) {
    return { desired: isMiddle ? middle : minReplicas, why: 'Current number of replicas below Spec.MinReplicas' };
  }
  return undefined;
}

function failedReadingPlan(readings: Readings & { readonly kind: 'invalid' }, state: AutoscalerState): AutoscalerPlan {
  const { reason, summary } = readings;
  const message = `the HPA was unable to compute the replica count: ${readings.message}`;
  return {
    desired: state.current,
    conditions: [{ type: 'ScalingActive', status: 'False', reason, message }],
    metrics: readings.statuses,
    why: '',
    history: state.history,
    failure: { reason, message: readings.message, summary },
  };
}

function parseTolerance({ spec }: HorizontalPodAutoscaler): Tolerance {
  const { scaleUp, scaleDown } = spec?.behavior ?? {};
  const read = (text: string | undefined): number =>
    text === undefined ? DEFAULT_TOLERANCE : parseQuantity(text).toNumber();
  return { up: read(scaleUp?.tolerance), down: read(scaleDown?.tolerance) };
}
