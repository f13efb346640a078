import { TerminalError } from '@kubemin/base';
import { qualifiedName } from '@kubemin/kubeapi';
import { ONGOING_FINALIZER } from './object-marks.ts';
import { hasPausedCondition, updateConditions } from './phase-conditions.ts';
import type { PhaseModel } from './phase-model.ts';
import type { RunStep } from './phase-step.ts';
import type { PhasedObject } from './phased-object.ts';

/** Whether this runner has yet to say that the phase is its own. */
export function needsClaim<R>({ last }: RunStep<R>, runner: string): boolean {
  return last.startTime === undefined || last.runner !== runner;
}

/**
 * The object with the phase claimed by `runner`. It is stored before the handler begins: a runner whose time is over
 * learns from the conflict that somebody else has the object, and start times are known before there is any work.
 */
export function claimPhase<R extends PhasedObject>(
  model: PhaseModel<R>,
  resource: R,
  { step, runner, now }: { readonly step: RunStep<R>; readonly runner: string; readonly now: string },
): R {
  const { phase, states, conditions } = model.view(resource);
  const { generation } = resource.metadata;
  const state = { ...step.last, startTime: step.last.startTime ?? now, runner };
  const situation = { phase, kind: model.row(phase).kind, paused: false, now, generation };
  return model.with(resource, {
    phase,
    state: { ...states, [step.phase]: state },
    conditions: step.finalising ? conditions : updateConditions(conditions, situation),
    observedGeneration: generation,
  });
}

/** Throws when the server has not kept the claim: a machine that forgets everything would do everything again. */
export function assertClaimStored<R extends PhasedObject>(model: PhaseModel<R>, stored: R, step: RunStep<R>): void {
  if (model.phaseState(stored, step.phase)?.startTime === undefined) throw statusNotStored(model, 'state');
}

/** Throws for an object that the server does not hold back: its deletion would pass the finaliser by. */
export function assertFinalizerStored<R extends PhasedObject>(
  model: PhaseModel<R>,
  kept: 'all' | 'hold' | 'none',
): void {
  if (kept !== 'none') return;
  const resource = qualifiedName(model.definition.resource);
  const message = `the finalizer ${ONGOING_FINALIZER} of ${resource} is taken away when it is written; let admission leave it alone`;
  throw new TerminalError(message, { code: 'PHASE_STATE_NOT_KEPT' });
}

/** Throws when the server has not kept that the object is paused, or is no more: it would be told again without end. */
export function assertPauseStored<R extends PhasedObject>(model: PhaseModel<R>, stored: R, paused: boolean): void {
  if (hasPausedCondition(model.view(stored).conditions) !== paused) throw statusNotStored(model, 'conditions');
}

function statusNotStored<R extends PhasedObject>(model: PhaseModel<R>, field: string): TerminalError {
  const resource = qualifiedName(model.definition.resource);
  const message = `the server does not keep status.${field} of ${resource}; declare the resource's status with phasedStatus() and install its definition again`;
  return new TerminalError(message, { code: 'PHASE_STATE_NOT_KEPT' });
}
