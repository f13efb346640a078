import type { Message } from '@kubemin/base/message';
import type { SqlDatabase } from '@kubemin/sql';
import type { EngineTables } from '../task/index.ts';
import { cancelReasonColumns, readMessageColumns } from './row-mapping.ts';
import { toSqlLiterals } from './state-literals.ts';

/** The user that wants a task to end, and the reason. */
export interface CancelRequest {
  readonly user: string;
  readonly reason: Message;
}

/** A cancel request for the executor of a task. */
export interface PendingCancel extends CancelRequest {
  readonly taskId: string;
}

/**
 * Requests to cancel running tasks of other processes. Only the process that runs a task knows when its last write
 * has ended, so that process stores the end; after the request it starts no new write.
 */
export class CancelRequests {
  readonly #database: SqlDatabase<EngineTables>;

  constructor(database: SqlDatabase<EngineTables>) {
    this.#database = database;
  }

  /** Stores the request in the row of a running task; the first one stays, and nothing happens to a task that does not run. */
  async add(taskId: string, { user, reason }: CancelRequest): Promise<void> {
    await this.#database.query
      .updateTable('tasks')
      .set((eb) => ({ revoker: user, ...cancelReasonColumns(reason), version: eb('version', '+', 1) }))
      .where('id', '=', taskId)
      .where('status', '=', 'running')
      .where('revoker', 'is', null)
      .execute();
  }

  /** The requests for tasks of this executor. */
  async list(executorId: string): Promise<readonly PendingCancel[]> {
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
