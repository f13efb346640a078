import { orderedId, type Random } from '@kubemin/base';
import { isUniqueViolation, namedRow } from '@kubemin/sql';
import type { Job } from '../job.ts';
import type { PlannedJob } from '../plan/plan.ts';
import type { Tracks } from '../plan/rollouts.ts';
import { CLAIMED_TASK_STATES } from '../state/task-state.ts';
import type { RunRequest, Task } from '../task.ts';
import type { TaskFilter, TaskPage } from '../task-filter.ts';
import type { CancelWish } from './cancel-requests.ts';
import { appendEvents, type EventEntry } from './event-log.ts';
import type { Reserved } from './event-sequence.ts';
import { type JobSettlement, settleJobs } from './job-transition.ts';
import { keptJobs } from './kept-jobs.ts';
import { type Leader, stillLeads } from './leader-row.ts';
import { type NewAttempt, newTaskRow, type StoredRequest, storedRequest } from './new-task.ts';
import { comparePlan, newRows, type PlanRow, pairRows, storePlan } from './plan-rows.ts';
import { toJob, toTask } from './row-mapping.ts';
import type { StoreOptions } from './store-options.ts';
import type { TaskRow } from './tables.ts';
import { beginAtOnce, type ClaimedRow, claimAtOnce, finishAtOnce, insertAtOnce } from './task-at-once.ts';
import { lockTask } from './task-lock.ts';
import { ELIGIBLE, filtered, IN_TURN, LAST_COMPLETED } from './task-queries.ts';
import { moveTask, TASK_COLUMNS, type TaskMove, UNCLAIMED } from './task-transition.ts';
import { waitingFor } from './turn.ts';
import { scopeOf, type WriteScope } from './write-scope.ts';

/** How a task ended, other than by a cancel. */
export type TaskOutcome =
  | { readonly status: 'completed' }
  | { readonly status: 'failed' | 'timeout' | 'rejected'; readonly error: string };

/** The claim somebody holds on a task, as it was seen: recovery takes it away only if it still looks like this. */
export interface Claim {
  readonly taskId: string;
  readonly executorId: string;
  readonly heartbeatAt: number | null;
}

/** A claimed task with what is needed to run it. */
export interface ClaimedTask {
  readonly task: Task;
  /** Its document, sealed. */
  readonly request: string;
  readonly componentIds: string;
  readonly operation: string | null;
  /** What `lastCompleted` would say, where the claim has looked it up along the way. */
  readonly before?: { readonly delivered: DeliveredTask | undefined };
}

/** What a completed task had delivered, as stored. */
export interface DeliveredTask extends Omit<ClaimedTask, 'task' | 'operation' | 'before'> {
  readonly tracks: string | null;
}

/** What the cluster holds once a task has completed, as far as that is not what was asked for when it was submitted. */
export interface Delivers {
  readonly tracks?: Tracks;
  /** Of a task that changes what was delivered before it. */
  readonly delivers?: Omit<DeliveredTask, 'tracks'>;
}

/** What a transaction has changed, and the events that tell of it. */
interface Transition<R> {
  readonly result: R;
  readonly events: readonly EventEntry[];
  readonly reserved?: Reserved;
}

const NOTHING = { result: undefined, events: [] } as const;

/**
 * Tasks and their transitions: each is one conditional UPDATE, with its events in the same transaction. The task's row
 * is the first that any transition changes (its jobs' too), so that no two can wait for each other.
 */
export class TaskStore {
  readonly #options: StoreOptions;
  readonly #random: Random;

  constructor(options: StoreOptions, random: Random) {
    this.#options = options;
    this.#random = random;
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
      ...(by.creator !== undefined && { creator: by.creator }),
      retryOf: taskId,
      ...(by.jobId !== undefined && { retryJob: by.jobId }),
    });
  }

  async #insert(request: StoredRequest): Promise<Task> {
    const now = this.#options.clock.now();
    const id = request.id ?? orderedId(this.#random, now);
    const known = request.id === undefined ? undefined : await this.task(id);
    if (known !== undefined) return known;
    const row = { ...newTaskRow(request, { id, now }), event_sequence: 1 };
    const inserted = this.#insertRow(row);
    return inserted.catch(async (error: unknown) => {
      const meanwhile = request.id !== undefined && isUniqueViolation(error) ? await this.task(id) : undefined;
      if (meanwhile !== undefined) return meanwhile;
      throw error;
    });
  }

  async #insertRow(row: Omit<TaskRow, 'position'>): Promise<Task> {
    const task = toTask({ ...row, position: 0 });
    if (this.#atOnce) {
      await insertAtOnce(this.#options.database.cache, row, task);
      return this.#told(task);
    }
    return this.#commit(row.id, async ({ transaction, cache }) => {
      await cache.run<unknown>(
        transaction,
        { shape: 'insert task', build: (query, value) => query.insertInto('tasks').values(namedRow(row, value)) },
        row,
      );
      return { result: task, events: [{ kind: 'task', task }], reserved: { last: 1, count: 1 } };
    });
  }

  async task(taskId: string): Promise<Task | undefined> {
    const row = await this.#selectTasks().where('id', '=', taskId).executeTakeFirst();
    return row === undefined ? undefined : toTask(row);
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

  /** Waiting tasks whose turn it is, oldest first: nothing of their application is claimed, and none is older. */
  async eligible(limit: number): Promise<readonly string[]> {
    const { cache, query } = this.#options.database;
    const { rows } = await cache.run(query, ELIGIBLE, { limit });
    return rows.map((row) => row.id);
  }

  /** waiting → queued for this executor; undefined when another was faster, or it is not the task's turn. */
  async claim(taskId: string, executorId: string): Promise<ClaimedTask | undefined> {
    const time = this.#options.clock.now();
    if (this.#atOnce) {
      const set = { executor_id: executorId, heartbeat_at: time };
      const row = await claimAtOnce(this.#options.database.cache, { taskId, to: 'queued', set, time });
      return row && { ...claimedTask(row), task: this.#told(toTask(row)), before: deliveredBefore(row) };
    }
    return this.#commit(taskId, async (scope) => {
      const row = await scope.cache.first(scope.transaction, IN_TURN, { taskId });
      if (row === undefined) return NOTHING;
      const set = { executor_id: executorId, heartbeat_at: time, active_app: row.app_id };
      const moved = await moveTask(scope, { taskId, to: 'queued', set });
      if (moved === undefined) return NOTHING;
      const { task, reserved } = moved;
      return { result: { ...claimedTask(row), task }, events: [{ kind: 'task', task }], reserved };
    });
  }

  /** queued → running, with the plan's jobs stored in the same transaction; undefined when the claim was lost. */
  async begin(
    claim: Omit<Claim, 'heartbeatAt'>,
    jobs: readonly PlannedJob[],
    { tracks = {}, delivers }: Delivers = {},
  ): Promise<readonly PlanRow[] | undefined> {
    const { taskId, executorId } = claim;
    const now = this.#options.clock.now();
    const set = {
      tracks: Object.keys(tracks).length === 0 ? null : JSON.stringify(tracks),
      ...(delivers !== undefined && { document: delivers.request, component_ids: delivers.componentIds }),
    };
    const move = { taskId, executorId, to: 'running', set, startAt: now } as const;
    if (this.#atOnce) {
      const rows = newRows({ taskId, jobs, newId: () => this.#jobId() });
      const begun = await beginAtOnce(this.#options.database.cache, { ...move, time: now }, rows);
      if (begun !== undefined) {
        this.#told(begun, rows.map(toJob));
        return pairRows(jobs, rows);
      }
    }
    return this.#commit(taskId, async (scope) => {
      const compared = await comparePlan(scope, taskId, jobs);
      const moved = await moveTask(scope, { ...move, events: 1 + compared.missing.length });
      if (moved === undefined) return NOTHING;
      const { task, reserved } = moved;
      const kept = task.retryOf === undefined ? undefined : await keptJobs(scope.transaction, taskId, now);
      const { rows, added } = await storePlan(scope, compared, { newId: () => this.#jobId(), kept });
      return { result: rows, events: [{ kind: 'task', task }, ...jobEvents(added)], reserved };
    });
  }

  /** Stores jobs that turned out to be needed while the task runs; undefined when it is not this executor's any more. */
  extend(claim: Omit<Claim, 'heartbeatAt'>, jobs: readonly PlannedJob[]): Promise<readonly PlanRow[] | undefined> {
    const { taskId, executorId } = claim;
    return this.#commit(taskId, async (scope) => {
      const held = await scope.transaction
        .updateTable('tasks')
        .set((eb) => ({ version: eb('version', '+', 1) }))
        .where('id', '=', taskId)
        .where('executor_id', '=', executorId)
        .where('status', '=', 'running')
        .executeTakeFirstOrThrow();
      if (held.numUpdatedRows === 0n) return NOTHING;
      const compared = await comparePlan(scope, taskId, jobs);
      const { rows, added } = await storePlan(scope, compared, { newId: () => this.#jobId() });
      return { result: rows, events: jobEvents(added) };
    });
  }

  /** What the newest run of the application that completed, other than this one, has delivered; nothing when it deleted all. */
  async lastCompleted(task: Pick<Task, 'id' | 'appId'>): Promise<DeliveredTask | undefined> {
    const { cache, query } = this.#options.database;
    const row = await cache.first(query, LAST_COMPLETED, { taskId: task.id, appId: task.appId });
    return row && deliveredBy(row);
  }

  /** running → an end; unfinished jobs end with it. Undefined when the task was cancelled or taken away. */
  async finish(claim: Omit<Claim, 'heartbeatAt'>, outcome: TaskOutcome): Promise<Task | undefined> {
    const now = this.#options.clock.now();
    const error = 'error' in outcome ? outcome.error : null;
    const move = { ...claim, to: outcome.status, set: { ...UNCLAIMED, ended_at: now, error } };
    if (this.#atOnce) {
      const finished = await finishAtOnce(this.#options.database.cache, { ...move, time: now });
      if (finished !== undefined) return this.#told(finished);
    }
    const message = error === null ? 'no longer part of the plan' : 'not started: the run ended before';
    return this.#settle(move, [
      { from: 'queued', to: 'skipped', set: { ended_at: now, message } },
      { from: 'running', to: 'cancelled', set: { ended_at: now, error: 'stopped because the run ended' } },
    ]);
  }

  /** Any unfinished state → cancelled, its unfinished jobs with it; undefined when it had ended, or `only` does not hold. */
  cancel(taskId: string, by: CancelWish, only: Pick<TaskMove, 'from' | 'executorId'> = {}): Promise<Task | undefined> {
    const now = this.#options.clock.now();
    const set = { ...UNCLAIMED, ended_at: now, revoker: by.user, cancel_reason: by.reason };
    const ended = { ended_at: now, error: by.reason };
    return this.#settle({ ...only, taskId, to: 'cancelled', set }, [
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
    const now = this.#options.clock.now();
    // Handed back now, or by an executor that was last heard of with its heartbeat.
    const heldUntil = claim.heartbeatAt ?? now;
    const move = { ...claim, to: 'waiting', set: { ...UNCLAIMED, announced_at: now } } as const;
    const again = {
      from: 'running',
      to: 'queued',
      set: { message: 'interrupted; will run again' },
      heldUntil,
    } as const;
    return this.#settle(move, [again], leader);
  }

  /** Says that these tasks live, and answers those that this executor still holds. */
  async heartbeat(executorId: string, taskIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (taskIds.length === 0) return new Set();
    return this.#options.database.transaction(async (transaction) => {
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
      .where('status', 'in', CLAIMED_TASK_STATES);
    if (before !== undefined) query = query.where('heartbeat_at', '<', before);
    const rows = await query.execute();
    return rows.map((row) => ({
      taskId: row.id,
      executorId: row.executor_id ?? '',
      heartbeatAt: row.heartbeat_at,
    }));
  }

  /** True while the task runs, this executor holds it and nobody wants it cancelled: looked up right before each write to the cluster. */
  async holds(claim: Omit<Claim, 'heartbeatAt'>): Promise<boolean> {
    const row = await this.#options.database.query
      .selectFrom('tasks')
      .select(['status', 'executor_id', 'revoker'])
      .where('id', '=', claim.taskId)
      .executeTakeFirst();
    return row?.status === 'running' && row.executor_id === claim.executorId && row.revoker === null;
  }

  #selectTasks() {
    return this.#options.database.query
      .selectFrom('tasks')
      .select(TASK_COLUMNS)
      .select((eb) => waitingFor(eb).as('waiting_for'));
  }

  /** Whether transitions are one statement each. */
  get #atOnce(): boolean {
    return this.#options.database.capabilities.writableWith;
  }

  #told(task: Task, jobs: readonly Job[] = []): Task {
    this.#options.changed(task.id, [{ kind: 'task', task }, ...jobEvents(jobs)]);
    return task;
  }

  #jobId(): string {
    return orderedId(this.#random, this.#options.clock.now());
  }

  #settle(move: TaskMove, settlements: readonly JobSettlement[], leader?: Leader): Promise<Task | undefined> {
    return this.#commit(move.taskId, async (scope) => {
      if (leader !== undefined) {
        const { database } = this.#options;
        await lockTask(database, scope.transaction, move.taskId);
        if (!(await stillLeads(database, scope.transaction, leader))) return NOTHING;
      }
      const moved = await moveTask(scope, move);
      if (moved === undefined) return NOTHING;
      const { task, reserved } = moved;
      const jobs = await settleJobs(scope, move.taskId, settlements);
      // The task's event comes last: it ends the stream when it is terminal.
      return { result: task, events: [...jobEvents(jobs), { kind: 'task', task }], reserved };
    });
  }

  async #commit<R>(taskId: string, work: (scope: WriteScope) => Promise<Transition<R>>): Promise<R> {
    const { database, clock, changed } = this.#options;
    const { result, events } = await database.transaction(async (transaction) => {
      const scope = scopeOf(database, transaction);
      const done = await work(scope);
      await appendEvents(scope, { taskId, time: clock.now(), reserved: done.reserved }, done.events);
      return done;
    });
    if (events.length > 0) changed(taskId, events);
    return result;
  }
}

function jobEvents(jobs: readonly Job[]): readonly EventEntry[] {
  return jobs.map((job) => ({ kind: 'job', job }));
}

function claimedTask(row: Pick<TaskRow, 'document' | 'component_ids' | 'operation'>): Omit<ClaimedTask, 'task'> {
  return { request: row.document, componentIds: row.component_ids, operation: row.operation };
}

function deliveredBy(row: Pick<TaskRow, 'document' | 'component_ids' | 'tracks' | 'kind'>): DeliveredTask | undefined {
  if (row.kind === 'delete') return undefined;
  return { request: row.document, componentIds: row.component_ids, tracks: row.tracks };
}

function deliveredBefore(row: ClaimedRow): NonNullable<ClaimedTask['before']> {
  const { last_document: document, last_component_ids: component_ids, last_tracks: tracks, last_kind: kind } = row;
  if (document === null || component_ids === null || kind === null) return { delivered: undefined };
  return { delivered: deliveredBy({ document, component_ids, tracks, kind }) };
}
