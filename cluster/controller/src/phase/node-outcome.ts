import { ProgrammingError } from '@kubemin/base';
import type { HandlerResult } from './handler-result.ts';
import type { PhaseState } from './phase-state.ts';

/** The outcome of a handler or of one of its components. */
export interface NodeOutcome {
  readonly state: PhaseState;
  /** Fields for the object's own status. */
  readonly status: Readonly<Record<string, unknown>>;
  /** Whether progress was made. */
  readonly progressed: boolean;
  readonly errors: readonly Error[];
  readonly next?: string | undefined;
  readonly requeueAfterMs?: number | undefined;
}

/** What is needed to convert the result of a handler. */
export interface NodeEnd {
  readonly startTime: string;
  readonly now: string;
  isFatal(error: Error): boolean;
}

const MAX_CHARACTERS = 4000;

/** The fields of a status that only the machine writes. */
const RESERVED: ReadonlySet<string> = new Set(['phase', 'state', 'failedFrom', 'paused', 'conditions']);

/** Converts the result of a handler to the new state of its node. An error overrides `done`: a fatal one ends the work, others are retried. */
export function nodeOutcome(last: PhaseState, result: HandlerResult, end: NodeEnd): NodeOutcome {
  const error = result.error ?? reservedStatusError(result);
  const fatal = error !== undefined && end.isFatal(error);
  const done = error === undefined ? result.done === true : fatal;
  const { warning, objects = last.objects, checkpoint = last.checkpoint } = result;
  return {
    state: {
      startTime: end.startTime,
      ...(done ? { done, endTime: end.now } : {}),
      ...(error === undefined ? {} : { failed: true, error: truncate(error.message) }),
      ...(fatal ? { fatal } : {}),
      ...(warning === undefined ? {} : { warning: truncate(warning) }),
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

/** The outcome of a node that failed without its handler: its progress is kept. */
export function failedOutcome(last: PhaseState, error: Error, end: NodeEnd): NodeOutcome {
  const outcome = nodeOutcome(last, { done: false, error }, end);
  return last.state === undefined ? outcome : { ...outcome, state: { ...outcome.state, state: last.state } };
}

/** The outcome of a node that was not run: already finished, or aborted by a sibling. */
export function unchangedOutcome(state: PhaseState): NodeOutcome {
  return { state, status: {}, progressed: false, errors: [] };
}

/** A status must fit into an object, however long an error message is. */
function truncate(text: string): string {
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
}

function reservedStatusError({ status = {} }: HandlerResult): Error | undefined {
  const taken = Object.keys(status).filter((field) => RESERVED.has(field));
  if (taken.length === 0) return undefined;
  const message = `the handler returned status.${taken.join(', status.')}, which only the phase machine writes; return done, next or error instead`;
  return new ProgrammingError(message, 'PHASE_STATUS_RESERVED');
}
