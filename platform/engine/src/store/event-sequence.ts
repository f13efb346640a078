import { firstOf, type Kysely, type NamedValue, type QueryTemplate, step } from '@kubemin/sql';
import type { EngineTables, TaskRow } from './tables.ts';
import type { Abilities, EngineSteps } from './write-scope.ts';

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

const COUNTED: QueryTemplate<EngineTables, Pick<TaskRow, 'event_sequence'>> = {
  shape: 'counted events of a task',
  build: (query, value) => query.selectFrom('tasks').select('event_sequence').where('id', '=', value<string>('taskId')),
};

/**
 * Takes the next sequences of a task's events from the counter in its row. Whoever wants any has to update it, and so
 * waits for other writers of the task. Undefined when there is no such task.
 */
export function* reserveSequences(
  { returning }: Abilities,
  { taskId, executorId }: EventOwner,
  count = 1,
): EngineSteps<Reserved | undefined> {
  const held = executorId !== undefined;
  const values = { taskId, executorId, count };
  const update = (query: Kysely<EngineTables>, value: NamedValue) =>
    query
      .updateTable('tasks')
      .set((eb) => ({ event_sequence: eb('event_sequence', '+', value<number>('count')) }))
      .where('id', '=', value<string>('taskId'))
      .$if(held, (any) => any.where('executor_id', '=', value<string>('executorId')).where('status', '=', 'running'));
  if (returning) {
    const shape = `reserve sequences, held ${held}, returning`;
    const build = (query: Kysely<EngineTables>, value: NamedValue) => update(query, value).returning('event_sequence');
    const row = yield* firstOf({ shape, build }, values);
    return row && { last: row.event_sequence, count };
  }
  const { numAffectedRows } = yield* step({ shape: `reserve sequences, held ${held}`, build: update }, values);
  if (numAffectedRows !== 1n) return undefined;
  const row = yield* firstOf(COUNTED, { taskId });
  return row && { last: row.event_sequence, count };
}
