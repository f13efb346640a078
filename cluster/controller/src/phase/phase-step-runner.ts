import { TerminalError, toError } from '@kubemin/base';
import { isStatusError } from '@kubemin/kubeapi';
import { phaseMessages } from '../messages/index.ts';
import type { ReconcileResult } from '../reconcile/index.ts';
import type { RecordedEvent } from '../resource/index.ts';
import { deadlineSignal } from './deadline-signal.ts';
import { hasCode, isFatalError } from './fatal-error.ts';
import type { HandlerTools } from './handler-context.ts';
import { failedOutcome, type NodeOutcome } from './node-outcome.ts';
import { CONTINUE_ANNOTATION, finalizerRemoval, keptMetadata, RESET_ANNOTATION } from './object-metadata.ts';
import { assertClaimStored, assertFinalizerStored, assertPauseStored, claimPhase, needsClaim } from './phase-claim.ts';
import { updateConditions } from './phase-conditions.ts';
import { recordPhaseEvent } from './phase-event.ts';
import type { PhaseModel } from './phase-model.ts';
import { resumeObject } from './phase-pause.ts';
import { resetObject } from './phase-reset.ts';
import { isFinished, type PhaseState } from './phase-state.ts';
import { type MetadataStep, nextStep, type PhaseStep, phaseDeadline, type RunStep } from './phase-step.ts';
import type { PhaseStore } from './phase-store.ts';
import type { PhasedObject } from './phased-object.ts';
import { ResultWriter } from './result-writer.ts';
import { RunContext } from './run-context.ts';
import { HandlerRun, runHandler } from './run-handler.ts';

const REQUEUE_NOW: ReconcileResult = { requeueAfterMs: 0 };
/** The code of the abort reason of a reconcile that timed out. */
const RECONCILE_TIMEOUT = 'RECONCILE_TIMEOUT';

/** Executes the next step of one object; the steps themselves are decided by pure functions. */
export class PhaseStepRunner<R extends PhasedObject> {
  readonly #model: PhaseModel<R>;
  readonly #store: PhaseStore<R>;
  readonly #tools: HandlerTools;
  readonly #key: string;

  constructor(model: PhaseModel<R>, store: PhaseStore<R>, tools: HandlerTools, key: string) {
    this.#model = model;
    this.#store = store;
    this.#tools = tools;
    this.#key = key;
  }

  /** Executes the next step, and returns when to reconcile again. */
  async advance(resource: R): Promise<ReconcileResult | undefined> {
    try {
      return await this.#advance(resource);
    } catch (error) {
      // The object has changed since it was read; decide again from the new version.
      if (isStatusError(error, 'Conflict')) return REQUEUE_NOW;
      throw error;
    }
  }

  async #advance(resource: R): Promise<ReconcileResult | undefined> {
    return this.#runStep(resource, nextStep(this.#model, resource, this.#tools.clock.now()));
  }

  async #runStep(resource: R, step: PhaseStep<R>): Promise<ReconcileResult | undefined> {
    switch (step.kind) {
      case 'stop':
        return undefined;
      case 'wait':
        return { requeueAfterMs: step.ms };
      case 'mark':
        return this.#mark(resource, step);
      case 'release':
        await this.#store.persistMetadata(resource, finalizerRemoval(resource), this.#tools.signal);
        return undefined;
      case 'store-pause':
        return this.#storePauseCondition(resource, step.paused);
      case 'reset':
        return this.#reset(resource);
      case 'resume':
        return this.#resume(resource);
      case 'run':
        return this.#run(resource, step);
    }
  }

  /** The label is informative: if admission removes it, the work continues without, instead of writing it again and again. */
  async #mark(resource: R, { change, otherwise }: MetadataStep<R>): Promise<ReconcileResult | undefined> {
    const stored = await this.#store.persistMetadata(resource, change, this.#tools.signal);
    const kept = keptMetadata(stored, change);
    assertFinalizerStored(this.#model, kept);
    if (kept === 'all') return REQUEUE_NOW;
    this.#tools.logger.debug('the phase label is removed when it is written', { key: this.#key });
    return this.#runStep(stored, otherwise);
  }

  async #storePauseCondition(resource: R, paused: boolean): Promise<ReconcileResult> {
    const { phase, conditions } = this.#model.view(resource);
    const { generation } = resource.metadata;
    const situation = { phase, kind: this.#model.row(phase).kind, paused, now: this.#now(), generation };
    const next = this.#model.with(resource, { phase, conditions: updateConditions(conditions, situation) });
    const stored = await this.#store.persistStatus(next, this.#tools.signal);
    assertPauseStored(this.#model, stored, paused);
    const reason = paused ? 'Paused' : 'Resumed';
    this.#recordEvent(next, { type: 'Normal', reason, message: `${paused ? 'paused' : 'resumed'} in phase ${phase}` });
    return REQUEUE_NOW;
  }

  async #reset(resource: R): Promise<ReconcileResult> {
    const marked = this.#tryReset(resource);
    const stored = marked === resource ? resource : await this.#store.persistStatus(marked, this.#tools.signal);
    if (stored !== resource) {
      const { phase } = this.#model.view(stored);
      this.#recordEvent(stored, { type: 'Normal', reason: 'Reset', message: `retrying phase ${phase}` });
    }
    await this.#store.persistMetadata(stored, { annotations: { [RESET_ANNOTATION]: null } }, this.#tools.signal);
    return REQUEUE_NOW;
  }

  /** The unchanged object when it cannot be reset; an event reports why. */
  #tryReset(resource: R): R {
    try {
      return resetObject(this.#model, resource);
    } catch (error) {
      this.#recordEvent(resource, { type: 'Warning', reason: 'ResetRefused', message: toError(error).message });
      return resource;
    }
  }

  /** Ends the pause before a phase; `spec.paused` is changed only by users. */
  async #resume(resource: R): Promise<ReconcileResult> {
    const next = resumeObject(this.#model, resource);
    const changed = this.#model.view(resource).paused !== undefined;
    const stored = changed ? await this.#store.persistStatus(next, this.#tools.signal) : resource;
    if (this.#model.isPaused(stored)) {
      this.#recordEvent(stored, {
        type: 'Warning',
        reason: 'StillPaused',
        message: 'spec.paused is true; set it to false',
      });
    }
    await this.#store.persistMetadata(stored, { annotations: { [CONTINUE_ANNOTATION]: null } }, this.#tools.signal);
    return REQUEUE_NOW;
  }

  async #run(resource: R, step: RunStep<R>): Promise<ReconcileResult> {
    const { signal } = this.#tools;
    const runner = this.#runner();
    let current = resource;
    let claim = step;
    if (needsClaim(step, runner)) {
      const next = claimPhase(this.#model, resource, { step, runner, now: this.#now() });
      current = await this.#store.persistStatus(next, signal);
      assertClaimStored(this.#model, current, step);
      claim = { ...step, last: this.#model.phaseState(current, step.phase) ?? {} };
    }
    const outcome = await this.#runWithDeadline(current, claim);
    this.#assertAboutPhase(outcome);
    const finished = { key: this.#key, resource: current, step: claim, outcome, runner };
    return new ResultWriter(this.#model, this.#store, this.#tools).write(finished);
  }

  /** Runs the handler with the phase's time limit around it. */
  async #runWithDeadline(resource: R, step: RunStep<R>): Promise<NodeOutcome> {
    const tools = this.#tools;
    const { clock, signal: parent } = tools;
    const { phase, finalising, last } = step;
    const deadline = finalising ? undefined : phaseDeadline(this.#model, phase, last);
    const reason = new TerminalError(phaseMessages.timedOut({ phase }), { code: 'PHASE_TIMEOUT' });
    if (deadline !== undefined && deadline <= clock.now()) return this.#failed(last, reason);
    const { signal, release } = deadlineSignal(clock, parent, { deadline, reason });
    try {
      const context = new RunContext({ key: this.#key, tools, signal, attempt: (last.attempts ?? 0) + 1 });
      const outcome = await this.#callHandler(resource, step, context);
      const late = signal.reason === reason && !parent.aborted;
      return late && !isFinished(outcome.state) ? this.#failed(outcome.state, reason) : outcome;
    } finally {
      release();
    }
  }

  async #callHandler(resource: R, { handler, phase, last }: RunStep<R>, context: RunContext): Promise<NodeOutcome> {
    if (handler === undefined) {
      return this.#failed(last, new TerminalError(phaseMessages.noHandler({ phase }), { code: 'PHASE_NO_HANDLER' }));
    }
    try {
      const values = await this.#model.definition.prepareContext?.(context, resource);
      const prepared = values === undefined ? context : context.with({ values });
      return await runHandler(handler, last, new HandlerRun(prepared, resource, (error) => this.#isFatal(error)));
    } catch (thrown) {
      return this.#failed(last, toError(thrown));
    }
  }

  #failed(last: PhaseState, error: Error): NodeOutcome {
    const end = { startTime: last.startTime ?? this.#now(), now: this.#now() };
    return failedOutcome(last, error, { ...end, isFatal: (failure) => this.#isFatal(failure) });
  }

  #isFatal(error: Error): boolean {
    // The handler was aborted by the timeout of the reconcile and may get further next time.
    if (hasCode(this.#tools.signal.reason, RECONCILE_TIMEOUT)) return false;
    // Errors of the machine itself are always fatal.
    if (error instanceof TerminalError && error.code.startsWith('PHASE_')) return true;
    try {
      return this.#model.definition.isFatal?.(error) ?? isFatalError(error);
    } catch (fault) {
      this.#tools.logger.error('isFatal of a definition threw', {
        key: this.#key,
        error: fault,
      });
      return true;
    }
  }

  /** Throws for errors that do not concern the phase: this process stops, or no longer leads. */
  #assertAboutPhase({ errors }: NodeOutcome): void {
    const lost = errors.find((error) => hasCode(error, 'LEADERSHIP_LOST'));
    if (lost !== undefined) throw lost;
    const { signal } = this.#tools;
    if (errors.length > 0 && !hasCode(signal.reason, RECONCILE_TIMEOUT)) signal.throwIfAborted();
  }

  #runner(): string {
    const { leadership } = this.#tools;
    return leadership === undefined ? 'local/0' : `${leadership.identity}/${leadership.term}`;
  }

  #recordEvent(resource: R, event: RecordedEvent): void {
    recordPhaseEvent(this.#tools.events, resource, event);
  }

  #now(): string {
    return new Date(this.#tools.clock.now()).toISOString();
  }
}
