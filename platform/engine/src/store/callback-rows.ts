import { TerminalError } from '@kubemin/base';
import { isUniqueViolation, type Selectable } from '@kubemin/sql';
import { storeMessages } from '../messages/index.ts';
import type { CallbackAttempt, CallbackState, CallbackStatus, EngineTables, RunCallback } from '../task/index.ts';
import type { StoreOptions } from './store-options.ts';

/** How long a row waits that cannot be read. */
const UNREADABLE_PAUSE_MS = 3_600_000;

type CallbackRow = Selectable<EngineTables['run_callbacks']>;

/** A callback whose run has ended and whose next attempt is due. */
export interface DueCallback extends RunCallback {
  readonly taskId: string;
  readonly origin: string;
  readonly attempts: readonly CallbackAttempt[];
  /** As it was read: an update succeeds only if nothing has changed it since. */
  readonly version: number;
}

/** A callback that one executor delivers, until its hold expires. */
export interface HeldCallback extends DueCallback {
  readonly executorId: string;
  readonly attempt: CallbackAttempt;
}

/** What one attempt has led to. */
export interface CallbackOutcome {
  readonly status: CallbackStatus;
  readonly attempt: CallbackAttempt;
  /** When the next attempt is due, where there is one. */
  readonly nextAt?: number;
}

/**
 * Callbacks of runs. A row is stored before its task, so that no task with a callback lacks it. Every change is one
 * conditional UPDATE: of several instances, one delivers; a hold of one that died expires, and another continues.
 */
export class CallbackRows {
  readonly #options: Pick<StoreOptions, 'database' | 'vault' | 'clock'>;

  constructor(options: Pick<StoreOptions, 'database' | 'vault' | 'clock'>) {
    this.#options = options;
  }

  /** Stores the callback of a task that is to be stored next. One that is there already stays. */
  async add(taskId: string, callback: RunCallback): Promise<void> {
    const { database, vault, clock } = this.#options;
    const row: CallbackRow = {
      task_id: taskId,
      target: vault.seal(JSON.stringify(callback)),
      origin: new URL(callback.url).origin,
      status: 'open',
      attempts: '[]',
      next_at: 0,
      held_by: null,
      held_until: 0,
      version: 1,
      created_at: clock.now(),
    };
    try {
      await database.query.insertInto('run_callbacks').values(row).execute();
    } catch (thrown) {
      if (!isUniqueViolation(thrown)) throw thrown;
    }
  }

  async find(taskId: string): Promise<CallbackState | undefined> {
    const { query } = this.#options.database;
    const row = await query.selectFrom('run_callbacks').selectAll().where('task_id', '=', taskId).executeTakeFirst();
    if (row === undefined) return undefined;
    const attempts = readAttempts(row);
    // Not while an attempt is under way.
    const isDueLater = row.status === 'open' && attempts.at(-1)?.endedAt !== undefined;
    return {
      taskId,
      origin: row.origin,
      status: row.status,
      attempts,
      ...(isDueLater && { nextAt: row.next_at }),
    };
  }

  /** Callbacks of ended runs whose next attempt is due and that no executor holds, except those to some origins. */
  async due(limit: number, exceptOrigins: readonly string[]): Promise<readonly DueCallback[]> {
    const { database, vault, clock } = this.#options;
    const now = clock.now();
    const all = database.query
      .selectFrom('run_callbacks')
      .innerJoin('tasks', 'tasks.id', 'run_callbacks.task_id')
      .selectAll('run_callbacks')
      .where('run_callbacks.status', '=', 'open')
      .where('next_at', '<=', now)
      .where('held_until', '<=', now)
      .where('tasks.ended_at', 'is not', null)
      .orderBy('next_at')
      .limit(limit);
    const rows = await (exceptOrigins.length === 0 ? all : all.where('origin', 'not in', [...exceptOrigins])).execute();
    const due: DueCallback[] = [];
    for (const row of rows) {
      const { task_id: taskId, origin, version } = row;
      try {
        const target = readTarget(vault.open(row.target), taskId);
        due.push({ ...target, taskId, origin, attempts: readAttempts(row), version });
      } catch (thrown) {
        if (!(thrown instanceof TerminalError)) throw thrown;
        // Its key may be put back. Until then it must not stop those behind it.
        await this.#change({ taskId, version }, { next_at: now + UNREADABLE_PAUSE_MS });
      }
    }
    return due;
  }

  /** Begins the next attempt for this executor; undefined when another one was faster. */
  async hold(
    due: DueCallback,
    by: { readonly executorId: string; readonly until: number },
  ): Promise<HeldCallback | undefined> {
    const { clock } = this.#options;
    const attempt = { number: due.attempts.length + 1, startedAt: clock.now() };
    const attempts = [...due.attempts, attempt];
    const changed = { attempts: JSON.stringify(attempts), held_by: by.executorId, held_until: by.until };
    const version = await this.#change(due, changed);
    return version === undefined ? undefined : { ...due, attempts, version, attempt, executorId: by.executorId };
  }

  /** Stores what an attempt has led to; false when the hold had expired and another executor has taken it since. */
  async settle(held: HeldCallback, { status, attempt, nextAt = 0 }: CallbackOutcome): Promise<boolean> {
    const attempts = JSON.stringify([...held.attempts.slice(0, -1), attempt]);
    const changed = { status, attempts, next_at: nextAt, held_by: null, held_until: 0 };
    return (await this.#change(held, changed)) !== undefined;
  }

  async #change(
    { taskId, version }: Pick<DueCallback, 'taskId' | 'version'>,
    changed: Partial<Omit<CallbackRow, 'task_id' | 'version'>>,
  ): Promise<number | undefined> {
    const { numUpdatedRows } = await this.#options.database.query
      .updateTable('run_callbacks')
      .set({ ...changed, version: version + 1 })
      .where('task_id', '=', taskId)
      .where('version', '=', version)
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n ? version + 1 : undefined;
  }
}

/** Rows are only written here; the check is for those that were edited by hand. */
function readAttempts({
  attempts,
  task_id: task,
}: Pick<CallbackRow, 'attempts' | 'task_id'>): readonly CallbackAttempt[] {
  const value: unknown = parseStored(attempts);
  if (Array.isArray(value) && value.every(isAttempt)) return value;
  throw damaged(task);
}

function isAttempt(value: unknown): value is CallbackAttempt {
  return typeof value === 'object' && value !== null && 'number' in value && 'startedAt' in value;
}

function readTarget(text: string, task: string): RunCallback {
  const value: unknown = parseStored(text);
  if (isTarget(value)) return value;
  throw damaged(task);
}

function isTarget(value: unknown): value is RunCallback {
  return typeof value === 'object' && value !== null && 'url' in value && typeof value.url === 'string';
}

/** Undefined when the text is not JSON. */
function parseStored(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function damaged(task: string): TerminalError {
  return new TerminalError(storeMessages.callbackDamaged({ task }), { code: 'STORED_VALUE_BROKEN' });
}
