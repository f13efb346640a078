import { TerminalError } from '@kubemin/base';
import { phaseMessages } from '../messages/index.ts';
import type { PhaseModel } from './phase-model.ts';
import type { PhaseObject } from './phase-object.ts';
import { findState, type PhaseState } from './phase-state.ts';
import type { PhasedObject } from './phased-object.ts';

/** The object with its failed phase reset; finished parts stay finished. */
export function resetObject<R extends PhasedObject>(model: PhaseModel<R>, resource: R): R {
  const { phase, states } = model.view(resource);
  if (model.row(phase).kind !== 'failed') {
    const failed = model.definition.failedPhases.join(', ');
    const message = phaseMessages.resetNotFailed({ phase, failed });
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

/** The phase that failed; without status.failedFrom, the only phase whose error transition leads here. */
function failedPhase<R extends PhasedObject>(model: PhaseModel<R>, resource: R): string {
  const { phase, failedFrom } = model.view(resource);
  if (failedFrom !== undefined && model.rows.has(failedFrom) && !model.isTerminal(failedFrom)) return failedFrom;
  const origins = [...model.rows].filter(([, row]) => row.error === phase).map(([name]) => name);
  const [only] = origins;
  if (origins.length === 1 && only !== undefined) return only;
  const message =
    origins.length === 0
      ? phaseMessages.noOrigin({ phase })
      : phaseMessages.severalOrigins({ phase, origins: origins.join(', ') });
  throw new TerminalError(message, { code: 'RESET_ORIGIN_UNKNOWN' });
}

/** A phase without a failed part, whose handler chose a failed next phase, starts again from the beginning. */
function clearPhase(state: PhaseState): PhaseState {
  return hasFailed(state) ? clearState(state) : {};
}

function hasFailed(state: PhaseState): boolean {
  const parts = Object.values(state.state ?? {});
  return (
    state.failed === true || parts.some(hasFailed) || (state.objects ?? []).some(({ error }) => error !== undefined)
  );
}

/** Clears the failed parts and their parents, including their times: a deadline counts from the new start. */
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
