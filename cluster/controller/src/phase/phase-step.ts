import {
  CONTINUE_ANNOTATION,
  hasAnnotation,
  hasBarrier,
  hasFinalizer,
  missingMetadata,
  RESET_ANNOTATION,
} from './object-metadata.ts';
import { hasPausedCondition } from './phase-conditions.ts';
import type { PhaseHandler } from './phase-handler.ts';
import { FINALISE, type PhaseModel } from './phase-model.ts';
import { findState, isFinished, type PhaseState } from './phase-state.ts';
import type { MetadataChange } from './phase-store.ts';
import type { PhasedObject } from './phased-object.ts';

/** A run of a phase's handler, or of the finaliser. */
export interface RunStep<R> {
  readonly kind: 'run';
  readonly phase: string;
  readonly finalising: boolean;
  readonly handler: PhaseHandler<R> | undefined;
  readonly last: PhaseState;
}

/** A change of the metadata, and the next step if the server does not store the label. */
export interface MetadataStep<R> {
  readonly kind: 'mark';
  readonly change: MetadataChange;
  readonly otherwise: PhaseStep<R>;
}

/** The next step of an object. */
export type PhaseStep<R> =
  | { readonly kind: 'stop'; readonly why: string }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'reset' }
  | { readonly kind: 'resume' }
  /** The Paused condition must be updated. */
  | { readonly kind: 'store-pause'; readonly paused: boolean }
  | MetadataStep<R>
  | { readonly kind: 'release' }
  | RunStep<R>;

/** Decides the next step from the object and the time. */
export function nextStep<R extends PhasedObject>(model: PhaseModel<R>, resource: R, now: number): PhaseStep<R> {
  if (resource.metadata.deletionTimestamp !== undefined) return deletionStep(model, resource, now);
  if (hasAnnotation(resource, RESET_ANNOTATION)) return { kind: 'reset' };
  if (hasAnnotation(resource, CONTINUE_ANNOTATION)) return { kind: 'resume' };
  const { phase, paused, conditions } = model.view(resource);
  const terminal = model.isTerminal(phase);
  const holds = !terminal && (model.isPaused(resource) || paused?.phase === phase);
  if (!terminal && holds !== hasPausedCondition(conditions)) return { kind: 'store-pause', paused: holds };
  const change = missingMetadata(resource, phase, !terminal && model.definition.finalise !== undefined);
  const otherwise = stepAfterMetadata(model, resource, { now, holds });
  return change === undefined ? otherwise : { kind: 'mark', change, otherwise };
}

function stepAfterMetadata<R extends PhasedObject>(
  model: PhaseModel<R>,
  resource: R,
  { now, holds }: { readonly now: number; readonly holds: boolean },
): PhaseStep<R> {
  const { phase } = model.view(resource);
  if (model.isTerminal(phase)) return { kind: 'stop', why: 'terminal' };
  if (holds) return { kind: 'stop', why: 'paused' };
  if (hasBarrier(resource, model.definition.resource, phase)) return { kind: 'stop', why: 'barrier' };
  return workStep(model, resource, now);
}

/** Whether an object needs work, now or later, and must be enqueued. */
export function needsReconcile<R extends PhasedObject>(model: PhaseModel<R>, resource: R): boolean {
  return nextStep(model, resource, 0).kind !== 'stop';
}

/** The deadline of the phase; undefined when it has none, or has not started. */
export function phaseDeadline<R extends PhasedObject>(
  model: PhaseModel<R>,
  phase: string,
  { startTime }: PhaseState,
): number | undefined {
  const { timeoutMs } = model.row(phase).policy;
  return timeoutMs === undefined || startTime === undefined ? undefined : Date.parse(startTime) + timeoutMs;
}

function workStep<R extends PhasedObject>(model: PhaseModel<R>, resource: R, now: number): PhaseStep<R> {
  const { phase, states } = model.view(resource);
  const last = findState(states, phase) ?? {};
  // There is no transition from here; only a manual change can help.
  if (last.done === true && last.fatal === true) return { kind: 'stop', why: 'stuck' };
  const wait = waitStep(last.nextTime, phaseDeadline(model, phase, last), now);
  return wait ?? { kind: 'run', phase, finalising: false, handler: model.row(phase).handler, last };
}

function deletionStep<R extends PhasedObject>(model: PhaseModel<R>, resource: R, now: number): PhaseStep<R> {
  const { finalise } = model.definition;
  if (!hasFinalizer(resource)) return { kind: 'stop', why: 'being deleted' };
  const last = model.phaseState(resource, FINALISE) ?? {};
  if (finalise === undefined || isFinished(last)) return { kind: 'release' };
  const wait = waitStep(last.nextTime, undefined, now);
  return wait ?? { kind: 'run', phase: FINALISE, finalising: true, handler: finalise, last };
}

function waitStep(
  nextTime: string | undefined,
  deadline: number | undefined,
  now: number,
): { readonly kind: 'wait'; readonly ms: number } | undefined {
  if (nextTime === undefined) return undefined;
  const ms = Math.min(Date.parse(nextTime), deadline ?? Number.POSITIVE_INFINITY) - now;
  return ms > 0 ? { kind: 'wait', ms } : undefined;
}
