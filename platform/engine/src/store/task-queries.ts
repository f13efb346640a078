import type { Kysely, QueryTemplate, RawBuilder, SelectQueryBuilder } from '@kubemin/sql';
import { DELIVERS_NOTHING, type EngineTables, type TaskFilter, type TaskRow } from '../task/index.ts';
import { toSqlLiterals } from './state-literals.ts';
import { tasksAhead, tasksAheadOfAll } from './turn.ts';

/** Waiting tasks whose turn it is, oldest first: nothing of their application is claimed, and none is older. */
export const ELIGIBLE: QueryTemplate<EngineTables, Pick<TaskRow, 'id'>> = {
  shape: 'eligible tasks',
  build: (query, value) =>
    query
      .selectFrom('tasks')
      .select('id')
      .where('status', 'in', toSqlLiterals(['waiting']))
      .where((eb) => eb.not(eb.exists(tasksAheadOfAll(eb).select('other.id'))))
      .orderBy('position')
      .limit(value<number>('limit')),
};

/** The oldest task of an application that waits. */
export const NEXT_WAITING: QueryTemplate<EngineTables, Pick<TaskRow, 'id'>> = {
  shape: 'next task of an application',
  build: (query, value) =>
    query
      .selectFrom('tasks')
      .select('id')
      .where('app_id', '=', value<string>('appId'))
      .where('status', '=', 'waiting')
      .orderBy('position')
      .limit(1),
};

/** The task that has a number. */
export const BY_NUMBER: QueryTemplate<EngineTables, Pick<TaskRow, 'id'>> = {
  shape: 'task by number',
  build: (query, value) => query.selectFrom('tasks').select('id').where('position', '=', value<number>('number')),
};

/** What running a task takes, if it has its turn. */
export const IN_TURN: QueryTemplate<
  EngineTables,
  Pick<TaskRow, 'app_id' | 'document' | 'component_ids' | 'operation' | 'announced_at'>
> = {
  shape: 'task in turn',
  build: (query, value) =>
    query
      .selectFrom('tasks')
      .select(['app_id', 'document', 'component_ids', 'operation', 'announced_at'])
      .where('id', '=', value<string>('taskId'))
      .where((eb) => eb.not(eb.exists(tasksAhead(eb).select('other.id')))),
};

/** The holder of a task, if it runs and no cancel is requested. */
export const HOLDER: QueryTemplate<EngineTables, Pick<TaskRow, 'status' | 'executor_id' | 'revoker'>> = {
  shape: 'holder of a task',
  build: (query, value) =>
    query.selectFrom('tasks').select(['status', 'executor_id', 'revoker']).where('id', '=', value<string>('taskId')),
};

/** Changes a running task that an executor holds, so that others wait. */
export const HELD: QueryTemplate<EngineTables, unknown> = {
  shape: 'hold a running task',
  build: (query, value) =>
    query
      .updateTable('tasks')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', value<string>('taskId'))
      .where('executor_id', '=', value<string>('executorId'))
      .where('status', '=', 'running'),
};

/** A run of an application that has begun, whatever became of it. */
export const ANY_BEGUN: QueryTemplate<EngineTables, Pick<TaskRow, 'id'>> = {
  shape: 'begun task of an application',
  build: (query, value) =>
    query
      .selectFrom('tasks')
      .select('id')
      .where('app_id', '=', value<string>('appId'))
      .where('started_at', 'is not', null)
      .limit(1),
};

/** The newest run of an application that completed, other than one. */
export const LAST_COMPLETED: QueryTemplate<
  EngineTables,
  Pick<TaskRow, 'document' | 'component_ids' | 'tracks' | 'kind'>
> = {
  shape: 'last completed task',
  build: (query, value) => completedBefore(query, { appId: value<string>('appId'), taskId: value<string>('taskId') }),
};

/** The same as part of another query. */
export function completedBefore(
  query: Kysely<EngineTables>,
  { appId, taskId }: { readonly appId: RawBuilder<string>; readonly taskId: RawBuilder<string> },
) {
  return (
    query
      .selectFrom('tasks')
      .select(['document', 'component_ids', 'tracks', 'kind'])
      .where('app_id', '=', appId)
      .where('status', '=', 'completed')
      // One that did a single job again has not delivered its document.
      .where('retry_job', 'is', null)
      .where('kind', 'not in', DELIVERS_NOTHING)
      .where('id', '!=', taskId)
      .orderBy('position', 'desc')
      .limit(1)
  );
}

/** Only those tasks of a query that a filter lets through. */
export function filtered<O>(
  query: SelectQueryBuilder<EngineTables, 'tasks', O>,
  { appId, appIds, status, kind, creator, source, since, until, after }: TaskFilter,
): SelectQueryBuilder<EngineTables, 'tasks', O> {
  if (appId !== undefined) query = query.where('app_id', '=', appId);
  // `in ()` is no SQL; no application has an empty id.
  if (appIds !== undefined) query = query.where('app_id', 'in', appIds.length === 0 ? [''] : appIds);
  if (status !== undefined) query = query.where('status', 'in', toSqlLiterals(status));
  if (kind !== undefined) query = query.where('kind', 'in', kind);
  if (creator !== undefined) query = query.where('creator', '=', creator);
  if (source !== undefined) query = query.where('source', 'in', source);
  if (since !== undefined) query = query.where('created_at', '>=', since);
  if (until !== undefined) query = query.where('created_at', '<', until);
  return after === undefined ? query : query.where('position', '<', after);
}
