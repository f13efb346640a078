import type { FunctionScaling } from '../resources/index.ts';
import type { ScalingPolicyName } from './scaling-policies.ts';

/** All constants of both policies. */
export interface ScalingSettings {
  readonly policy: ScalingPolicyName;
  readonly min: number;
  readonly max: number;
  /** Instances that the first call at zero starts. */
  readonly coldStart: number;
  /** The level at creation, and at least after a first call at zero. */
  readonly initial: number;
  readonly decayPerSecond: number;
  /** A call raises the level by floor(gain / (instances + gainOffset)). */
  readonly gain: number;
  readonly gainOffset: number;
  /** Above it an instance is added; with two instances in the mode `proportional`. */
  readonly high: number;
  /** The level after a change; with two instances in the mode `proportional`. */
  readonly reset: number;
  readonly thresholdMode: 'fixed' | 'proportional';
  /** Requests in flight that one instance is wanted for. */
  readonly target: number;
  readonly stableSeconds: number;
  readonly panicSeconds: number;
  readonly zeroGraceSeconds: number;
}

const DEFAULTS: ScalingSettings = {
  policy: 'waterLevel',
  min: 0,
  max: 10,
  coldStart: 2,
  initial: 400,
  decayPerSecond: 1,
  gain: 120,
  gainOffset: 2,
  high: 600,
  reset: 300,
  thresholdMode: 'proportional',
  target: 10,
  stableSeconds: 60,
  panicSeconds: 6,
  zeroGraceSeconds: 30,
};

/** From ten instances to none in about half a minute. */
const DEMO: ScalingSettings = {
  ...DEFAULTS,
  decayPerSecond: 60,
  reset: 150,
  thresholdMode: 'fixed',
  stableSeconds: 10,
  panicSeconds: 2,
  zeroGraceSeconds: 5,
};

const PROFILES: Readonly<Record<FunctionScaling['profile'], ScalingSettings>> = { default: DEFAULTS, demo: DEMO };

/** The constants that the spec of a function sets, and those of its profile. */
export function resolveScaling(scaling: Partial<FunctionScaling> = {}): ScalingSettings {
  const { profile = 'default', ...given } = scaling;
  // A setting that is there without a value is not set.
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const resolved: ScalingSettings = { ...PROFILES[profile], ...set };
  const max = Math.max(resolved.max, resolved.min, 1);
  return { ...resolved, max, coldStart: Math.min(resolved.coldStart, max) };
}
