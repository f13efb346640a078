import type { Job } from '../job.ts';
import { appendEvents } from './event-log.ts';
import { heldBy, type JobMove, type JobOwner, moveJob } from './job-transition.ts';
import { toJob } from './row-mapping.ts';
import type { StoreOptions } from './store-options.ts';

/** How a job ended. */
export type JobOutcome =
  | { readonly status: 'completed' | 'skipped'; readonly message?: string }
  | { readonly status: 'failed' | 'timeout' | 'cancelled'; readonly error: string };

/** Jobs and their transitions. Every change needs the task's executor: an executor that lost its task changes nothing. */
export class JobStore {
  readonly #options: StoreOptions;

  constructor(options: StoreOptions) {
    this.#options = options;
  }

  /** The task's jobs in the order of its plan. */
  async list(taskId: string): Promise<readonly Job[]> {
    const query = this.#options.database.query.selectFrom('jobs').selectAll();
    const rows = await query.where('task_id', '=', taskId).orderBy('position').execute();
    return rows.map(toJob);
  }

  /** queued → running; undefined when the task is not this executor's any more, or was cancelled. */
  start(owner: JobOwner, jobId: string): Promise<Job | undefined> {
    const set = { ended_at: null, message: null, error: null };
    return this.#move(owner, { jobId, to: 'running', set, startAt: this.#options.clock.now() });
  }

  /** running → an end; undefined when the job was settled by somebody else (a cancel) meanwhile. */
  end(owner: JobOwner, jobId: string, outcome: JobOutcome): Promise<Job | undefined> {
    const ended_at = this.#options.clock.now();
    const { status: to } = outcome;
    if ('error' in outcome) return this.#move(owner, { jobId, to, set: { ended_at, error: outcome.error } });
    const message = outcome.message === undefined ? {} : { message: outcome.message };
    return this.#move(owner, { jobId, to, set: { ended_at, ...message } });
  }

  /** Says what a running job is doing; false when it does not run any more, or not for this owner. */
  async report(owner: JobOwner, jobId: string, message: string): Promise<boolean> {
    const { database, clock, changed } = this.#options;
    const stored = await database.transaction(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('jobs')
        .set((eb) => ({ message, version: eb('version', '+', 1) }))
        .where('id', '=', jobId)
        .where('status', '=', 'running')
        .where(heldBy(owner))
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) return false;
      const query = transaction.selectFrom('jobs').selectAll().where('id', '=', jobId);
      const job = toJob(await query.executeTakeFirstOrThrow());
      await appendEvents(transaction, { taskId: owner.taskId, time: clock.now() }, [{ kind: 'job', job }]);
      return true;
    });
    if (stored) changed(owner.taskId);
    return stored;
  }

  async #move(owner: JobOwner, move: JobMove): Promise<Job | undefined> {
    const { database, clock, changed } = this.#options;
    const moved = await database.transaction(async (transaction) => {
      const job = await moveJob(transaction, owner, move);
      if (job === undefined) return undefined;
      await appendEvents(transaction, { taskId: owner.taskId, time: clock.now() }, [{ kind: 'job', job }]);
      return job;
    });
    if (moved !== undefined) changed(owner.taskId);
    return moved;
  }
}
