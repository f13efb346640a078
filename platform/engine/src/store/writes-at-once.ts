import type { Job } from '../job.ts';
import type { Task } from '../task.ts';
import { type ClaimedTask, claimedFrom, deliveredBy } from './claimed-task.ts';
import { endChange } from './job-end.ts';
import { type LaunchRows, launched } from './launch-rows.ts';
import { toTask } from './row-mapping.ts';
import type { StoreOptions } from './store-options.ts';
import type { TaskRow } from './tables.ts';
import { type ClaimedRow, claimAtOnce, finishAtOnce, insertAtOnce, launchAtOnce } from './task-at-once.ts';
import type { BeginMove, TaskEnding, TaskWrites } from './task-writes.ts';

/**
 * Transitions as one statement each, with the events that tell of them: a round trip instead of many, for databases
 * with `writableWith`. What one statement cannot do (an end with jobs that have none) is left to `others`.
 */
export class WritesAtOnce implements TaskWrites {
  readonly #options: StoreOptions;
  readonly #others: TaskWrites;

  constructor(options: StoreOptions, others: TaskWrites) {
    this.#options = options;
    this.#others = others;
  }

  async insert(row: Omit<TaskRow, 'position'>): Promise<Task> {
    const position = await insertAtOnce(this.#options.database.cache, row);
    return this.#told(toTask({ ...row, position }));
  }

  async claim(taskId: string, executorId: string): Promise<ClaimedTask | undefined> {
    const time = this.#options.clock.now();
    const set = { executor_id: executorId, heartbeat_at: time };
    const row = await claimAtOnce(this.#options.database.cache, { taskId, to: 'queued', set, time });
    return row && { ...claimedFrom(row), task: this.#told(toTask(row)), before: deliveredBefore(row) };
  }

  async launch(move: BeginMove, rows: LaunchRows): Promise<readonly Job[] | undefined> {
    const { cache } = this.#options.database;
    const [begun] = await launchAtOnce(cache, { ...move, time: move.startAt }, rows);
    if (begun === undefined) return undefined;
    const { jobs, events } = launched(rows);
    this.#options.changed(move.taskId, [begun, ...events]);
    return jobs;
  }

  async finish(ending: TaskEnding): Promise<Task | undefined> {
    const { move, ended } = ending;
    const ends = ended === undefined ? [] : [endChange(move.taskId, ended)];
    const events = await finishAtOnce(this.#options.database.cache, move, ends);
    const last = events.at(-1);
    if (last?.kind !== 'task') return this.#others.finish(ending);
    this.#options.changed(move.taskId, events);
    return last.task;
  }

  #told(task: Task): Task {
    this.#options.changed(task.id, [{ kind: 'task', task }]);
    return task;
  }
}

function deliveredBefore(row: ClaimedRow): NonNullable<ClaimedTask['before']> {
  const { last_document: document, last_component_ids: component_ids, last_tracks: tracks, last_kind: kind } = row;
  if (document === null || component_ids === null || kind === null) return { delivered: undefined };
  return { delivered: deliveredBy({ document, component_ids, tracks, kind }) };
}
