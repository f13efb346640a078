import type { PhaseObject } from './phase-object.ts';

/** How far one phase, or one component of it, has got: what `status.state` holds for it. */
export interface PhaseState {
  readonly done?: boolean;
  /** Written once, before the work begins. */
  readonly startTime?: string;
  readonly endTime?: string;
  readonly failed?: boolean;
  /** Failed, and trying again cannot help. */
  readonly fatal?: boolean;
  readonly error?: string;
  readonly warning?: string;
  /** The components by name. */
  readonly state?: Readonly<Record<string, PhaseState>>;
  readonly objects?: readonly PhaseObject[];
  /** Failures in a row without any progress. */
  readonly attempts?: number;
  /** Not to be tried again before this moment. */
  readonly nextTime?: string;
  /** Where to go on after an interruption, in the handler's own words. */
  readonly checkpoint?: string;
  /** Which process works on it, and in which of its terms: `identity/term`. */
  readonly runner?: string;
}
