import type { Job } from '../job.ts';
import type { PlannedJob } from '../plan/plan.ts';
import type { Task } from '../task.ts';
import { type ClaimedTask, claimedFrom, deliveredBy } from './claimed-task.ts';
import { newRows, type PlanRow, pairRows } from './plan-rows.ts';
import { toJob, toTask } from './row-mapping.ts';
import type { StoreOptions } from './store-options.ts';
import type { TaskRow } from './tables.ts';
import { beginAtOnce, type ClaimedRow, claimAtOnce, finishAtOnce, insertAtOnce } from './task-at-once.ts';
import { jobEvents } from './task-commit.ts';
import type { BeginMove, TaskEnding, TaskWrites } from './task-writes.ts';

/**
 * Transitions as one statement each, with the events that tell of them: a round trip instead of many, for databases
 * with `writableWith`. What one statement cannot do (a task taken up again, jobs without an end) is left to `others`.
 */
export class WritesAtOnce implements TaskWrites {
  readonly #options: StoreOptions;
  readonly #newId: () => string;
  readonly #others: TaskWrites;

  /** `newId` makes ids of jobs. */
  constructor(options: StoreOptions, newId: () => string, others: TaskWrites) {
    this.#options = options;
    this.#newId = newId;
    this.#others = others;
  }

  async insert(row: Omit<TaskRow, 'position'>): Promise<Task> {
    const task = toTask({ ...row, position: 0 });
    await insertAtOnce(this.#options.database.cache, row, task);
    return this.#told(task);
  }

  async claim(taskId: string, executorId: string): Promise<ClaimedTask | undefined> {
    const time = this.#options.clock.now();
    const set = { executor_id: executorId, heartbeat_at: time };
    const row = await claimAtOnce(this.#options.database.cache, { taskId, to: 'queued', set, time });
    return row && { ...claimedFrom(row), task: this.#told(toTask(row)), before: deliveredBefore(row) };
  }

  async begin(move: BeginMove, jobs: readonly PlannedJob[]): Promise<readonly PlanRow[] | undefined> {
    const rows = newRows({ taskId: move.taskId, jobs, newId: this.#newId });
    const task = await beginAtOnce(this.#options.database.cache, { ...move, time: move.startAt }, rows);
    if (task === undefined) return this.#others.begin(move, jobs);
    this.#told(task, rows.map(toJob));
    return pairRows(jobs, rows);
  }

  async finish(ending: TaskEnding): Promise<Task | undefined> {
    const task = await finishAtOnce(this.#options.database.cache, ending.move);
    return task === undefined ? this.#others.finish(ending) : this.#told(task);
  }

  #told(task: Task, jobs: readonly Job[] = []): Task {
    this.#options.changed(task.id, [{ kind: 'task', task }, ...jobEvents(jobs)]);
    return task;
  }
}

function deliveredBefore(row: ClaimedRow): NonNullable<ClaimedTask['before']> {
  const { last_document: document, last_component_ids: component_ids, last_tracks: tracks, last_kind: kind } = row;
  if (document === null || component_ids === null || kind === null) return { delivered: undefined };
  return { delivered: deliveredBy({ document, component_ids, tracks, kind }) };
}
