import type { HPAScalingPolicy, HPAScalingRules } from '@kubemin/kubeapi/types/autoscaling.v2';
import { type ScaleHistory, sumSince } from './scale-history.ts';

/** What a limit is worked out from. */
export interface LimitState {
  /** Undefined when the autoscaler sets no behavior. */
  readonly rules: HPAScalingRules | undefined;
  readonly current: number;
  readonly history: ScaleHistory;
  readonly now: number;
}

const DOWN_POLICIES: readonly HPAScalingPolicy[] = [{ type: 'Percent', value: 100, periodSeconds: 15 }];
const UP_POLICIES: readonly HPAScalingPolicy[] = [
  { type: 'Pods', value: 4, periodSeconds: 15 },
  { type: 'Percent', value: 100, periodSeconds: 15 },
];
/** Without rules: twice as many at a time, or this many if that is more. */
const FEW = 4;

/** The most replicas there may be now. */
export function upLimit({ rules, current, history, now }: LimitState): number {
  if (rules === undefined) return Math.max(2 * current, FEW);
  if (rules.selectPolicy === 'Disabled') return current;
  const limits = (rules.policies ?? UP_POLICIES).map(({ type, value, periodSeconds }) => {
    const start = startOfPeriod(current, history, now - periodSeconds * 1000);
    return type === 'Pods' ? start + value : Math.ceil(start * (1 + value / 100));
  });
  const limit = rules.selectPolicy === 'Min' ? Math.min(...limits) : Math.max(...limits);
  return Math.max(limit, current);
}

/** The fewest replicas there may be now. */
export function downLimit({ rules, current, history, now }: LimitState): number {
  if (rules?.selectPolicy === 'Disabled') return current;
  const limits = (rules?.policies ?? DOWN_POLICIES).map(({ type, value, periodSeconds }) => {
    const start = startOfPeriod(current, history, now - periodSeconds * 1000);
    return type === 'Pods' ? start - value : Math.floor(start * (1 - value / 100));
  });
  const limit = rules?.selectPolicy === 'Min' ? Math.max(...limits) : Math.min(...limits);
  return Math.min(limit, current);
}

function startOfPeriod(current: number, { added, removed }: ScaleHistory, since: number): number {
  return current - sumSince(added, since) + sumSince(removed, since);
}
