import { concurrencyPolicy } from './concurrency.ts';
import type { ScalingPolicy } from './scaling-policy.ts';
import { waterLevelPolicy } from './water-level.ts';

export type ScalingPolicyName = 'waterLevel' | 'concurrency';

export const SCALING_POLICIES: Readonly<Record<ScalingPolicyName, ScalingPolicy>> = {
  waterLevel: waterLevelPolicy,
  concurrency: concurrencyPolicy,
};
