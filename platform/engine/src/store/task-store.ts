import { orderedId, type Random } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { isUniqueViolation, step } from '@kubemin/sql';
import { runMessages } from '../messages/index.ts';
import type { Tracks } from '../plan/index.ts';
import {
  CLAIMED_TASK_STATES,
  type Job,
  type JobRow,
  type PlannedJob,
  type RunRequest,
  type Task,
  type TaskFilter,
  type TaskPage,
} from '../task/index.ts';
import type { CancelRequest } from './cancel-requests.ts';
import { type Claim, type ClaimedTask, type DeliveredTask, deliveredBy } from './claimed-task.ts';
import type { JobEnding } from './job-transition.ts';
import { keptJobs } from './kept-jobs.ts';
import { launchRows } from './launch-rows.ts';
import type { Leader } from './leader-row.ts';
import { type NewAttempt, newTaskRow, type StoredRequest, storedRequest } from './new-task.ts';
import { comparePlan, newRows, type PlanRow, storePlan } from './plan-rows.ts';
import { cancelReasonColumns, errorColumns, messageColumns, toTask } from './row-mapping.ts';
import { toSqlLiterals } from './state-literals.ts';
import type { StoreOptions } from './store-options.ts';
import { lockTasks } from './task-lock.ts';
import { ANY_BEGUN, BY_NUMBER, ELIGIBLE, filtered, HELD, HOLDER, LAST_COMPLETED } from './task-queries.ts';
import { moveTask, TASK_COLUMNS, type TaskMove, UNCLAIMED } from './task-transition.ts';
import type { TaskWrites } from './task-writes.ts';
import { waitingFor } from './turn.ts';
import { WritesAtOnce } from './writes-at-once.ts';
import { commitChange, jobEvents, NOTHING, settleTask, WritesByTransaction } from './writes-by-transaction.ts';

/** How a task ended, other than by a cancel. */
export type TaskOutcome =
  | { readonly status: 'completed' }
  | { readonly status: 'failed' | 'timeout' | 'rejected'; readonly error: Message };

/** What the cluster holds once a task has completed, as far as that is not what was asked for when it was submitted. */
export interface Delivers {
  readonly tracks?: Tracks;
  /** Of a task that changes what was delivered before it. */
  readonly delivers?: Omit<DeliveredTask, 'tracks'>;
}

/**
 * Tasks and their transitions: each is one conditional UPDATE, with its events in the same transaction. The task's row
 * is the first that any transition changes (its jobs' too), so that no two can wait for each other.
 */
export class TaskStore {
  readonly #options: StoreOptions;
  readonly #random: Random;
  readonly #writes: TaskWrites;

  constructor(options: StoreOptions, random: Random) {
    this.#options = options;
    this.#random = random;
    const byTransaction = new WritesByTransaction(options);
    const { writableWith } = options.database.capabilities;
    this.#writes = writableWith ? new WritesAtOnce(options, byTransaction) : byTransaction;
  }

  submit(request: RunRequest): Promise<Task> {
    return this.#insert(storedRequest(request, this.#options.vault));
  }

  /** A new task that does again what an ended one left undone, or one job of it. Undefined when that is not there. */
  async retry(taskId: string, by: NewAttempt): Promise<Task | undefined> {
    const row = await this.#options.database.query
      .selectFrom('tasks')
      .selectAll()
      .where('id', '=', taskId)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    return this.#insert({
      appId: row.app_id,
      appName: row.app_name,
      namespace: row.namespace,
      revision: row.revision,
      document: row.document,
      componentIds: row.component_ids,
      kind: row.kind,
      operation: row.operation,
      ...(by.id !== undefined && { id: by.id }),
      ...(row.workflow_id !== null && { workflowId: row.workflow_id }),
      ...(by.creator !== undefined && { creator: by.creator }),
      ...(by.source !== undefined && { source: by.source }),
      retryOf: taskId,
      ...(by.jobId !== undefined && { retryJob: by.jobId }),
    });
  }

  async #insert(request: StoredRequest): Promise<Task> {
    const now = this.#options.clock.now();
    const id = request.id ?? orderedId(this.#random, now);
    const known = request.id === undefined ? undefined : await this.task(id);
    if (known !== undefined) return known;
    const row = { ...newTaskRow(request, { id, now, trace: this.#options.trace?.() }), event_sequence: 1 };
    return this.#writes.insert(row).catch(async (error: unknown) => {
      const meanwhile = request.id !== undefined && isUniqueViolation(error) ? await this.task(id) : undefined;
      if (meanwhile !== undefined) return meanwhile;
      throw error;
    });
  }

  async task(taskId: string): Promise<Task | undefined> {
    const row = await this.#selectTasks().where('id', '=', taskId).executeTakeFirst();
    return row === undefined ? undefined : toTask(row);
  }

  /** The id of the task that has a number. */
  async findIdByNumber(number: number): Promise<string | undefined> {
    const { cache, query } = this.#options.database;
    return (await cache.first(query, BY_NUMBER, { number }))?.id;
  }

  /** Newest first. */
  async tasks(filter: TaskFilter & { readonly limit: number }): Promise<TaskPage> {
    const rows = await filtered(this.#selectTasks(), filter)
      .orderBy('position', 'desc')
      .limit(filter.limit + 1)
      .execute();
    const page = rows.slice(0, filter.limit);
    const last = page.at(-1);
    return { tasks: page.map(toTask), ...(rows.length > page.length && last && { next: last.position }) };
  }

  /** The task of the same application that was submitted right before one; undefined for the first. */
  async previousTask({ id, appId }: Pick<Task, 'id' | 'appId'>): Promise<Task | undefined> {
    const row = await this.#selectTasks()
      .where('app_id', '=', appId)
      .where('position', '<', (eb) =>
        eb.selectFrom('tasks as later').select('later.position').where('later.id', '=', id),
      )
      .orderBy('position', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row === undefined ? undefined : toTask(row);
  }

  /** Waiting tasks whose turn it is, oldest first: nothing of their application is claimed, and none is older. */
  async eligible(limit: number): Promise<readonly string[]> {
    const { cache, query } = this.#options.database;
    const { rows } = await cache.run(query, ELIGIBLE, { limit });
    return rows.map((row) => row.id);
  }

  /** waiting → queued for this executor; undefined when another was faster, or it is not the task's turn. */
  claim(taskId: string, executorId: string): Promise<ClaimedTask | undefined> {
    return this.#writes.claim(taskId, executorId);
  }

  /** The jobs of a plan as they will be stored when a task that never ran is launched. */
  newJobRows(taskId: string, jobs: readonly PlannedJob[]): readonly JobRow[] {
    return newRows({ taskId, jobs, newId: () => this.#newId(), timeLimit: this.#options.timeLimit });
  }

  /**
   * queued → running for a task that never ran, with its jobs, one of which may run from the same moment on; returns
   * them. Undefined when the claim was lost.
   */
  launch(
    claim: Omit<Claim, 'heartbeatAt'>,
    { rows, ...delivers }: Delivers & { readonly rows: readonly JobRow[] },
    startedId?: string,
  ): Promise<readonly Job[] | undefined> {
    const startAt = this.#options.clock.now();
    const move = { ...claim, to: 'running', set: deliveryColumns(delivers), startAt, isFirst: true } as const;
    return this.#writes.launch(move, launchRows(rows, startedId, startAt));
  }

  /**
   * queued → running for any task, with those of the plan's jobs that it does not have yet; a task that retries another
   * keeps what that one has done. Undefined when the claim was lost.
   */
  begin(
    claim: Omit<Claim, 'heartbeatAt'>,
    jobs: readonly PlannedJob[],
    delivers: Delivers = {},
  ): Promise<readonly PlanRow[] | undefined> {
    const { taskId } = claim;
    const startAt = this.#options.clock.now();
    const { database, timeLimit } = this.#options;
    const { capabilities } = database;
    const newId = () => this.#newId();
    return commitChange(this.#options, taskId, function* () {
      const compared = yield* comparePlan(taskId, jobs);
      const events = 1 + compared.missing.length;
      const moved = yield* moveTask(capabilities, {
        ...claim,
        to: 'running',
        set: deliveryColumns(delivers),
        startAt,
        events,
      });
      if (moved === undefined) return NOTHING;
      const { task, reserved } = moved;
      const kept = task.retryOf === undefined ? undefined : yield* keptJobs(taskId, startAt);
      const { rows, added } = yield* storePlan(compared, { newId, kept, timeLimit });
      return { result: rows, events: [{ kind: 'task', task }, ...jobEvents(added)], reserved };
    });
  }

  /** Stores jobs that turned out to be needed while the task runs; undefined when it is not this executor's any more. */
  extend(claim: Omit<Claim, 'heartbeatAt'>, jobs: readonly PlannedJob[]): Promise<readonly PlanRow[] | undefined> {
    const { taskId, executorId } = claim;
    const { timeLimit } = this.#options;
    const newId = () => this.#newId();
    return commitChange(this.#options, taskId, function* () {
      const { numAffectedRows } = yield* step(HELD, { taskId, executorId });
      if (numAffectedRows !== 1n) return NOTHING;
      const compared = yield* comparePlan(taskId, jobs);
      const { rows, added } = yield* storePlan(compared, { newId, timeLimit });
      return { result: rows, events: jobEvents(added) };
    });
  }

  /** What the newest run of the application that completed, other than this one, has delivered; nothing when it deleted all. */
  async lastCompleted(task: Pick<Task, 'id' | 'appId'>): Promise<DeliveredTask | undefined> {
    const { cache, query } = this.#options.database;
    const row = await cache.first(query, LAST_COMPLETED, { taskId: task.id, appId: task.appId });
    return row && deliveredBy(row);
  }

  /**
   * Whether a run of the application has ever begun. While none has, nothing was written to a cluster in its name: a write
   * comes after the beginning is stored, and of the runs of an application the last are kept for as long as it is there.
   */
  async hasEverBegun(appId: string): Promise<boolean> {
    const { cache, query } = this.#options.database;
    return (await cache.first(query, ANY_BEGUN, { appId })) !== undefined;
  }

  /**
   * running → an end; unfinished jobs end with it, after the one that came to its own end right before. Undefined when the
   * task was cancelled or taken away.
   */
  finish(claim: Omit<Claim, 'heartbeatAt'>, outcome: TaskOutcome, ended?: JobEnding): Promise<Task | undefined> {
    const time = this.#options.clock.now();
    const error = 'error' in outcome ? outcome.error : null;
    const message = error === null ? runMessages.notInPlan : runMessages.notReached;
    return this.#writes.finish({
      ended,
      move: { ...claim, to: outcome.status, set: { ...UNCLAIMED, ended_at: time, ...errorColumns(error) }, time },
      settlements: [
        { from: 'queued', to: 'skipped', set: { ended_at: time, ...messageColumns(message) } },
        {
          from: 'running',
          to: 'cancelled',
          set: { ended_at: time, ...errorColumns(runMessages.stoppedWithRun) },
        },
      ],
    });
  }

  /** Any unfinished state → cancelled, its unfinished jobs with it; undefined when it had ended, or `only` does not hold. */
  cancel(
    taskId: string,
    by: CancelRequest,
    only: Pick<TaskMove, 'from' | 'executorId'> = {},
  ): Promise<Task | undefined> {
    const time = this.#options.clock.now();
    const set = { ...UNCLAIMED, ended_at: time, revoker: by.user, ...cancelReasonColumns(by.reason) };
    const ended = { ended_at: time, ...errorColumns(by.reason) };
    return settleTask(this.#options, { ...only, taskId, to: 'cancelled', set, time }, [
      { from: 'queued', to: 'cancelled', set: ended },
      { from: 'running', to: 'cancelled', set: ended },
    ]);
  }

  /**
   * Claimed → waiting; its running jobs will run again, its finished ones not. Undefined when the claim has changed, or
   * the leader that takes it away leads no more.
   */
  release(
    claim: Omit<Claim, 'heartbeatAt'> & Partial<Pick<Claim, 'heartbeatAt'>>,
    leader?: Leader,
  ): Promise<Task | undefined> {
    const time = this.#options.clock.now();
    // Handed back now, or by an executor that was last heard of with its heartbeat.
    const heldUntil = claim.heartbeatAt ?? time;
    const move = {
      ...claim,
      to: 'waiting',
      set: { ...UNCLAIMED, heartbeat_at: heldUntil, announced_at: time },
      time,
    } as const;
    const again = {
      from: 'running',
      to: 'queued',
      set: messageColumns(runMessages.interrupted),
      heldUntil,
    } as const;
    return settleTask(this.#options, move, [again], leader);
  }

  /** Stores the heartbeat of these tasks, and returns those that this executor still holds. */
  async heartbeat(executorId: string, taskIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (taskIds.length === 0) return new Set();
    const { database } = this.#options;
    return database.transaction(async (transaction) => {
      await database.cache.runSteps(transaction, lockTasks(database.capabilities, taskIds));
      await transaction
        .updateTable('tasks')
        .set({ heartbeat_at: this.#options.clock.now() })
        .where('id', 'in', taskIds)
        .where('executor_id', '=', executorId)
        .where('status', 'in', CLAIMED_TASK_STATES)
        .execute();
      const rows = await transaction
        .selectFrom('tasks')
        .select('id')
        .where('id', 'in', taskIds)
        .where('executor_id', '=', executorId)
        .execute();
      return new Set(rows.map((row) => row.id));
    });
  }

  /** Claims whose last heartbeat is older than `before`; all claims when it is undefined. */
  async claims(before?: number): Promise<readonly Claim[]> {
    let query = this.#options.database.query
      .selectFrom('tasks')
      .select(['id', 'executor_id', 'heartbeat_at'])
      .where('status', 'in', toSqlLiterals(CLAIMED_TASK_STATES));
    if (before !== undefined) query = query.where('heartbeat_at', '<', before);
    const rows = await query.execute();
    return rows.map((row) => ({
      taskId: row.id,
      executorId: row.executor_id ?? '',
      heartbeatAt: row.heartbeat_at,
    }));
  }

  /** True while the task runs, this executor holds it and no cancel is requested: looked up right before each write to the cluster. */
  async holds(claim: Omit<Claim, 'heartbeatAt'>): Promise<boolean> {
    const { cache, query } = this.#options.database;
    const row = await cache.first(query, HOLDER, { taskId: claim.taskId });
    return row?.status === 'running' && row.executor_id === claim.executorId && row.revoker === null;
  }

  #selectTasks() {
    return this.#options.database.query.selectFrom('tasks').select(TASK_COLUMNS).select(waitingFor);
  }

  #newId(): string {
    return orderedId(this.#random, this.#options.clock.now());
  }
}

function deliveryColumns({ tracks = {}, delivers }: Delivers): TaskMove['set'] {
  return {
    tracks: Object.keys(tracks).length === 0 ? null : JSON.stringify(tracks),
    ...(delivers !== undefined && { document: delivers.request, component_ids: delivers.componentIds }),
  };
}
