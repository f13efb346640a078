import { TerminalError } from '@kubemin/base';
import type { HandlerResult } from './handler-result.ts';
import type { PhaseState } from './phase-state.ts';

/** What came of running a handler or one of its components. */
export interface NodeOutcome {
  readonly state: PhaseState;
  /** Fields for the object's own status. */
  readonly status: Readonly<Record<string, unknown>>;
  /** Something is further than it was before. */
  readonly progressed: boolean;
  readonly errors: readonly Error[];
  readonly next?: string | undefined;
  readonly requeueAfterMs?: number | undefined;
}

/** What is known when a handler has returned. */
export interface NodeEnd {
  readonly startTime: string;
  readonly now: string;
  isFatal(error: Error): boolean;
}

/** The fields of a status that are the machine's alone. */
const RESERVED: ReadonlySet<string> = new Set(['phase', 'state', 'failedFrom', 'paused', 'conditions']);

/** A handler's result, told as the new state of its node. An error decides over `done`: fatal ends the work, else it goes on. */
export function nodeOutcome(last: PhaseState, result: HandlerResult, end: NodeEnd): NodeOutcome {
  const error = result.error ?? misuse(result);
  const fatal = error !== undefined && end.isFatal(error);
  const done = error === undefined ? result.done : fatal;
  const { warning, objects = last.objects, checkpoint = last.checkpoint } = result;
  return {
    state: {
      startTime: end.startTime,
      ...(done ? { done, endTime: end.now } : {}),
      ...(error === undefined ? {} : { failed: true, error: error.message }),
      ...(fatal ? { fatal } : {}),
      ...(warning === undefined ? {} : { warning }),
      ...(objects === undefined ? {} : { objects }),
      ...(checkpoint === undefined ? {} : { checkpoint }),
    },
    status: error === result.error ? (result.status ?? {}) : {},
    progressed: error === undefined && (done || result.updated === true || checkpoint !== last.checkpoint),
    errors: error === undefined ? [] : [error],
    next: result.next,
    requeueAfterMs: result.requeueAfterMs,
  };
}

/** A node that was left alone: finished before, or interrupted by others. */
export function unchanged(state: PhaseState): NodeOutcome {
  return { state, status: {}, progressed: false, errors: [] };
}

function misuse({ status = {} }: HandlerResult): Error | undefined {
  const taken = Object.keys(status).filter((field) => RESERVED.has(field));
  if (taken.length === 0) return undefined;
  const message = `the handler returned status.${taken.join(', status.')}, which only the phase machine writes; return done, next or error instead`;
  return new TerminalError(message, { code: 'PHASE_STATUS_RESERVED' });
}
