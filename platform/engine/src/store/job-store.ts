import type { Message } from '@kubemin/base/message';
import type { JsonObject } from '@kubemin/kubeapi';
import { type Kysely, type NamedValue, namedRow, type SqlDatabase, sql } from '@kubemin/sql';
import type { Decision, EngineTables, Job, JobRow, Transition } from '../task/index.ts';
import {
  appendEvents,
  type EventEntry,
  type EventOwner,
  reserveSequences,
  statement,
  toTransition,
} from './event-log.ts';
import {
  changeJob,
  endChange,
  type JobChange,
  type JobEnding,
  type JobOutcome,
  type JobOwner,
  jobMove,
} from './job-transition.ts';
import { JournaledChanges, type WrittenEvent, writtenEvents } from './journaled-changes.ts';
import { errorColumns, messageColumns, questionColumns, toJob } from './row-mapping.ts';
import type { StoreOptions } from './store-options.ts';

/** A user's decision, before it is stored. */
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

  /**
   * queued → running; undefined when the task is not this executor's any more, or was cancelled. What came to its end
   * right before is stored with it: both or neither.
   */
  start(owner: JobOwner, jobId: string, ended?: JobEnding): Promise<Job | undefined> {
    const { taskId } = owner;
    const set = { ended_at: null, ...messageColumns(null), ...errorColumns(null) };
    const start = jobMove(taskId, { jobId, to: 'running', set, startAt: this.#options.clock.now() });
    return this.#change(owner, ended === undefined ? [start] : [endChange(taskId, ended), start]);
  }

  /** running → an end; undefined when the job was settled otherwise (by a cancel) meanwhile. */
  end(owner: JobOwner, jobId: string, outcome: JobOutcome, time = this.#options.clock.now()): Promise<Job | undefined> {
    return this.#change(owner, [endChange(owner.taskId, { jobId, outcome, time })]);
  }

  /** queued → skipped, for a job whose step is left out. */
  skip(owner: JobOwner, jobId: string, message: Message): Promise<Job | undefined> {
    const set = { ended_at: this.#options.clock.now(), ...messageColumns(message) };
    return this.#change(owner, [jobMove(owner.taskId, { jobId, from: 'queued', to: 'skipped', set })]);
  }

  /** Stores what a running job is doing; false when it does not run any more, or not for this owner. */
  report(owner: JobOwner, jobId: string, message: Message): Promise<boolean> {
    return this.#setTexts(owner, jobId, messageColumns(message));
  }

  /** Counts one more attempt of a running job; undefined when it does not run any more, or not for this owner. */
  retry(owner: JobOwner, jobId: string): Promise<Job | undefined> {
    const change: JobChange = {
      shape: 'retry',
      taskId: owner.taskId,
      jobId,
      from: ['running'],
      values: {},
      build: (update) => update.set((eb) => ({ attempt: eb('attempt', '+', 1), version: eb('version', '+', 1) })),
    };
    return this.#change(owner, [change]);
  }

  /** Stores what a running job asks a user to decide; false when it does not run any more, or not for this owner. */
  ask(owner: JobOwner, jobId: string, question: Message): Promise<boolean> {
    return this.#setTexts(owner, jobId, { ...questionColumns(question), ...messageColumns(question) });
  }

  async job(jobId: string): Promise<Job | undefined> {
    const query = this.#options.database.query.selectFrom('jobs').selectAll().where('id', '=', jobId);
    const row = await query.executeTakeFirst();
    return row === undefined ? undefined : toJob(row);
  }

  /** Decides a running job's question, once; undefined when it asks nothing, is decided, or has ended. */
  decide(
    { taskId, id: jobId }: Pick<Job, 'id' | 'taskId'>,
    { verdict, by, comment, values }: DecisionEntry,
  ): Promise<Job | undefined> {
    const decision = {
      verdict,
      decided_by: by,
      decided_at: this.#options.clock.now(),
      decision_comment: comment ?? null,
      decision_values: values === undefined ? null : JSON.stringify(values),
    };
    const change: JobChange = {
      shape: 'decide',
      taskId,
      jobId,
      from: ['queued', 'running'],
      values: decision,
      build: (update, value) =>
        update
          .set((eb) => ({ ...namedRow(decision, value), version: eb('version', '+', 1) }))
          .where('question', 'is not', null)
          .where('verdict', 'is', null),
    };
    return this.#changeBySteps({ taskId }, [change]);
  }

  async #setTexts(
    owner: JobOwner,
    jobId: string,
    set: Partial<Pick<JobRow, 'message' | 'message_text' | 'question' | 'question_text'>>,
  ) {
    const change: JobChange = {
      shape: `set ${Object.keys(set)}`,
      taskId: owner.taskId,
      jobId,
      from: ['running'],
      values: set,
      build: (update, value) => update.set((eb) => ({ ...namedRow(set, value), version: eb('version', '+', 1) })),
    };
    return (await this.#change(owner, [change])) !== undefined;
  }

  /** Stores changes that an executor makes of jobs it runs, with the strategy that suits the database; returns the last of them. */
  async #change(owner: JobOwner, changes: readonly JobChange[]): Promise<Job | undefined> {
    const { database, clock } = this.#options;
    if (!database.capabilities.writableWith) return this.#changeBySteps(owner, changes);
    return this.#publish(owner, await changeJobsAtOnce(database, owner, { changes, time: clock.now() }));
  }

  /** Stores changes with their events; the task's row comes first, and makes concurrent transactions wait. */
  async #changeBySteps(owner: EventOwner, changes: readonly JobChange[]): Promise<Job | undefined> {
    const { database, clock } = this.#options;
    const { taskId, executorId } = owner;
    const { capabilities } = database;
    const { serialTransactions: serial } = capabilities;
    const events = await undefinedIfRefused(() =>
      database.runSteps(function* () {
        // Where transactions are serial, the first change checks who holds the task, and no row has to be locked.
        const reserved = serial ? undefined : yield* reserveSequences(capabilities, owner, changes.length);
        if (reserved === undefined && !serial) throw new ChangeRefusedError();
        const entries: EventEntry[] = [];
        for (const change of changes) {
          const looking = serial && entries.length === 0 ? { ...change, executorId } : change;
          const job = yield* changeJob(capabilities, looking);
          if (job === undefined) throw new ChangeRefusedError();
          entries.push({ kind: 'job', job });
        }
        yield* appendEvents(capabilities, { taskId, time: clock.now(), reserved }, entries);
        return entries;
      }),
    );
    return this.#publish(owner, events ?? []);
  }

  #publish({ taskId }: EventOwner, events: readonly EventEntry[]): Job | undefined {
    if (events.length > 0) this.#options.changed(taskId, events);
    const last = events.at(-1);
    return last?.kind === 'job' ? last.job : undefined;
  }
}

/**
 * Changes jobs of a running task with their events, in one statement: a round trip instead of five, for
 * databases with `writableWith`. The task's row comes first here too; where its owner has lost it, or one of the changes
 * is not possible, nothing happens at all. Returns the events.
 */
async function changeJobsAtOnce(
  { cache }: Pick<SqlDatabase<EngineTables>, 'cache'>,
  owner: JobOwner,
  { changes, time }: { readonly changes: readonly JobChange[]; readonly time: number },
): Promise<readonly Transition[]> {
  const journaled = new JournaledChanges(changes);
  const template = {
    shape: `${journaled.shape}, at once`,
    build: (query: Kysely<EngineTables>, value: NamedValue) => {
      const moved = query
        .updateTable('tasks')
        .set((eb) => ({ event_sequence: eb('event_sequence', '+', sql.lit(changes.length)) }))
        .where('id', '=', value<string>('taskId'))
        .where('executor_id', '=', value<string>('executorId'))
        .where('status', '=', 'running')
        .where(journaled.possible(value))
        .returning(['id', 'event_sequence']);
      const parts = [
        sql`moved as (${moved})`,
        ...journaled.updates(query, value),
        writtenEvents(journaled.events(value, 0)),
      ];
      return statement<WrittenEvent>(query, sql`with ${sql.join(parts)} select * from written order by sequence`);
    },
  };
  const { rows } = await cache.alone(template, { ...journaled.values, ...owner, time }, owner.taskId);
  return rows.map(toTransition);
}

/** Thrown in a transaction that turns out not to be allowed after it has written something: all of it is undone. */
class ChangeRefusedError extends Error {
  constructor() {
    super('the change is not allowed');
    this.name = 'ChangeRefusedError';
  }
}

/** The result of the transaction; undefined when it was refused. */
async function undefinedIfRefused<T>(transaction: () => Promise<T>): Promise<T | undefined> {
  try {
    return await transaction();
  } catch (thrown) {
    if (thrown instanceof ChangeRefusedError) return undefined;
    throw thrown;
  }
}
