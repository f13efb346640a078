import { TerminalError } from '@kubemin/base';
import type { PhaseModel } from './phase-model.ts';
import type { PhaseObject } from './phase-object.ts';
import { findState, type PhaseState } from './phase-state.ts';
import type { PhasedObject } from './phased-object.ts';

/** The object as it is when the phase that failed is to be tried again; what was finished in it stays finished. */
export function resetObject<R extends PhasedObject>(model: PhaseModel<R>, resource: R): R {
  const { phase, states } = model.view(resource);
  if (model.row(phase).kind !== 'failed') {
    const failed = model.definition.failedPhases.join(', ');
    const message = `the object is in phase "${phase}"; only one that has failed (${failed}) can be reset`;
    throw new TerminalError(message, { code: 'RESET_NOT_FAILED' });
  }
  const to = failedPhase(model, resource);
  return model.with(resource, {
    phase: to,
    state: { ...states, [to]: clearPhase(findState(states, to) ?? {}) },
    failedFrom: undefined,
    paused: undefined,
  });
}

/** Objects that failed before anybody remembered where: the one phase whose failure leads here. */
function failedPhase<R extends PhasedObject>(model: PhaseModel<R>, resource: R): string {
  const { phase, failedFrom } = model.view(resource);
  if (failedFrom !== undefined && model.rows.has(failedFrom) && !model.isTerminal(failedFrom)) return failedFrom;
  const origins = [...model.rows].filter(([, row]) => row.error === phase).map(([name]) => name);
  const [only] = origins;
  if (origins.length === 1 && only !== undefined) return only;
  const message = `status.failedFrom does not say which phase failed, and ${origins.length === 0 ? 'none leads' : `several lead (${origins.join(', ')})`} to "${phase}"; set status.failedFrom to one of the phases`;
  throw new TerminalError(message, { code: 'RESET_ORIGIN_UNKNOWN' });
}

/** A phase that "failed" without any failed part, by a handler's choice of the next phase, begins anew. */
function clearPhase(state: PhaseState): PhaseState {
  return hasFailed(state) ? clearState(state) : {};
}

function hasFailed(state: PhaseState): boolean {
  const parts = Object.values(state.state ?? {});
  return (
    state.failed === true || parts.some(hasFailed) || (state.objects ?? []).some(({ error }) => error !== undefined)
  );
}

/** Clears the failed parts and what holds them. Their times go with them: a deadline counts from the new start. */
function clearState(state: PhaseState): PhaseState {
  if (!hasFailed(state)) return state;
  const { objects, checkpoint, warning } = state;
  const parts = Object.entries(state.state ?? {}).map(([name, part]) => [name, clearState(part)] as const);
  return {
    ...(parts.length === 0 ? {} : { state: Object.fromEntries(parts) }),
    ...(objects === undefined ? {} : { objects: objects.map(clearObject) }),
    ...(checkpoint === undefined ? {} : { checkpoint }),
    ...(warning === undefined ? {} : { warning }),
  };
}

function clearObject(object: PhaseObject): PhaseObject {
  if (object.error === undefined) return object;
  const { error: _error, done: _done, endTime: _endTime, startTime: _startTime, ...rest } = object;
  return rest;
}
