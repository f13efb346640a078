import { type BackoffOptions, backoffDelay, TerminalError } from '@kubemin/base';
import { errorMessage } from '@kubemin/base/message';
import { deepEqual, isRetryable, isStatusError } from '@kubemin/kubeapi';
import { phaseMessages } from '../messages/index.ts';
import type { ReconcileResult } from '../reconcile/index.ts';
import { graceSignal } from './deadline-signal.ts';
import type { HandlerTools } from './handler-context.ts';
import { failedOutcome, type NodeOutcome } from './node-outcome.ts';
import { recordPhaseEvent } from './phase-event.ts';
import type { PhaseModel } from './phase-model.ts';
import { type AppliedRun, applyRun, type RunEnd } from './phase-outcome.ts';
import type { RunStep } from './phase-step.ts';
import type { PhaseStore } from './phase-store.ts';
import type { PhasedObject } from './phased-object.ts';

/** How long a result may still be written after the process starts to stop. */
const GRACE_MS = 5000;
const MAX_WRITES = 5;
const WRITE_BACKOFF: BackoffOptions = { minMs: 100, maxMs: 2000 };

/** A run with the result to store. */
export interface FinishedRun<R> {
  readonly key: string;
  /** The object at the start of the run. */
  readonly resource: R;
  readonly step: RunStep<R>;
  readonly outcome: NodeOutcome;
  readonly runner: string;
}

/** Stores results of runs, with retries: finished work must not be repeated because the server was briefly unavailable. */
export class ResultWriter<R extends PhasedObject> {
  readonly #model: PhaseModel<R>;
  readonly #store: PhaseStore<R>;
  readonly #tools: HandlerTools;

  constructor(model: PhaseModel<R>, store: PhaseStore<R>, tools: HandlerTools) {
    this.#model = model;
    this.#store = store;
    this.#tools = tools;
  }

  /** Stores the result, and returns when to reconcile again. It is dropped when the phase has changed since the run started. */
  async write(run: FinishedRun<R>): Promise<ReconcileResult> {
    const grace = graceSignal(this.#tools.clock, this.#tools.signal, GRACE_MS);
    try {
      return await this.#write(run, grace.signal);
    } catch (error) {
      if (!isRejected(error)) throw error;
      return await this.#write(toFailedRun(run, error), grace.signal);
    } finally {
      grace.release();
    }
  }

  async #write(run: FinishedRun<R>, signal: AbortSignal): Promise<ReconcileResult> {
    const { clock, random, logger } = this.#tools;
    const end = this.#runEnd(run);
    let current = run.resource;
    for (let write = 0; ; write += 1) {
      try {
        if (write > 0) {
          const fresh = await this.#store.fetch(run.key, signal);
          if (fresh === undefined || !this.#isSamePhaseState(fresh, run)) return { requeueAfterMs: 0 };
          current = fresh;
        }
        const applied = applyRun(this.#model, current, end);
        if (applied.changed) await this.#persist(applied, signal);
        return { requeueAfterMs: applied.requeueAfterMs };
      } catch (error) {
        if (write >= MAX_WRITES || !isRetryable(error) || signal.aborted) throw error;
        logger.debug('storing the result of a phase failed, retrying', { key: run.key, error });
      }
      await clock.sleep(backoffDelay(WRITE_BACKOFF, write, random), signal);
    }
  }

  #runEnd({ step, outcome, runner }: FinishedRun<R>): RunEnd<R> {
    const { clock, random } = this.#tools;
    const { backoff } = this.#model.row(step.phase).policy;
    const retryDelayMs = Math.round(backoffDelay(backoff, step.last.attempts ?? 0, random));
    return { step, outcome, runner, now: clock.now(), retryDelayMs };
  }

  async #persist({ resource, events }: AppliedRun<R>, signal: AbortSignal): Promise<void> {
    const stored = await this.#store.persistStatus(resource, signal);
    for (const event of events) recordPhaseEvent(this.#tools.events, stored, event);
  }

  #isSamePhaseState(fresh: R, { resource, step: { phase } }: FinishedRun<R>): boolean {
    return (
      fresh.metadata.uid === resource.metadata.uid &&
      this.#model.view(fresh).phase === this.#model.view(resource).phase &&
      deepEqual(this.#model.phaseState(fresh, phase), this.#model.phaseState(resource, phase))
    );
  }
}

/** Whether the server rejects this result permanently. */
function isRejected(error: unknown): error is Error {
  return (
    isStatusError(error, 'Invalid') ||
    isStatusError(error, 'RequestEntityTooLarge') ||
    isStatusError(error, 'BadRequest')
  );
}

/** The same run as a failure, without the result of the handler, so that the server accepts it. */
function toFailedRun<R>(run: FinishedRun<R>, cause: Error): FinishedRun<R> {
  const message = phaseMessages.resultRejected({ reason: errorMessage(cause) });
  const error = new TerminalError(message, { code: 'PHASE_RESULT_REFUSED', cause });
  const { startTime = '', endTime = startTime } = run.outcome.state;
  return { ...run, outcome: failedOutcome(run.step.last, error, { startTime, now: endTime, isFatal: () => true }) };
}
