import { ProgrammingError, toError } from '@kubemin/base';
import { runComposite } from './composite.ts';
import type { HandlerResult } from './handler-result.ts';
import { type NodeOutcome, nodeOutcome, unchangedOutcome } from './node-outcome.ts';
import { runObjects } from './object-batch.ts';
import type { PhaseHandler, SingleHandler } from './phase-handler.ts';
import { isFinished, type PhaseState } from './phase-state.ts';
import type { RunContext } from './run-context.ts';

/** Context of all handlers of one run. */
export class HandlerRun<R> {
  readonly context: RunContext;
  readonly resource: R;
  readonly isFatal: (error: Error) => boolean;

  constructor(context: RunContext, resource: R, isFatal: (error: Error) => boolean) {
    this.context = context;
    this.resource = resource;
    this.isFatal = isFatal;
  }

  get signal(): AbortSignal {
    return this.context.signal;
  }

  now(): string {
    return new Date(this.context.clock.now()).toISOString();
  }

  /** The same run with another signal. */
  withSignal(signal: AbortSignal): HandlerRun<R> {
    return new HandlerRun(this.context.with({ signal }), this.resource, this.isFatal);
  }

  /** Converts a thrown error to a result with an error. The result is validated: not every handler is type-checked. */
  async callHandler(work: () => Promise<HandlerResult>): Promise<HandlerResult> {
    try {
      // The process may have been suspended since the object was read; only the first run of a phase claims it.
      this.context.assertHeld();
      const result: unknown = await work();
      if (!isResult(result)) {
        throw new ProgrammingError(
          'the handler returned no result; it must return { done: true } or { done: false }',
          'PHASE_NO_RESULT',
        );
      }
      return result.error === undefined ? result : { ...result, error: toError(result.error) };
    } catch (thrown) {
      return { done: false, error: toError(thrown) };
    }
  }
}

/** Runs a tree of handlers once, as far as possible, and returns the progress. Never throws; finished parts are skipped. */
export async function runHandler<R>(
  handler: PhaseHandler<R>,
  last: PhaseState,
  run: HandlerRun<R>,
): Promise<NodeOutcome> {
  if (isFinished(last)) return unchangedOutcome(last);
  switch (handler.kind) {
    case 'single':
      return runSingle(handler, last, run);
    case 'composite':
      return runComposite(handler, last, run, runHandler);
    case 'objects':
      return runObjects(handler, last, run);
  }
}

async function runSingle<R>(handler: SingleHandler<R>, last: PhaseState, run: HandlerRun<R>): Promise<NodeOutcome> {
  const startTime = last.startTime ?? run.now();
  const result = await run.callHandler(() => handler.handle(run.context, run.resource, last));
  return nodeOutcome(last, result, { startTime, now: run.now(), isFatal: run.isFatal });
}

function isResult(value: unknown): value is HandlerResult {
  return typeof value === 'object' && value !== null && 'done' in value && typeof value.done === 'boolean';
}
