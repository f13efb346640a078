import type { HorizontalPodAutoscalerSpec } from '@kubemin/kubeapi/types/autoscaling.v2';
import { type ScaleHistory, withRecommendation } from './scale-history.ts';
import { downLimit, upLimit } from './scale-limits.ts';

/** A reason and its words, as conditions carry them. */
export interface ConditionReason {
  readonly reason: string;
  readonly message: string;
}

/** What is wanted, and what was done of late. */
export interface DecisionState {
  readonly spec: Pick<HorizontalPodAutoscalerSpec, 'behavior' | 'minReplicas' | 'maxReplicas'>;
  readonly current: number;
  readonly proposed: number;
  readonly history: ScaleHistory;
  readonly now: number;
}

/** How many replicas there shall be, and what kept it from being what was proposed. */
export interface Decision {
  readonly desired: number;
  readonly able: ConditionReason;
  readonly limited: ConditionReason & { readonly status: 'True' | 'False' };
  readonly history: ScaleHistory;
}

const DOWN_WINDOW_S = 300;
const UP_WINDOW_S = 0;

const READY: ConditionReason = { reason: 'ReadyForNewScale', message: 'recommended size matches current size' };
const STABILISED: Readonly<Record<'up' | 'down', ConditionReason>> = {
  up: {
    reason: 'ScaleUpStabilized',
    message: 'recent recommendations were lower than current one, applying the lowest recent recommendation',
  },
  down: {
    reason: 'ScaleDownStabilized',
    message: 'recent recommendations were higher than current one, applying the highest recent recommendation',
  },
};
const WITHIN = { reason: 'DesiredWithinRange', message: 'the desired count is within the acceptable range' };
const LIMITS = {
  max: { reason: 'TooManyReplicas', message: 'the desired replica count is more than the maximum replica count' },
  min: { reason: 'TooFewReplicas', message: 'the desired replica count is less than the minimum replica count' },
  up: {
    reason: 'ScaleUpLimit',
    message: 'the desired replica count is increasing faster than the maximum scale rate',
  },
  down: {
    reason: 'ScaleDownLimit',
    message: 'the desired replica count is decreasing faster than the maximum scale rate',
  },
} as const satisfies Readonly<Record<string, ConditionReason>>;

/** What is done about a proposal: calmed by what was recommended before, then held within rates and bounds. */
export function decideScale(state: DecisionState): Decision {
  const { proposed, now } = state;
  const history = withRecommendation(state.history, proposed, now);
  const { replicas, able } = stabilizeReplicas({ ...state, history });
  const { desired, limit } = limitReplicas({ ...state, history }, replicas);
  return {
    desired,
    able,
    limited: limit === undefined ? { status: 'False', ...WITHIN } : { status: 'True', ...LIMITS[limit] },
    history,
  };
}

/** Up as far as all recent recommendations agree, down as far as all do. */
function stabilizeReplicas({ spec, current, proposed, history, now }: DecisionState): {
  replicas: number;
  able: ConditionReason;
} {
  const { scaleUp, scaleDown } = spec.behavior ?? {};
  const within = (seconds: number): readonly number[] => [
    proposed,
    ...history.recommendations.filter(({ at }) => at > now - seconds * 1000).map(({ replicas }) => replicas),
  ];
  const lowest = Math.min(...within(scaleUp?.stabilizationWindowSeconds ?? UP_WINDOW_S));
  const highest = Math.max(...within(scaleDown?.stabilizationWindowSeconds ?? DOWN_WINDOW_S));
  const replicas = Math.min(Math.max(current, lowest), highest);
  if (replicas === proposed) return { replicas, able: READY };
  return { replicas, able: STABILISED[replicas < proposed ? 'up' : 'down'] };
}

function limitReplicas(state: DecisionState, wanted: number): { desired: number; limit?: keyof typeof LIMITS } {
  const { spec, current } = state;
  const { minReplicas = 1, maxReplicas, behavior } = spec;
  if (wanted > current) {
    const rate = upLimit({ ...state, rules: behavior && (behavior.scaleUp ?? {}) });
    const most = Math.min(maxReplicas, rate);
    return wanted <= most ? { desired: wanted } : { desired: most, limit: rate < maxReplicas ? 'up' : 'max' };
  }
  const rate = wanted < current ? downLimit({ ...state, rules: behavior && (behavior.scaleDown ?? {}) }) : current;
  const least = Math.max(minReplicas, Math.min(rate, current));
  if (wanted < current && wanted < least) return { desired: least, limit: rate > minReplicas ? 'down' : 'min' };
  return { desired: wanted };
}
