import type { JsonObject } from '@kubemin/kubeapi';
import { namedRow } from '@kubemin/sql';
import type { Job } from '../job.ts';
import type { Decision } from '../step-type.ts';
import { appendEvents } from './event-log.ts';
import { type EventOwner, reserveSequences, returnSequences } from './event-sequence.ts';
import {
  changeJob,
  changeJobAtOnce,
  heldBy,
  type JobChange,
  type JobMove,
  type JobOwner,
  jobMove,
} from './job-transition.ts';
import { toJob } from './row-mapping.ts';
import type { StoreOptions } from './store-options.ts';
import { scopeOf } from './write-scope.ts';

/** How a job ended. */
export type JobOutcome =
  | { readonly status: 'completed' | 'skipped'; readonly message?: string; readonly outputs?: JsonObject }
  | { readonly status: 'failed' | 'timeout' | 'cancelled' | 'rejected'; readonly error: string };

/** What somebody decided, before it is stored. */
export type DecisionEntry = Pick<Decision, 'verdict' | 'by'> & {
  readonly comment?: string | undefined;
  readonly values?: JsonObject | undefined;
};

/** Jobs and their transitions. Every change but a decision needs the task's executor: an executor that lost its task changes nothing. */
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
    const { message, outputs } = outcome;
    const set = {
      ended_at,
      ...(message !== undefined && { message }),
      ...(outputs !== undefined && { outputs: JSON.stringify(outputs) }),
    };
    return this.#move(owner, { jobId, to, set });
  }

  /** queued → skipped, for a job whose step is left out. */
  skip(owner: JobOwner, jobId: string, message: string): Promise<Job | undefined> {
    return this.#move(owner, {
      jobId,
      from: 'queued',
      to: 'skipped',
      set: { ended_at: this.#options.clock.now(), message },
    });
  }

  /** Says what a running job is doing; false when it does not run any more, or not for this owner. */
  report(owner: JobOwner, jobId: string, message: string): Promise<boolean> {
    return this.#change(owner, jobId, { message });
  }

  /** Stores what a running job wants somebody to decide; false when it does not run any more, or not for this owner. */
  ask(owner: JobOwner, jobId: string, question: string): Promise<boolean> {
    return this.#change(owner, jobId, { question, message: question });
  }

  async job(jobId: string): Promise<Job | undefined> {
    const query = this.#options.database.query.selectFrom('jobs').selectAll().where('id', '=', jobId);
    const row = await query.executeTakeFirst();
    return row === undefined ? undefined : toJob(row);
  }

  /** Answers a running job's question, once; undefined when it asks nothing, has its answer, or has ended. */
  decide(
    { taskId, id: jobId }: Pick<Job, 'id' | 'taskId'>,
    { verdict, by, comment, values }: DecisionEntry,
  ): Promise<Job | undefined> {
    const answer = {
      verdict,
      decided_by: by,
      decided_at: this.#options.clock.now(),
      decision_comment: comment ?? null,
      decision_values: values === undefined ? null : JSON.stringify(values),
    };
    const change: JobChange = {
      shape: 'decide',
      jobId,
      from: ['queued', 'running'],
      values: answer,
      build: (update, value) =>
        update
          .set((eb) => ({ ...namedRow(answer, value), version: eb('version', '+', 1) }))
          .where('question', 'is not', null)
          .where('verdict', 'is', null),
    };
    return this.#store({ taskId }, change);
  }

  async #change(owner: JobOwner, jobId: string, set: { readonly message: string; readonly question?: string }) {
    const change: JobChange = {
      shape: `say ${Object.keys(set)}`,
      jobId,
      from: ['running'],
      values: { ...set, ...owner },
      build: (update, value) =>
        update
          .set((eb) => ({ ...namedRow(set, value), version: eb('version', '+', 1) }))
          .where(heldBy(namedRow(owner, value))),
    };
    return (await this.#storeFor(owner, change)) !== undefined;
  }

  #move(owner: JobOwner, move: JobMove): Promise<Job | undefined> {
    return this.#storeFor(owner, jobMove(owner, move));
  }

  /** Stores a change that an executor makes of a job it runs, as the database does it best. */
  async #storeFor(owner: JobOwner, change: JobChange): Promise<Job | undefined> {
    const { database, clock, changed } = this.#options;
    if (!database.capabilities.writableWith) return this.#store(owner, change);
    const job = await changeJobAtOnce(database, owner, { ...change, time: clock.now() });
    if (job !== undefined) changed(owner.taskId, [{ kind: 'job', job }]);
    return job;
  }

  /** Stores a change of a job with the event that tells of it; the task's row comes first, and makes others wait. */
  async #store(owner: EventOwner, change: JobChange): Promise<Job | undefined> {
    const { database, clock, changed } = this.#options;
    const { taskId } = owner;
    const stored = await database.transaction(async (transaction) => {
      const scope = scopeOf(database, transaction);
      const reserved = await reserveSequences(scope, owner);
      if (reserved === undefined) return undefined;
      const job = await changeJob(scope, change);
      if (job === undefined) await returnSequences(scope, taskId, reserved);
      else await appendEvents(scope, { taskId, time: clock.now(), reserved }, [{ kind: 'job', job }]);
      return job;
    });
    if (stored !== undefined) changed(taskId, [{ kind: 'job', job: stored }]);
    return stored;
  }
}
