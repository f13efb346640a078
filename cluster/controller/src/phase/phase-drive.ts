import { type BackoffOptions, backoffDelay, TerminalError, toError } from '@kubemin/base';
import { deepEqual, isRetryable, isStatusError } from '@kubemin/kubeapi';
import type { RecordedEvent } from '../events/event-recorder.ts';
import type { ReconcileResult } from '../reconcile/reconciler.ts';
import { deadlineSignal, graceSignal } from './deadline-signal.ts';
import { hasCode, isFatalError } from './fatality.ts';
import type { HandlerTools } from './handler-context.ts';
import { type NodeOutcome, nodeOutcome } from './node-outcome.ts';
import { CONTINUE_ANNOTATION, RESET_ANNOTATION, released } from './object-marks.ts';
import { assertKept, claimed, needsClaim } from './phase-claim.ts';
import { conditionsFor } from './phase-conditions.ts';
import type { PhaseModel } from './phase-model.ts';
import { type RunEnd, settle } from './phase-outcome.ts';
import { resumedObject } from './phase-pause.ts';
import { resetObject } from './phase-reset.ts';
import type { PhaseState } from './phase-state.ts';
import { deadlineOf, type RunStep, stepFor } from './phase-step.ts';
import type { PhaseStore } from './phase-store.ts';
import type { PhasedObject } from './phased-object.ts';
import { RunContext } from './run-context.ts';
import { HandlerRun, runHandler } from './run-handler.ts';

/** How long a result may still be written after the process was asked to stop. */
const GRACE_MS = 5000;
const MOST_WRITES = 5;
const WRITE_BACKOFF: BackoffOptions = { minMs: 100, maxMs: 2000 };
const AT_ONCE: ReconcileResult = { requeueAfterMs: 0 };

/** One look at one object: the edge between the pure steps and the world. */
export class PhaseDrive<R extends PhasedObject> {
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

  /** Does what comes next for the object, and says when to look again. */
  async advance(resource: R): Promise<ReconcileResult | undefined> {
    try {
      return await this.#advance(resource);
    } catch (error) {
      // Somebody has changed the object since it was read; what was decided from it is void.
      if (isStatusError(error, 'Conflict')) return AT_ONCE;
      throw error;
    }
  }

  async #advance(resource: R): Promise<ReconcileResult | undefined> {
    const step = stepFor(this.#model, resource, this.#tools.clock.now());
    switch (step.kind) {
      case 'stop':
        return undefined;
      case 'wait':
        return { requeueAfterMs: step.ms };
      case 'mark':
        await this.#store.persistMetadata(resource, step.change, this.#tools.signal);
        return AT_ONCE;
      case 'release':
        await this.#store.persistMetadata(resource, released(resource), this.#tools.signal);
        return undefined;
      case 'tell-pause':
        return this.#tellPause(resource, step.paused);
      case 'reset':
        return this.#reset(resource);
      case 'resume':
        return this.#resume(resource);
      case 'run':
        return this.#run(resource, step);
    }
  }

  async #tellPause(resource: R, paused: boolean): Promise<ReconcileResult> {
    const { phase, conditions } = this.#model.view(resource);
    const { generation } = resource.metadata;
    const situation = { phase, kind: this.#model.row(phase).kind, paused, now: this.#now(), generation };
    const next = this.#model.with(resource, { phase, conditions: conditionsFor(conditions, situation) });
    await this.#store.persistStatus(next, this.#tools.signal);
    const reason = paused ? 'Paused' : 'Resumed';
    this.#tell(next, { type: 'Normal', reason, message: `${paused ? 'stopped' : 'goes on'} in phase ${phase}` });
    return AT_ONCE;
  }

  async #reset(resource: R): Promise<ReconcileResult> {
    let marked = resource;
    try {
      marked = await this.#store.persistStatus(resetObject(this.#model, resource), this.#tools.signal);
      const { phase } = this.#model.view(marked);
      this.#tell(marked, { type: 'Normal', reason: 'Reset', message: `tries phase ${phase} again` });
    } catch (error) {
      if (!(error instanceof TerminalError)) throw error;
      this.#tell(resource, { type: 'Warning', reason: 'ResetRefused', message: error.message });
    }
    await this.#store.persistMetadata(marked, { annotations: { [RESET_ANNOTATION]: null } }, this.#tools.signal);
    return AT_ONCE;
  }

  /** Ends the pause before a phase; `spec` belongs to people, who set `paused` there themselves. */
  async #resume(resource: R): Promise<ReconcileResult> {
    const next = resumedObject(this.#model, resource);
    const changed = this.#model.view(resource).paused !== undefined;
    const stored = changed ? await this.#store.persistStatus(next, this.#tools.signal) : resource;
    await this.#store.persistMetadata(stored, { annotations: { [CONTINUE_ANNOTATION]: null } }, this.#tools.signal);
    return AT_ONCE;
  }

  async #run(resource: R, step: RunStep<R>): Promise<ReconcileResult> {
    const { signal } = this.#tools;
    const runner = this.#runner();
    let current = resource;
    let claim = step;
    if (needsClaim(step, runner)) {
      const next = claimed(this.#model, resource, { step, runner, now: this.#now() });
      current = await this.#store.persistStatus(next, signal);
      assertKept(this.#model, current, step);
      claim = { ...step, last: this.#model.stateOf(current, step.phase) ?? {} };
    }
    const outcome = await this.#outcome(current, claim);
    this.#assertMeant(outcome);
    return this.#persist(current, claim, outcome);
  }

  /** Runs the handler with the phase's time limit around it. */
  async #outcome(resource: R, step: RunStep<R>): Promise<NodeOutcome> {
    const { clock, signal: parent, tools } = { ...this.#tools, tools: this.#tools };
    const { phase, finalising, last } = step;
    const deadline = finalising ? undefined : deadlineOf(this.#model, phase, last);
    const reason = new TerminalError(`phase "${phase}" did not finish in time`, { code: 'PHASE_TIMEOUT' });
    if (deadline !== undefined && deadline <= clock.now()) return this.#failed(last, reason);
    const { signal, release } = deadlineSignal(clock, parent, { deadline, reason });
    try {
      const context = new RunContext({ key: this.#key, tools, signal, attempt: (last.attempts ?? 0) + 1 });
      const outcome = await this.#handled(resource, step, context);
      const late = signal.reason === reason && !parent.aborted;
      return late && outcome.state.done !== true ? this.#failed(outcome.state, reason) : outcome;
    } finally {
      release();
    }
  }

  async #handled(resource: R, { handler, phase, last }: RunStep<R>, context: RunContext): Promise<NodeOutcome> {
    if (handler === undefined) {
      return this.#failed(last, new TerminalError(`phase "${phase}" has no handler`, { code: 'PHASE_NO_HANDLER' }));
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
    const outcome = nodeOutcome(last, { done: false, error }, { ...end, isFatal: (e) => this.#isFatal(e) });
    const { state } = last;
    return state === undefined ? outcome : { ...outcome, state: { ...outcome.state, state } };
  }

  #isFatal(error: Error): boolean {
    // Not the handler's decision: it was cut off, and may get further next time.
    if (hasCode(this.#tools.signal.reason, RECONCILE_TIMEOUT)) return false;
    return this.#model.definition.isFatal?.(error) ?? isFatalError(error);
  }

  /** Throws for errors that say nothing about the phase: this process stops, or does not lead any more. */
  #assertMeant({ errors }: NodeOutcome): void {
    const lost = errors.find((error) => hasCode(error, 'LEADERSHIP_LOST'));
    if (lost !== undefined) throw lost;
    const { signal } = this.#tools;
    if (errors.length > 0 && !hasCode(signal.reason, RECONCILE_TIMEOUT)) signal.throwIfAborted();
  }

  /** Stores what came of a run. Of a change by others in between only one counts: that the phase is not as it was. */
  async #persist(resource: R, step: RunStep<R>, outcome: NodeOutcome): Promise<ReconcileResult> {
    const { clock, random, logger } = this.#tools;
    const { backoff } = this.#model.row(step.phase).policy;
    const chance = random.next();
    const steady = { next: () => chance, bytes: random.bytes, uuid: random.uuid };
    const end: RunEnd<R> = {
      step,
      outcome,
      now: clock.now(),
      runner: this.#runner(),
      retryDelayMs: (attempts) => Math.round(backoffDelay(backoff, attempts - 1, steady)),
    };
    const grace = graceSignal(clock, this.#tools.signal, GRACE_MS);
    try {
      let current = resource;
      for (let write = 0; ; write += 1) {
        const settlement = settle(this.#model, current, end);
        if (!settlement.changed) return { requeueAfterMs: settlement.requeueAfterMs };
        try {
          const stored = await this.#store.persistStatus(settlement.resource, grace.signal);
          for (const event of settlement.events) this.#tell(stored, event);
          return { requeueAfterMs: settlement.requeueAfterMs };
        } catch (error) {
          if (write >= MOST_WRITES || !isRetryable(error) || grace.signal.aborted) throw error;
          logger.debug('the result of a phase could not be stored, trying again', { key: this.#key, error });
        }
        await clock.sleep(backoffDelay(WRITE_BACKOFF, write, random), grace.signal);
        const fresh = await this.#store.fetch(this.#key, grace.signal);
        if (fresh === undefined || !this.#sameGround(fresh, resource, step)) return AT_ONCE;
        current = fresh;
      }
    } finally {
      grace.release();
    }
  }

  #sameGround(fresh: R, before: R, { phase }: RunStep<R>): boolean {
    return (
      fresh.metadata.uid === before.metadata.uid &&
      this.#model.view(fresh).phase === this.#model.view(before).phase &&
      deepEqual(this.#model.stateOf(fresh, phase), this.#model.stateOf(before, phase))
    );
  }

  #runner(): string {
    const { leadership } = this.#tools;
    return leadership === undefined ? 'local/0' : `${leadership.identity}/${leadership.term}`;
  }

  #tell(resource: R, event: RecordedEvent): void {
    this.#tools.events.record(resource, event);
  }

  #now(): string {
    return new Date(this.#tools.clock.now()).toISOString();
  }
}

const RECONCILE_TIMEOUT = 'RECONCILE_TIMEOUT';
