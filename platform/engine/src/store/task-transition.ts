import { firstRow, type Kysely, type NamedValue, namedRow, type QueryTemplate, step } from '@kubemin/sql';
import {
  type EngineTables,
  sourceStates,
  TASK_TRANSITIONS,
  type Task,
  type TaskRow,
  type TaskStatus,
} from '../task/index.ts';
import type { ReservedSequences } from './event-log.ts';
import { toTask } from './row-mapping.ts';
import type { EngineSteps, WriteCapabilities } from './store-options.ts';

/** The columns of a task that callers see; the document is large and read only to run it. */
export const TASK_COLUMNS = [
  'position',
  'id',
  'app_id',
  'app_name',
  'namespace',
  'revision',
  'creator',
  'source',
  'created_at',
  'status',
  'error',
  'error_text',
  'revoker',
  'cancel_reason',
  'cancel_reason_text',
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
  'workflow_id',
  'trace',
] as const satisfies readonly (keyof TaskRow)[];

/** One step of a task's state machine. */
export interface TaskMove {
  readonly taskId: string;
  readonly to: TaskStatus;
  /** When given, the move only starts at one of these. @default every state that may go there */
  readonly from?: readonly TaskStatus[] | undefined;
  /** When given, the move only happens while this executor holds the task. */
  readonly executorId?: string | undefined;
  /** When given, the move only happens if there was no heartbeat since. */
  readonly heartbeatAt?: number | null | undefined;
  readonly set: Partial<
    Pick<
      TaskRow,
      | 'error'
      | 'error_text'
      | 'revoker'
      | 'cancel_reason'
      | 'cancel_reason_text'
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
  /** When the task begins: the moment. The first one stays. */
  readonly startAt?: number;
  /** When true, the move only happens if the task never began. */
  readonly isFirst?: boolean;
  /** Number of its events; as many sequences are taken. @default 1 */
  readonly events?: number;
}

/** A task after a move, with the sequences for its events. */
export interface MovedTask {
  readonly task: Task;
  readonly reserved: ReservedSequences;
}

/** Columns of a task's row that no executor has: a cancel request is one to its executor. */
export const UNCLAIMED = {
  executor_id: null,
  heartbeat_at: null,
  active_app: null,
  revoker: null,
  cancel_reason: null,
  cancel_reason_text: null,
} as const;

type SeenTask = Pick<TaskRow, (typeof TASK_COLUMNS)[number]>;

const SEEN: QueryTemplate<EngineTables, SeenTask> = {
  shape: 'task as callers see it',
  build: (query, value) => query.selectFrom('tasks').select(TASK_COLUMNS).where('id', '=', value<string>('taskId')),
};

/** Moves a task by one conditional UPDATE; undefined when its state (or its executor) does not allow the move. */
export function* moveTask({ returning }: WriteCapabilities, move: TaskMove): EngineSteps<MovedTask | undefined> {
  const { taskId } = move;
  const values = moveValues(move);
  const { count } = values;
  const moved = (row: SeenTask | undefined): MovedTask | undefined =>
    row && { task: toTask(row), reserved: { last: row.event_sequence, count } };
  if (returning) {
    const template = {
      shape: `${moveShape(move)}, returning`,
      build: (query: Kysely<EngineTables>, value: NamedValue) =>
        buildTaskUpdate(move, query, value).returning(TASK_COLUMNS),
    };
    return moved(yield* firstRow(template, values));
  }
  const template = {
    shape: moveShape(move),
    build: (query: Kysely<EngineTables>, value: NamedValue) => buildTaskUpdate(move, query, value),
  };
  const { numAffectedRows } = yield* step(template, values);
  return numAffectedRows === 1n ? moved(yield* firstRow(SEEN, { taskId })) : undefined;
}

function sourcesFor({ to, from }: TaskMove): readonly TaskStatus[] {
  return sourceStates(TASK_TRANSITIONS, to).filter((source) => from?.includes(source) ?? true);
}

/** All that `buildTaskUpdate` looks at, other than values. */
export function moveShape(move: TaskMove): string {
  const { set, to, executorId, heartbeatAt, startAt, isFirst } = move;
  const heartbeat = heartbeatAt === null ? 'is null' : heartbeatAt !== undefined;
  return [
    'move task',
    to,
    sourcesFor(move),
    Object.keys(set),
    executorId !== undefined,
    heartbeat,
    startAt !== undefined,
    isFirst === true,
  ]
    .map((part) => JSON.stringify(part))
    .join(' ');
}

/** The values that `buildTaskUpdate` names. */
export function moveValues({ set, taskId, executorId, heartbeatAt, startAt, events: count = 1 }: TaskMove) {
  return { ...set, taskId, executorId, heartbeatAt, startAt, count };
}

/** The conditional UPDATE of a move. */
export function buildTaskUpdate(move: TaskMove, query: Kysely<EngineTables>, value: NamedValue) {
  let update = query
    .updateTable('tasks')
    .set((eb) => ({
      ...namedRow(move.set, value),
      status: move.to,
      version: eb('version', '+', 1),
      event_sequence: eb('event_sequence', '+', value<number>('count')),
      ...(move.startAt !== undefined && { started_at: eb.fn.coalesce('started_at', value<number>('startAt')) }),
    }))
    .where('id', '=', value<string>('taskId'))
    .where('status', 'in', sourcesFor(move));
  if (move.executorId !== undefined) update = update.where('executor_id', '=', value<string>('executorId'));
  if (move.isFirst) update = update.where('started_at', 'is', null);
  if (move.heartbeatAt === null) update = update.where('heartbeat_at', 'is', null);
  else if (move.heartbeatAt !== undefined) update = update.where('heartbeat_at', '=', value<number>('heartbeatAt'));
  return update;
}
