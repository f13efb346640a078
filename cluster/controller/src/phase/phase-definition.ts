import type { ResourceType } from '@kubemin/kubeapi';
import type { HandlerContext } from './handler-context.ts';
import type { PhaseHandler } from './phase-handler.ts';
import type { PhasePolicy } from './phase-policy.ts';
import type { PhasedObject } from './phased-object.ts';

/** What the objects of a resource go through, and what is done in each phase. */
export interface PhaseMachineDefinition<R extends PhasedObject, P extends string = string> {
  readonly resource: ResourceType<R>;
  readonly initialPhase: P;
  readonly terminalPhases: readonly P[];
  /** Those of the terminal phases that mean failure. */
  readonly failedPhases: readonly P[];
  readonly handlers: Readonly<Partial<Record<P, PhaseHandler<R>>>>;
  /** Where each phase leads when it is done. */
  readonly normalTrans: Readonly<Partial<Record<P, P>>>;
  /** Where each phase leads when it has failed for good. */
  readonly errorTrans: Readonly<Partial<Record<P, P>>>;
  /** Phases that wait for somebody to say go on before they begin. */
  readonly pausePhases?: readonly P[];
  readonly policies?: Readonly<Partial<Record<P, PhasePolicy>>>;
  /** After how many ms a phase that is not done runs again. @default 5000 */
  readonly requeueDefer?: number;
  /** Whether trying again cannot help. @default everything is fatal but what is marked retryable, and network failures */
  isFatal?(error: Error): boolean;
  /** Makes what all handlers of one run share. */
  prepareContext?(context: HandlerContext, resource: R): Promise<Readonly<Record<string, unknown>>>;
  /** @default `spec.paused` is true */
  isPaused?(resource: R): boolean;
  /** What to do before the object may go, when it is deleted. */
  readonly finalise?: PhaseHandler<R>;
}
