/**
 * How many instances a function has: pure functions of a state, an event and the time. A policy is an entry of
 * SCALING_POLICIES; the water level is the default one. Times are milliseconds of one monotonic clock.
 */

export { SCALING_POLICIES, type ScalingPolicyName } from './scaling-policies.ts';
export type { ScalingEvent, ScalingPolicy, ScalingState } from './scaling-policy.ts';
export { resolveScaling, type ScalingSettings } from './scaling-settings.ts';
