import type { ResourceType } from '@kubemin/kubeapi';
import type { HandlerContext } from './handler-context.ts';
import type { PhaseAccess } from './phase-access.ts';
import type { PhaseHandler } from './phase-handler.ts';
import type { PhasePolicy } from './phase-policy.ts';
import type { PhasedObject } from './phased-object.ts';

/** The phases, transitions and handlers of a controller. */
export interface PhaseMachineDefinition<R extends PhasedObject, P extends string = string> {
  readonly resource: ResourceType<R>;
  readonly initialPhase: P;
  readonly terminalPhases: readonly P[];
  /** Those of the terminal phases that mean failure. */
  readonly failedPhases: readonly P[];
  /** One for every phase that is not terminal. */
  readonly handlers: Readonly<Partial<Record<P, PhaseHandler<R>>>>;
  /** The next phase when a phase is done. */
  readonly normalTrans: Readonly<Partial<Record<P, P>>>;
  /** The next phase when a phase has failed permanently. */
  readonly errorTrans: Readonly<Partial<Record<P, P>>>;
  /** Further phases that a handler may choose with `next`. */
  readonly choices?: Readonly<Partial<Record<P, readonly P[]>>>;
  /** Before one of these phases the object waits for the continue action. */
  readonly pausePhases?: readonly P[];
  readonly policies?: Readonly<Partial<Record<P, PhasePolicy>>>;
  /** Milliseconds until a handler that is not done is called again. @default 5000 */
  readonly requeueDefer?: number;
  /** Whether a retry cannot succeed. @default `isFatalError` */
  isFatal?(error: Error): boolean;
  /** Called before the handlers, for values that they share; may fail like a handler. */
  prepareContext?(context: HandlerContext, resource: R): Promise<Readonly<Record<string, unknown>>>;
  /** @default whether spec.paused is true */
  isPaused?(resource: R): boolean;
  /** Runs before a deleted object is removed. It is retried until it succeeds. */
  readonly finalise?: PhaseHandler<R>;
  /** @default in status */
  readonly access?: PhaseAccess<R>;
}
