import { ProgrammingError, type TerminalError } from '@kubemin/base';
import { qualifiedName } from '@kubemin/kubeapi';
import { ONGOING_FINALIZER } from './object-metadata.ts';
import { hasPausedCondition, updateConditions } from './phase-conditions.ts';
import type { PhaseModel } from './phase-model.ts';
import type { RunStep } from './phase-step.ts';
import type { PhasedObject } from './phased-object.ts';

/** Whether this runner has not claimed the phase yet. */
export function needsClaim<R>({ last }: RunStep<R>, runner: string): boolean {
  return last.startTime === undefined || last.runner !== runner;
}

/**
 * The object with the phase claimed by `runner`. It is stored before the handler starts: a runner that no longer leads
 * gets a conflict, and the start time is stored before any work.
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

/** Throws when the server has not stored the claim: without stored state all work would be repeated. */
export function assertClaimStored<R extends PhasedObject>(model: PhaseModel<R>, stored: R, step: RunStep<R>): void {
  if (model.phaseState(stored, step.phase)?.startTime === undefined) throw statusNotStored(model, 'state');
}

/** Throws when the server has not stored the finalizer: a deletion would skip the finaliser. */
export function assertFinalizerStored<R extends PhasedObject>(
  model: PhaseModel<R>,
  kept: 'all' | 'hold' | 'none',
): void {
  if (kept !== 'none') return;
  const resource = qualifiedName(model.definition.resource);
  const message = `the finalizer ${ONGOING_FINALIZER} of ${resource} is removed when it is written; exclude it from admission`;
  throw new ProgrammingError(message, 'PHASE_STATE_NOT_KEPT');
}

/** Throws when the server has not stored the Paused condition: it would be written again without end. */
export function assertPauseStored<R extends PhasedObject>(model: PhaseModel<R>, stored: R, paused: boolean): void {
  if (hasPausedCondition(model.view(stored).conditions) !== paused) throw statusNotStored(model, 'conditions');
}

function statusNotStored<R extends PhasedObject>(model: PhaseModel<R>, field: string): TerminalError {
  const resource = qualifiedName(model.definition.resource);
  const message = `the server does not store status.${field} of ${resource}; declare the resource's status with phasedStatus() and install its definition again`;
  return new ProgrammingError(message, 'PHASE_STATE_NOT_KEPT');
}
