import type { Kysely, Transaction } from '@kubemin/sql';
import { TASK_TRANSITIONS, type TaskStatus } from '../state/task-state.ts';
import { sourcesOf } from '../state/transition-table.ts';
import type { Task } from '../task.ts';
import { toTask } from './row-mapping.ts';
import type { EngineTables, TaskRow } from './tables.ts';

/** The columns of a task that callers see; the document is large and read only to run it. */
export const TASK_COLUMNS = [
  'position',
  'id',
  'app_id',
  'app_name',
  'namespace',
  'revision',
  'creator',
  'created_at',
  'status',
  'error',
  'revoker',
  'cancel_reason',
  'started_at',
  'ended_at',
  'executor_id',
  'heartbeat_at',
  'active_app',
  'version',
  'event_sequence',
  'retry_of',
  'retry_job',
  'tracks',
  'kind',
] as const satisfies readonly (keyof TaskRow)[];

/** One step of a task's state machine. */
export interface TaskMove {
  readonly taskId: string;
  readonly to: TaskStatus;
  /** When given, the move only starts at one of these. @default every state that may go there */
  readonly from?: readonly TaskStatus[] | undefined;
  /** When given, the move only happens while this executor holds the task. */
  readonly executorId?: string | undefined;
  /** When given, the move only happens if nobody has sent a heartbeat since. */
  readonly heartbeatAt?: number | null | undefined;
  readonly set: Partial<
    Pick<
      TaskRow,
      | 'error'
      | 'revoker'
      | 'cancel_reason'
      | 'started_at'
      | 'ended_at'
      | 'executor_id'
      | 'heartbeat_at'
      | 'active_app'
      | 'tracks'
      | 'announced_at'
      | 'document'
      | 'component_ids'
    >
  >;
}

/** What a task's row holds when nobody works on it: a wish that it be cancelled is one to its executor. */
export const UNCLAIMED = {
  executor_id: null,
  heartbeat_at: null,
  active_app: null,
  revoker: null,
  cancel_reason: null,
} as const;

/** Moves a task by one conditional UPDATE; undefined when its state (or its executor) does not allow the move. */
export async function moveTask(transaction: Transaction<EngineTables>, move: TaskMove): Promise<Task | undefined> {
  let update = transaction
    .updateTable('tasks')
    .set((eb) => ({ ...move.set, status: move.to, version: eb('version', '+', 1) }))
    .where('id', '=', move.taskId)
    .where(
      'status',
      'in',
      sourcesOf(TASK_TRANSITIONS, move.to).filter((from) => move.from?.includes(from) ?? true),
    );
  if (move.executorId !== undefined) update = update.where('executor_id', '=', move.executorId);
  if (move.heartbeatAt === null) update = update.where('heartbeat_at', 'is', null);
  else if (move.heartbeatAt !== undefined) update = update.where('heartbeat_at', '=', move.heartbeatAt);
  const { numUpdatedRows } = await update.executeTakeFirstOrThrow();
  return numUpdatedRows === 0n ? undefined : findTask(transaction, move.taskId);
}

/** The task as stored now. */
export async function findTask(query: Kysely<EngineTables>, taskId: string): Promise<Task | undefined> {
  const row = await query.selectFrom('tasks').select(TASK_COLUMNS).where('id', '=', taskId).executeTakeFirst();
  return row === undefined ? undefined : toTask(row);
}
