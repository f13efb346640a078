import type { ResourceType } from '@kubemin/kubeapi';
import type { HandlerContext } from './handler-context.ts';
import type { PhaseAccess } from './phase-access.ts';
import type { PhaseHandler } from './phase-handler.ts';
import type { PhasePolicy } from './phase-policy.ts';
import type { PhasedObject } from './phased-object.ts';

/** A phase model, its transition matrix and its handlers: all that a new controller consists of. */
export interface PhaseMachineDefinition<R extends PhasedObject, P extends string = string> {
  readonly resource: ResourceType<R>;
  readonly initialPhase: P;
  readonly terminalPhases: readonly P[];
  /** Those of the terminal phases that mean failure. */
  readonly failedPhases: readonly P[];
  /** One for every phase that is not terminal. */
  readonly handlers: Readonly<Partial<Record<P, PhaseHandler<R>>>>;
  /** Where a phase leads when it is done. */
  readonly normalTrans: Readonly<Partial<Record<P, P>>>;
  /** Where a phase leads when it has failed for good. */
  readonly errorTrans: Readonly<Partial<Record<P, P>>>;
  /** On entering one of these the object waits until somebody says "continue". */
  readonly pausePhases?: readonly P[];
  readonly policies?: Readonly<Partial<Record<P, PhasePolicy>>>;
  /** Milliseconds until a handler that is not done is called again. @default 5000 */
  readonly requeueDefer?: number;
  /** Whether trying again is pointless. @default everything but retryable errors and failures of the network */
  isFatal?(error: Error): boolean;
  /** Called before the handlers, for what they share; may fail like a handler. */
  prepareContext?(context: HandlerContext, resource: R): Promise<Readonly<Record<string, unknown>>>;
  /** @default whether spec.paused is true */
  isPaused?(resource: R): boolean;
  /** What is done before a deleted object goes away. It is tried again until it succeeds. */
  readonly finalise?: PhaseHandler<R>;
  /** @default everything is in status */
  readonly access?: PhaseAccess<R>;
}
