import type { WriteScope } from './write-scope.ts';

/** Sequences that the next events of a task may have: the last one, and how many there are up to it. */
export interface Reserved {
  readonly last: number;
  readonly count: number;
}

/** Whose events they are; with an executor, only while the task runs and that executor holds it. */
export interface EventOwner {
  readonly taskId: string;
  readonly executorId?: string;
}

/**
 * Takes the next sequences of a task's events from the counter in its row. Whoever wants any has to update it, and so
 * waits for other writers of the task. Undefined when there is no such task.
 */
export async function reserveSequences(
  { transaction, capabilities }: WriteScope,
  { taskId, executorId }: EventOwner,
  count = 1,
): Promise<Reserved | undefined> {
  let update = transaction
    .updateTable('tasks')
    .set((eb) => ({ event_sequence: eb('event_sequence', '+', count) }))
    .where('id', '=', taskId);
  if (executorId !== undefined) update = update.where('executor_id', '=', executorId).where('status', '=', 'running');
  if (capabilities.returning) {
    const row = await update.returning('event_sequence').executeTakeFirst();
    return row && { last: row.event_sequence, count };
  }
  const { numUpdatedRows } = await update.executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return undefined;
  const query = transaction.selectFrom('tasks').select('event_sequence').where('id', '=', taskId);
  const { event_sequence: last } = await query.executeTakeFirstOrThrow();
  return { last, count };
}

/** Gives sequences back that turned out not to be needed: there are no gaps between events. */
export async function returnSequences({ transaction }: WriteScope, taskId: string, { count }: Reserved): Promise<void> {
  await transaction
    .updateTable('tasks')
    .set((eb) => ({ event_sequence: eb('event_sequence', '-', count) }))
    .where('id', '=', taskId)
    .execute();
}
