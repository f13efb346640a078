import { type Logger, toError } from '@kubemin/base';
import type { RenderedObject } from '@kubemin/render';
import { releaseShares } from '../delivery/release-shares.ts';
import type { WorkContext } from '../job-type.ts';
import type { Leftover } from '../plan/leftover.ts';
import { jobsOf, type Plan } from '../plan/plan.ts';
import { planWorkflow } from '../plan/planner.ts';
import { hasPhases, planRollouts, type Tracks } from '../plan/rollouts.ts';
import type { PlanRow } from '../store/plan-rows.ts';
import { readComponentIds, readStoredDocument, readTracks } from '../store/stored-request.ts';
import type { ClaimedTask, DeliveredTask, TaskOutcome } from '../store/task-store.ts';
import { findLeftovers } from './find-leftovers.ts';
import { Interruption } from './interruption.ts';
import { Parking } from './parking.ts';
import { retrying, transientPauses } from './retrying.ts';
import type { RunDependencies } from './run-dependencies.ts';
import type { Slots } from './slots.ts';
import { runStages } from './stage-run.ts';
import { StepBook } from './step-book.ts';
import { undoStage } from './undo-stage.ts';
import { WriteGate } from './write-gate.ts';

const WRITE_GRACE_MS = 500;

/** What a run does once nothing stands in its way. */
interface Prepared {
  readonly plan: Plan;
  readonly rendered: readonly RenderedObject[];
  readonly tracks: Tracks;
}

const NO_ROLLOUTS = { phased: new Map<string, never>(), tracks: {} } as const;

/** One claimed task on its way from queued to its end. Nothing of it is shared with other tasks. */
export class TaskRun {
  readonly taskId: string;
  readonly gate: WriteGate;
  readonly #dependencies: RunDependencies;
  readonly #claimed: ClaimedTask;
  readonly #logger: Logger;
  readonly #abort = new AbortController();
  readonly #parking: Parking;

  /** Works in a slot that was taken for it; `freed` is told when it is free for others. */
  constructor(dependencies: RunDependencies, claimed: ClaimedTask, place: { slots: Slots; freed: () => void }) {
    this.taskId = claimed.task.id;
    this.gate = new WriteGate(dependencies.clock, WRITE_GRACE_MS);
    this.#dependencies = dependencies;
    this.#claimed = claimed;
    this.#parking = new Parking(place.slots, place.freed, this.#abort.signal);
    this.#logger = dependencies.logger.child({ taskId: claimed.task.id, app: claimed.task.appName });
  }

  /** Stops the run without storing an end: whoever interrupts has stored one, or hands the task back. */
  interrupt(reason: Interruption): void {
    this.#abort.abort(reason);
  }

  /** Runs to the stored end, or until interrupted. Rejects only when the database fails. */
  async run(): Promise<void> {
    try {
      await this.#run();
    } finally {
      await this.#parking.leave();
    }
  }

  async #run(): Promise<void> {
    const { tasks, executorId } = this.#dependencies;
    const owner = { taskId: this.taskId, executorId };
    const prepared = await this.#prepare();
    if (this.#abort.signal.aborted) return;
    const rows =
      'plan' in prepared
        ? await tasks.begin(owner, jobsOf(prepared.plan), prepared.tracks)
        : await tasks.begin(owner, []);
    if (rows === undefined) return;
    const outcome = 'plan' in prepared ? await this.#execute(prepared.plan, rows) : prepared.failure;
    if (outcome === 'interrupted') return;
    if (outcome.status === 'completed' && 'plan' in prepared) await this.#releaseShares(prepared.rendered);
    const finished = await tasks.finish(owner, outcome);
    this.#logger.info('a run ended', { ...outcome, stored: finished !== undefined });
  }

  /** Everything is rendered and planned before anything is applied: what is wrong here leaves the cluster untouched. */
  async #prepare(): Promise<Prepared | { readonly failure: TaskOutcome }> {
    const { renderer, jobTypes, stepTypes } = this.#dependencies;
    try {
      const where = `task ${this.taskId}`;
      const document = readStoredDocument(this.#claimed.request, where);
      const componentIds = readComponentIds(this.#claimed.componentIds, where);
      const next = renderer.render(document, { appId: this.#claimed.task.appId, componentIds });
      // Rolling updates on the stable track need not know what there was.
      const previous = await this.#previous(({ tracks }) => tracks !== null || hasPhases(document));
      const { rendered, phased, tracks } =
        previous.length === 0 ? { ...NO_ROLLOUTS, rendered: next } : planRollouts(document, previous, next);
      const leftovers = await this.#leftovers(rendered);
      const plan = planWorkflow({ document, rendered, phased, leftovers, jobTypes, stepTypes });
      return { rendered, plan, tracks };
    } catch (thrown) {
      if (!this.#abort.signal.aborted) this.#logger.warn('a run cannot be prepared', { error: thrown });
      return { failure: { status: 'failed', error: toError(thrown).message } };
    }
  }

  async #leftovers(rendered: readonly RenderedObject[]): Promise<readonly Leftover[]> {
    const { client, jobTypes } = this.#dependencies;
    const { appId } = this.#claimed.task;
    const signal = this.#abort.signal;
    const logger = this.#logger;
    const jobs = await this.#dependencies.jobs.list(this.taskId);
    const onRetry = (error: unknown): void => logger.warn('looking for objects to prune failed for now', { error });
    return retrying({ ...this.#dependencies, signal, onRetry, pause: transientPauses(this.#dependencies) }, () =>
      findLeftovers({ client, jobTypes, appId, jobs, rendered, signal, logger }),
    );
  }

  async #execute(plan: Plan, stored: readonly PlanRow[]): Promise<TaskOutcome | 'interrupted'> {
    const { appId, appName, namespace, revision } = this.#claimed.task;
    const signal = this.#abort.signal;
    const jobOptions = {
      dependencies: this.#dependencies,
      owner: { taskId: this.taskId, executorId: this.#dependencies.executorId },
      appId,
      application: { name: appName, namespace, revision },
      book: new StepBook(stored),
      parking: this.#parking,
      gate: this.gate,
      logger: this.#logger,
    };
    const previous = () => this.#previous();
    const end = await runStages(
      { ...jobOptions, signal, undo: (stage) => undoStage({ ...jobOptions, signal, previous }, stage) },
      plan.stages,
    );
    return end === 'done' ? { status: 'completed' } : end;
  }

  /** What other applications make and this one does not use any more is theirs alone again. */
  async #releaseShares(rendered: readonly RenderedObject[]): Promise<void> {
    const { client, tasks, executorId } = this.#dependencies;
    const owner = { taskId: this.taskId, executorId };
    const write: WorkContext['write'] = (effect) =>
      this.gate.pass(async () => {
        if (!(await tasks.holds(owner))) throw new Interruption('lost', 'the task was cancelled or taken over');
      }, effect);
    try {
      // Most documents share nothing, and are not rendered again to learn that.
      const before = await this.#previous(({ request }) => request.includes('"share"'));
      await releaseShares(
        { client, appId: this.#claimed.task.appId, write, signal: this.#abort.signal },
        before,
        rendered,
      );
    } catch (error) {
      this.#logger.warn('what is shared could not be released; its owner keeps it', { error });
    }
  }

  /** What the last run of the application that completed had delivered; nothing when there was none. */
  async #previous(matters = (_task: DeliveredTask): boolean => true): Promise<readonly RenderedObject[]> {
    const { renderer, tasks } = this.#dependencies;
    const { task } = this.#claimed;
    const last = await tasks.lastCompleted(task);
    if (last === undefined || !matters(last)) return [];
    const where = `the run before task ${this.taskId}`;
    const componentIds = readComponentIds(last.componentIds, where);
    const tracks = readTracks(last.tracks, where);
    return renderer.render(readStoredDocument(last.request, where), { appId: task.appId, componentIds, tracks });
  }
}
