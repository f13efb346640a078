import type { Message } from '@kubemin/base/message';
import type { SqlDatabase } from '@kubemin/sql';
import { cancelReasonColumns, readMessageColumns } from './message-columns.ts';
import { toSqlLiterals } from './state-literals.ts';
import type { EngineTables } from './tables.ts';

/** Who wants a task to end, and why. */
export interface CancelWish {
  readonly user: string;
  readonly reason: Message;
}

/** A wish that the executor of a task has to fulfil. */
export interface AskedCancel extends CancelWish {
  readonly taskId: string;
}

/**
 * Wishes that running tasks of other processes be cancelled. Only the process that runs a task knows when its last write
 * is through, so it is that process which stores the end; from the wish on it lets no new write pass.
 */
export class CancelRequests {
  readonly #database: SqlDatabase<EngineTables>;

  constructor(database: SqlDatabase<EngineTables>) {
    this.#database = database;
  }

  /** Leaves a wish with a task that runs; the first one stays, and nothing happens to a task that does not run. */
  async ask(taskId: string, { user, reason }: CancelWish): Promise<void> {
    await this.#database.query
      .updateTable('tasks')
      .set((eb) => ({ revoker: user, ...cancelReasonColumns(reason), version: eb('version', '+', 1) }))
      .where('id', '=', taskId)
      .where('status', '=', 'running')
      .where('revoker', 'is', null)
      .execute();
  }

  /** The wishes left with tasks of this executor. */
  async asked(executorId: string): Promise<readonly AskedCancel[]> {
    const rows = await this.#database.query
      .selectFrom('tasks')
      .select(['id', 'revoker', 'cancel_reason', 'cancel_reason_text'])
      .where('status', 'in', toSqlLiterals(['running']))
      .where('executor_id', '=', executorId)
      .where('revoker', 'is not', null)
      .execute();
    return rows.map((row) => ({
      taskId: row.id,
      user: row.revoker ?? '',
      reason: readMessageColumns(row.cancel_reason ?? '', row.cancel_reason_text),
    }));
  }
}
