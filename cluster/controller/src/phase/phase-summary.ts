import { handlerView } from './phase-detail.ts';
import type { PhaseView } from './phase-handler.ts';
import type { PhaseModel } from './phase-model.ts';
import { findState, type PhaseResult, phaseResult } from './phase-state.ts';
import type { PhasedObject } from './phased-object.ts';

/** One line about one phase of an object. */
export interface PhaseSummary {
  /** `Done` is the terminal phase it ends in. */
  readonly phase: string;
  readonly description?: string;
  readonly result: PhaseResult;
  readonly view: PhaseView;
  readonly startTime?: string;
  readonly endTime?: string;
  readonly warning?: string;
  readonly error?: string;
}

/** The name of the last line. */
export const DONE = 'Done';

/** The phases of the normal path, from the initial one to the end, with the progress of the object. */
export function phaseSummaries<R extends PhasedObject>(model: PhaseModel<R>, resource: R): readonly PhaseSummary[] {
  const { phase: current, states } = model.view(resource);
  const lines = normalPath(model).map((phase): PhaseSummary => {
    const { handler } = model.row(phase);
    const state = findState(states, phase);
    const { startTime, endTime, warning, error } = state ?? {};
    return {
      phase,
      ...(handler?.description === undefined ? {} : { description: handler.description }),
      // The current phase has started, even if its state is not stored yet.
      result: phase === current && phaseResult(state) === 'Pending' ? 'Doing' : phaseResult(state),
      view: handler === undefined ? 'none' : handlerView(handler),
      ...(startTime === undefined ? {} : { startTime }),
      ...(endTime === undefined ? {} : { endTime }),
      ...(warning === undefined ? {} : { warning }),
      ...(error === undefined ? {} : { error }),
    };
  });
  return [...lines, { phase: DONE, result: endResult(model, current), view: 'none' }];
}

function normalPath<R extends PhasedObject>(model: PhaseModel<R>): readonly string[] {
  const way = new Set<string>();
  let phase: string | undefined = model.initialPhase;
  // Transitions may form a cycle; each phase is shown once.
  while (phase !== undefined && !way.has(phase) && !model.isTerminal(phase)) {
    way.add(phase);
    phase = model.row(phase).normal;
  }
  return [...way];
}

function endResult<R extends PhasedObject>(model: PhaseModel<R>, phase: string): PhaseResult {
  const { kind } = model.row(phase);
  if (kind === 'working') return 'Pending';
  return kind === 'failed' ? 'Failed' : 'Succeeded';
}
