import type { ScalingSettings } from './scaling-settings.ts';

/** What a policy remembers. All of it but the samples is stored in the status of the function. */
export interface ScalingState {
  /** How many instances are wanted. */
  readonly instances: number;
  /** Of the water level, at the time `at`. */
  readonly level: number;
  /** When the level had its value, or the state began. */
  readonly at: number;
  /** Requests in flight that were seen, oldest first; empty with the water level. */
  readonly samples: readonly LoadSample[];
  /** Until then the policy `concurrency` removes no instance. */
  readonly panicUntil?: number | undefined;
}

/** Requests in flight at one time, including those that wait for an instance. */
export interface LoadSample {
  readonly at: number;
  readonly inFlight: number;
}

/**
 * - call: a request for the function arrived
 * - load: how many requests are in flight
 * - tick: time has passed
 */
export type ScalingEvent =
  | { readonly type: 'call'; readonly fromWorkflow?: boolean }
  | { readonly type: 'load'; readonly inFlight: number }
  | { readonly type: 'tick' };

export interface ScalingPolicy {
  /** The state of a new function. */
  begin(settings: ScalingSettings, now: number): ScalingState;
  apply(state: ScalingState, event: ScalingEvent, now: number, settings: ScalingSettings): ScalingState;
  /** When a tick changes the state next, if nothing else happens; undefined for never. */
  nextTick(state: ScalingState, settings: ScalingSettings): number | undefined;
}
