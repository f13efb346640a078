import type { KubeObject } from '@kubemin/kubeapi';
import type { Condition } from '@kubemin/kubeapi/types/meta.v1';
import type { PhaseState } from './phase-state.ts';

/** The part of an object's status that a phase machine keeps. */
export interface PhasedStatus {
  readonly phase?: string | undefined;
  readonly state?: Readonly<Record<string, PhaseState>> | undefined;
  /** The phase in which it failed; kept while it is in a failed phase. */
  readonly failedFrom?: string | undefined;
  /** Waits before this phase until somebody says go on. */
  readonly paused?: { readonly phase: string; readonly since: string } | undefined;
  readonly conditions?: readonly Condition[] | undefined;
  readonly observedGeneration?: number | undefined;
}

/** An object that a phase machine can work on. */
export interface PhasedObject extends KubeObject {
  readonly spec?: { readonly paused?: boolean | undefined };
  readonly status?: PhasedStatus;
}
