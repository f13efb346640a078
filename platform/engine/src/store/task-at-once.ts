import {
  type Compilable,
  type Kysely,
  type NamedValue,
  namedRow,
  type QueryCache,
  type RawBuilder,
  sql,
} from '@kubemin/sql';
import type { Task } from '../task.ts';
import { toTask } from './row-mapping.ts';
import type { EngineTables, JobRow, TaskRow } from './tables.ts';
import { completedBefore } from './task-queries.ts';
import { moveValues, shapeOf, TASK_COLUMNS, type TaskMove, updateBy } from './task-transition.ts';
import { ahead } from './turn.ts';

type Cache = QueryCache<EngineTables>;
type SeenTask = Pick<TaskRow, (typeof TASK_COLUMNS)[number]>;
type TaskText = Pick<TaskRow, 'document' | 'component_ids' | 'operation'>;

/** A claimed task's row, with what the run before it had delivered. */
export type ClaimedRow = SeenTask &
  TaskText & {
    readonly last_document: string | null;
    readonly last_component_ids: string | null;
    readonly last_tracks: string | null;
    readonly last_kind: TaskRow['kind'] | null;
  };

/** A new task, and the event that tells of it. */
export async function insertAtOnce(cache: Cache, row: Omit<TaskRow, 'position'>, task: Task): Promise<void> {
  await cache.alone<unknown>(
    {
      shape: 'insert task, at once',
      build: (query, value) =>
        query
          .with('stored', (within) => within.insertInto('tasks').values(namedRow(row, value)))
          .insertInto('run_events')
          .values({
            task_id: value<string>('id'),
            sequence: value<number>('event_sequence'),
            time: value<number>('created_at'),
            kind: 'task',
            snapshot: value<string>('snapshot'),
          }),
    },
    { ...row, snapshot: JSON.stringify(task) },
    row.id,
  );
}

/** waiting → queued, if it is the task's turn. */
export async function claimAtOnce(
  cache: Cache,
  move: TaskMove & { readonly time: number },
): Promise<ClaimedRow | undefined> {
  const { taskId: key, time } = move;
  const { rows } = await cache.alone(
    {
      shape: `${shapeOf(move)}, at once`,
      build: (query, value) => {
        const update = updateBy(move, query, value)
          .set((eb) => ({ active_app: eb.ref('app_id') }))
          .where((eb) => eb.not(eb.exists(ahead(eb).select('other.id'))))
          .returning([...TASK_COLUMNS, 'document', 'component_ids', 'operation', 'announced_at']);
        // It may have been asked for before the task was handed back, or by a clock that is behind.
        const time = sql`greatest(${value<number>('time')}::bigint, moved.announced_at)`;
        const last = completedBefore(query, { appId: sql`moved.app_id`, taskId: sql`moved.id` });
        return compilable<ClaimedRow>(
          query,
          sql`with moved as (${update}), told as (${tellTask(value, time)})
          select moved.*, last.document as last_document, last.component_ids as last_component_ids,
            last.tracks as last_tracks, last.kind as last_kind
          from moved left join lateral (${last}) as last on true`,
        );
      },
    },
    { ...moveValues(move), time },
    key,
  );
  return rows[0];
}

/** queued → running for a task that never ran, with all its jobs. */
export async function beginAtOnce(
  cache: Cache,
  move: TaskMove & { readonly time: number },
  jobs: readonly JobRow[],
): Promise<Task | undefined> {
  const { taskId: key, time } = move;
  const { rows } = await cache.alone(
    {
      shape: `${shapeOf(move)}, with jobs, at once`,
      build: (query, value) => {
        const update = updateBy(move, query, value)
          .where('started_at', 'is', null)
          .where('retry_of', 'is', null)
          .returning(TASK_COLUMNS);
        return compilable<SeenTask>(
          query,
          sql`with moved as (${update}),
          planned as (
            select item.value as job, item.ordinality as place
            from moved, json_array_elements(${value<string>('jobs')}::json) with ordinality as item),
          added as (
            insert into jobs select filled.* from planned, json_populate_record(null::jobs, planned.job) as filled),
          told as (${tellTask(value)}
            union all
            select moved.id, moved.event_sequence - ${value<number>('count')}::integer + 1 + planned.place,
              ${value<number>('time')}::bigint, 'job', planned.job::text
            from moved, planned)
          select * from moved`,
        );
      },
    },
    { ...moveValues({ ...move, events: 1 + jobs.length }), time, jobs: JSON.stringify(jobs) },
    key,
  );
  return rows[0] && toTask(rows[0]);
}

/** running → an end, for a task none of whose jobs is left unfinished. */
export async function finishAtOnce(
  cache: Cache,
  move: TaskMove & { readonly time: number },
): Promise<Task | undefined> {
  const { taskId: key, time } = move;
  const { rows } = await cache.alone(
    {
      shape: `${shapeOf(move)}, no job left, at once`,
      build: (query, value) => {
        const update = updateBy(move, query, value)
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('jobs')
                  .select('jobs.id')
                  .where('jobs.task_id', '=', value<string>('taskId'))
                  .where('jobs.status', 'in', ['queued', 'running']),
              ),
            ),
          )
          .returning(TASK_COLUMNS);
        return compilable<SeenTask>(
          query,
          sql`with moved as (${update}), told as (${tellTask(value)}) select * from moved`,
        );
      },
    },
    { ...moveValues(move), time },
    key,
  );
  return rows[0] && toTask(rows[0]);
}

/** The task as `moved` has it becomes the first of the events that were counted. */
function tellTask(value: NamedValue, time = sql`${value<number>('time')}::bigint`): RawBuilder<unknown> {
  const columns = sql.join(TASK_COLUMNS.map((column) => sql.ref(`moved.${column}`)));
  return sql`insert into run_events (task_id, sequence, time, kind, snapshot)
    select moved.id, moved.event_sequence - ${value<number>('count')}::integer + 1, ${time}, 'task',
      (select row_to_json(seen)::text from (select ${columns}) as seen)
    from moved`;
}

function compilable<R>(query: Kysely<EngineTables>, raw: RawBuilder<unknown>): Compilable<R> {
  return { compile: () => raw.$castTo<R>().compile(query) };
}
