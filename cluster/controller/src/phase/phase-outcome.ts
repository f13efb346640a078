import { deepEqual } from '@kubemin/kubeapi';
import type { RecordedEvent } from '../resource/index.ts';
import type { NodeOutcome } from './node-outcome.ts';
import { updateConditions } from './phase-conditions.ts';
import { FINALISE, type PhasedView, type PhaseModel } from './phase-model.ts';
import { findState, type PhaseState } from './phase-state.ts';
import { phaseDeadline, type RunStep } from './phase-step.ts';
import type { PhasedObject } from './phased-object.ts';

/** A run that has ended. */
export interface RunEnd<R> {
  readonly step: RunStep<R>;
  readonly outcome: NodeOutcome;
  readonly now: number;
  readonly runner: string;
  /** The delay before a retry, if it failed. */
  readonly retryDelayMs: number;
}

/** An object after a run. */
export interface AppliedRun<R> {
  readonly resource: R;
  /** Whether it must be stored. */
  readonly changed: boolean;
  readonly events: readonly RecordedEvent[];
  readonly requeueAfterMs: number;
}

/** Applies a run to the object: its new state and phase, the events, and when to reconcile again. */
export function applyRun<R extends PhasedObject>(model: PhaseModel<R>, resource: R, end: RunEnd<R>): AppliedRun<R> {
  const view = model.view(resource);
  const state = end.step.finalising
    ? withoutFatal(countAttempts(model, end))
    : requireNextPhase(model, end, countAttempts(model, end));
  return state.done === true && !end.step.finalising
    ? leavePhase(model, resource, { view, state, end })
    : stayInPhase(model, resource, { view, state, end });
}

interface RunTransition<R> {
  readonly view: PhasedView;
  readonly state: PhaseState;
  readonly end: RunEnd<R>;
}

/** The state with consecutive failures counted; too many are fatal. */
function countAttempts<R extends PhasedObject>(
  model: PhaseModel<R>,
  { step, outcome, now, runner }: RunEnd<R>,
): PhaseState {
  const before = step.last.attempts ?? 0;
  const failed = outcome.errors.length > 0;
  const attempts = failed ? before + 1 : outcome.progressed ? 0 : before;
  const state: PhaseState = { ...outcome.state, runner, ...(attempts === 0 ? {} : { attempts }) };
  const { maxAttempts } = model.row(step.phase).policy;
  if (!failed || state.fatal === true || step.finalising || attempts < maxAttempts) return state;
  return failedPermanently(state, `gave up after ${attempts} attempts: ${state.error}`, now);
}

/** A phase that is done must have a known next phase. */
function requireNextPhase<R extends PhasedObject>(
  model: PhaseModel<R>,
  { step, outcome, now }: RunEnd<R>,
  state: PhaseState,
): PhaseState {
  if (state.done !== true || state.failed === true) return state;
  const { next } = outcome;
  if (next !== undefined && !model.rows.has(next)) {
    const known = [...model.rows.keys()].join(', ');
    return failedPermanently(state, `unknown next phase "${next}"; the definition has ${known}`, now);
  }
  if (next === undefined && model.row(step.phase).normal === undefined) {
    return failedPermanently(state, `the definition has no next phase for "${step.phase}"`, now);
  }
  return state;
}

function failedPermanently(state: PhaseState, error: string, now: number): PhaseState {
  return { ...state, done: true, failed: true, fatal: true, error, endTime: isoTime(now) };
}

/** The finaliser of a deleted object never fails permanently: it is always retried. */
function withoutFatal({ fatal, done, endTime, ...rest }: PhaseState): PhaseState {
  if (fatal === true) return rest;
  return { ...rest, ...(done === true ? { done } : {}), ...(endTime === undefined ? {} : { endTime }) };
}

function leavePhase<R extends PhasedObject>(
  model: PhaseModel<R>,
  resource: R,
  transition: RunTransition<R>,
): AppliedRun<R> {
  const { view, state, end } = transition;
  const { phase } = end.step;
  const failed = state.failed === true;
  const { normal, error } = model.row(phase);
  // Definitions without a next phase are rejected at the start; if started anyway, the phase fails and does not restart.
  const to = failed ? (error ?? model.definition.failedPhases[0] ?? phase) : (end.outcome.next ?? normal ?? phase);
  const states: Record<string, PhaseState> = { ...view.states, [phase]: state };
  const reentered = !model.isTerminal(to) && !(failed && to === phase);
  if (reentered) delete states[to];
  const pauses = model.row(to).pauses && reentered;
  const failedFrom = nextFailedFrom(model, view, { phase, to, failed });
  const now = isoTime(end.now);
  const situation = { phase: to, kind: model.row(to).kind, paused: pauses, error: state.error, now };
  const next = model.with(resource, {
    ...end.outcome.status,
    phase: to,
    state: states,
    failedFrom,
    paused: pauses ? { phase: to, since: now } : undefined,
    conditions: updateConditions(view.conditions, { ...situation, generation: resource.metadata.generation }),
    observedGeneration: resource.metadata.generation,
  });
  return { resource: next, changed: true, events: transitionEvents({ phase, to, state, pauses }), requeueAfterMs: 0 };
}

function stayInPhase<R extends PhasedObject>(
  model: PhaseModel<R>,
  resource: R,
  transition: RunTransition<R>,
): AppliedRun<R> {
  const { view, state, end } = transition;
  const { phase, finalising } = end.step;
  const failed = state.failed === true;
  const delay = failed ? end.retryDelayMs : Math.max(0, end.outcome.requeueAfterMs ?? model.requeueDeferMs);
  const left = finalising ? undefined : phaseDeadline(model, phase, state);
  const requeueAfterMs = Math.min(delay, left === undefined ? delay : Math.max(0, left - end.now));
  const { nextTime: _, ...before } = { ...findState(view.states, phase) };
  const changed =
    !deepEqual(before, state) ||
    !deepEqual(model.status(resource), model.status(model.with(resource, end.outcome.status)));
  // Storing triggers every watcher, including this controller: the time to wait must be in the object.
  const nextTime = requeueAfterMs > 0 ? { nextTime: isoTime(end.now + requeueAfterMs) } : {};
  const next = model.with(resource, {
    ...end.outcome.status,
    phase: view.phase,
    state: { ...view.states, [phase]: { ...state, ...nextTime } },
    observedGeneration: resource.metadata.generation,
  });
  return { resource: next, changed, events: failed ? [retryEvent(phase, state)] : [], requeueAfterMs };
}

interface Move {
  readonly phase: string;
  readonly to: string;
  readonly failed: boolean;
}

/** The target of a reset: the phase that failed, also when other phases ran before the terminal one. */
function nextFailedFrom<R extends PhasedObject>(
  model: PhaseModel<R>,
  view: PhasedView,
  move: Move,
): string | undefined {
  if (move.failed) return move.phase;
  switch (model.row(move.to).kind) {
    case 'failed':
      return view.failedFrom ?? move.phase;
    case 'succeeded':
      return undefined;
    case 'working':
      return view.failedFrom;
  }
}

function transitionEvents({
  phase,
  to,
  state,
  pauses,
}: {
  readonly phase: string;
  readonly to: string;
  readonly state: PhaseState;
  readonly pauses: boolean;
}): readonly RecordedEvent[] {
  const events: RecordedEvent[] = [];
  if (state.failed === true) {
    events.push({ type: 'Warning', reason: 'PhaseFailed', message: `${phase} failed: ${state.error}` });
  }
  if (to !== phase) events.push({ type: 'Normal', reason: 'PhaseChanged', message: `${phase} → ${to}` });
  if (pauses) events.push({ type: 'Normal', reason: 'Paused', message: `waiting before ${to} for continue` });
  return events;
}

function retryEvent(phase: string, { error }: PhaseState): RecordedEvent {
  const what = phase === FINALISE ? 'the finaliser' : phase;
  return { type: 'Warning', reason: 'PhaseRetrying', message: `${what} failed and will be retried: ${error}` };
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
