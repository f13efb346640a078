import { type Logger, toError } from '@kubemin/base';
import type { RenderedObject } from '@kubemin/render';
import type { Leftover } from '../plan/leftover.ts';
import { jobsOf, type Plan } from '../plan/plan.ts';
import { planWorkflow } from '../plan/planner.ts';
import type { PlanRow } from '../store/plan-rows.ts';
import { readComponentIds, readStoredDocument } from '../store/stored-request.ts';
import type { ClaimedTask, TaskOutcome } from '../store/task-store.ts';
import { runBucket } from './bucket-run.ts';
import { findLeftovers } from './find-leftovers.ts';
import type { Interruption } from './interruption.ts';
import { runJob } from './job-run.ts';
import { retrying } from './retrying.ts';
import type { RunDependencies } from './run-dependencies.ts';
import { WriteGate } from './write-gate.ts';

const WRITE_GRACE_MS = 500;

/** One claimed task on its way from queued to its end. Nothing of it is shared with other tasks. */
export class TaskRun {
  readonly taskId: string;
  readonly gate: WriteGate;
  readonly #dependencies: RunDependencies;
  readonly #claimed: ClaimedTask;
  readonly #logger: Logger;
  readonly #abort = new AbortController();

  constructor(dependencies: RunDependencies, claimed: ClaimedTask) {
    this.taskId = claimed.task.id;
    this.gate = new WriteGate(dependencies.clock, WRITE_GRACE_MS);
    this.#dependencies = dependencies;
    this.#claimed = claimed;
    this.#logger = dependencies.logger.child({ taskId: claimed.task.id, app: claimed.task.appName });
  }

  /** Stops the run without storing an end: whoever interrupts has stored one, or hands the task back. */
  interrupt(reason: Interruption): void {
    this.#abort.abort(reason);
  }

  /** Runs to the stored end, or until interrupted. Rejects only when the database fails. */
  async run(): Promise<void> {
    const { tasks, executorId } = this.#dependencies;
    const owner = { taskId: this.taskId, executorId };
    const prepared = await this.#prepare();
    if (this.#abort.signal.aborted) return;
    const rows = await tasks.begin(owner, 'plan' in prepared ? jobsOf(prepared.plan) : []);
    if (rows === undefined) return;
    const outcome = 'plan' in prepared ? await this.#execute(prepared.plan, rows) : prepared.failure;
    if (outcome === 'interrupted') return;
    const finished = await tasks.finish(owner, outcome);
    this.#logger.info('a run ended', { ...outcome, stored: finished !== undefined });
  }

  /** Everything is rendered and planned before anything is applied: what is wrong here leaves the cluster untouched. */
  async #prepare(): Promise<{ readonly plan: Plan } | { readonly failure: TaskOutcome }> {
    const { renderer, jobTypes } = this.#dependencies;
    try {
      const where = `task ${this.taskId}`;
      const document = readStoredDocument(this.#claimed.request, where);
      const componentIds = readComponentIds(this.#claimed.componentIds, where);
      const rendered = renderer.render(document, { appId: this.#claimed.task.appId, componentIds });
      const leftovers = await this.#leftovers(rendered);
      return { plan: planWorkflow({ document, rendered, leftovers, jobTypes }) };
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
    return retrying({ ...this.#dependencies, signal, onRetry }, () =>
      findLeftovers({ client, jobTypes, appId, jobs, rendered, signal, logger }),
    );
  }

  async #execute(plan: Plan, stored: readonly PlanRow[]): Promise<TaskOutcome | 'interrupted'> {
    const rows = new Map(stored.map((row) => [row.planned.key, row]));
    const { settings, executorId } = this.#dependencies;
    const jobOptions = {
      dependencies: this.#dependencies,
      owner: { taskId: this.taskId, executorId },
      appId: this.#claimed.task.appId,
      gate: this.gate,
      logger: this.#logger,
    };
    for (const { mode, buckets } of plan.executions) {
      for (const bucket of buckets) {
        const end = await runBucket({
          bucket,
          mode,
          serialLimit: settings.sequentialMaxConcurrency,
          rows,
          signal: this.#abort.signal,
          run: (row, signal) => runJob(jobOptions, row, signal),
        });
        if (end !== 'done') return end;
      }
    }
    return { status: 'completed' };
  }
}
