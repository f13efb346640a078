import type { Kysely, NamedValue } from '@kubemin/sql';
import type { EngineTables } from './tables.ts';
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
  { transaction, capabilities, cache }: WriteScope,
  { taskId, executorId }: EventOwner,
  count = 1,
): Promise<Reserved | undefined> {
  const held = executorId !== undefined;
  const values = { taskId, executorId, count };
  const update = (query: Kysely<EngineTables>, value: NamedValue) =>
    query
      .updateTable('tasks')
      .set((eb) => ({ event_sequence: eb('event_sequence', '+', value<number>('count')) }))
      .where('id', '=', value<string>('taskId'))
      .$if(held, (any) => any.where('executor_id', '=', value<string>('executorId')).where('status', '=', 'running'));
  if (capabilities.returning) {
    const shape = `reserve sequences, held ${held}, returning`;
    const row = await cache.first(
      transaction,
      { shape, build: (query, value) => update(query, value).returning('event_sequence') },
      values,
    );
    return row && { last: row.event_sequence, count };
  }
  const { numAffectedRows } = await cache.run(
    transaction,
    { shape: `reserve sequences, held ${held}`, build: update },
    values,
  );
  if (numAffectedRows !== 1n) return undefined;
  const query = transaction.selectFrom('tasks').select('event_sequence').where('id', '=', taskId);
  const { event_sequence: last } = await query.executeTakeFirstOrThrow();
  return { last, count };
}
