import { firstOf, type Kysely, type NamedValue, namedRow, type QueryTemplate, step } from '@kubemin/sql';
import type { Job } from '../job.ts';
import type { Task } from '../task.ts';
import { type ClaimedTask, claimedFrom } from './claimed-task.ts';
import { type LaunchRows, launched } from './launch-rows.ts';
import { insertJobs } from './plan-rows.ts';
import { numberOf, toTask } from './row-mapping.ts';
import type { StoreOptions } from './store-options.ts';
import type { EngineTables, TaskRow } from './tables.ts';
import { commitChange, NOTHING, settleTask } from './task-commit.ts';
import { IN_TURN } from './task-queries.ts';
import { moveTask } from './task-transition.ts';
import type { BeginMove, TaskEnding, TaskWrites } from './task-writes.ts';

const NUMBER_OF: QueryTemplate<EngineTables, Pick<TaskRow, 'position'>> = {
  shape: 'number of a task',
  build: (query, value) => query.selectFrom('tasks').select('position').where('id', '=', value<string>('taskId')),
};

/** Transitions as transactions of several statements: any database can do that. */
export class WritesByTransaction implements TaskWrites {
  readonly #options: StoreOptions;

  constructor(options: StoreOptions) {
    this.#options = options;
  }

  insert(row: Omit<TaskRow, 'position'>): Promise<Task> {
    const { returning } = this.#options.database.capabilities;
    const insert = (query: Kysely<EngineTables>, value: NamedValue) =>
      query.insertInto('tasks').values(namedRow(row, value));
    const numbered: QueryTemplate<EngineTables, Pick<TaskRow, 'position'>> = {
      shape: 'insert task, returning',
      build: (query, value) => insert(query, value).returning('position'),
    };
    return commitChange(this.#options, row.id, function* () {
      if (!returning) yield* step({ shape: 'insert task', build: insert }, row);
      const stored = returning ? yield* firstOf(numbered, row) : yield* firstOf(NUMBER_OF, { taskId: row.id });
      const task = toTask({ ...row, position: numberOf(stored, row.id) });
      return { result: task, events: [{ kind: 'task', task }], reserved: { last: 1, count: 1 } };
    });
  }

  claim(taskId: string, executorId: string): Promise<ClaimedTask | undefined> {
    const { clock, database } = this.#options;
    return commitChange(this.#options, taskId, function* () {
      const row = yield* firstOf(IN_TURN, { taskId });
      if (row === undefined) return NOTHING;
      const now = clock.now();
      const set = { executor_id: executorId, heartbeat_at: now, active_app: row.app_id };
      const moved = yield* moveTask(database.capabilities, { taskId, to: 'queued', set });
      if (moved === undefined) return NOTHING;
      const { task, reserved } = moved;
      // Whoever handed the task back may have a clock that is ahead.
      const time = Math.max(now, row.announced_at ?? now);
      return { result: { ...claimedFrom(row), task }, events: [{ kind: 'task', task }], reserved, time };
    });
  }

  launch(move: BeginMove, rows: LaunchRows): Promise<readonly Job[] | undefined> {
    const { jobs, events } = launched(rows);
    const { capabilities } = this.#options.database;
    return commitChange(this.#options, move.taskId, function* () {
      const moved = yield* moveTask(capabilities, { ...move, events: 1 + events.length });
      if (moved === undefined) return NOTHING;
      const { task, reserved } = moved;
      const { started } = rows;
      yield* insertJobs(rows.jobs.map((row) => (row.id === started?.id ? started : row)));
      return { result: jobs, events: [{ kind: 'task', task }, ...events], reserved, time: move.startAt };
    });
  }

  finish({ move, settlements, ended }: TaskEnding): Promise<Task | undefined> {
    return settleTask(this.#options, { ...move, ended }, settlements);
  }
}
