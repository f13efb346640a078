import type { KubeObject } from '@kubemin/kubeapi';

/** A condition in the format of Kubernetes. */
export interface PhaseCondition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  readonly lastTransitionTime: string;
  readonly observedGeneration?: number | undefined;
}

/** The phase before which an object waits for the continue action, and since when. */
export interface PhasePause {
  readonly phase: string;
  readonly since: string;
}

/** What a phase machine keeps in an object's status; declare it with `phasedStatus`. */
export interface PhasedStatus {
  /** Empty or absent: the initial phase. */
  readonly phase?: string | undefined;
  /** A tree of PhaseState by phase. Its type is open because the API server does not validate it. */
  readonly state?: Readonly<Record<string, unknown>> | undefined;
  /** The phase whose failure led to the current one. */
  readonly failedFrom?: string | undefined;
  readonly paused?: PhasePause | undefined;
  readonly conditions?: readonly PhaseCondition[] | undefined;
  readonly observedGeneration?: number | undefined;
}

/** An object that a phase machine can drive. */
export interface PhasedObject extends KubeObject {
  /** `spec.paused: true` pauses the machine, unless its definition has another `isPaused`. */
  readonly spec?: object | undefined;
  readonly status?: PhasedStatus | undefined;
}
