import { namedRow } from '@kubemin/sql';
import type { PlannedJob } from '../plan/plan.ts';
import type { Task } from '../task.ts';
import { type ClaimedTask, claimedFrom } from './claimed-task.ts';
import { keptJobs } from './kept-jobs.ts';
import { comparePlan, type PlanRow, storePlan } from './plan-rows.ts';
import { toTask } from './row-mapping.ts';
import type { StoreOptions } from './store-options.ts';
import type { TaskRow } from './tables.ts';
import { commitChange, jobEvents, NOTHING, settleTask } from './task-commit.ts';
import { IN_TURN } from './task-queries.ts';
import { moveTask } from './task-transition.ts';
import type { BeginMove, TaskEnding, TaskWrites } from './task-writes.ts';

/** Transitions as transactions of several statements: any database can do that. */
export class WritesByTransaction implements TaskWrites {
  readonly #options: StoreOptions;
  readonly #newId: () => string;

  /** `newId` makes ids of jobs. */
  constructor(options: StoreOptions, newId: () => string) {
    this.#options = options;
    this.#newId = newId;
  }

  insert(row: Omit<TaskRow, 'position'>): Promise<Task> {
    const task = toTask({ ...row, position: 0 });
    return commitChange(this.#options, row.id, async ({ transaction, cache }) => {
      await cache.run<unknown>(
        transaction,
        { shape: 'insert task', build: (query, value) => query.insertInto('tasks').values(namedRow(row, value)) },
        row,
      );
      return { result: task, events: [{ kind: 'task', task }], reserved: { last: 1, count: 1 } };
    });
  }

  claim(taskId: string, executorId: string): Promise<ClaimedTask | undefined> {
    return commitChange(this.#options, taskId, async (scope) => {
      const row = await scope.cache.first(scope.transaction, IN_TURN, { taskId });
      if (row === undefined) return NOTHING;
      const now = this.#options.clock.now();
      const set = { executor_id: executorId, heartbeat_at: now, active_app: row.app_id };
      const moved = await moveTask(scope, { taskId, to: 'queued', set });
      if (moved === undefined) return NOTHING;
      const { task, reserved } = moved;
      // Whoever handed the task back may have a clock that is ahead.
      const time = Math.max(now, row.announced_at ?? now);
      return { result: { ...claimedFrom(row), task }, events: [{ kind: 'task', task }], reserved, time };
    });
  }

  begin(move: BeginMove, jobs: readonly PlannedJob[]): Promise<readonly PlanRow[] | undefined> {
    const { taskId, startAt } = move;
    return commitChange(this.#options, taskId, async (scope) => {
      const compared = await comparePlan(scope, taskId, jobs);
      const moved = await moveTask(scope, { ...move, events: 1 + compared.missing.length });
      if (moved === undefined) return NOTHING;
      const { task, reserved } = moved;
      const kept = task.retryOf === undefined ? undefined : await keptJobs(scope.transaction, taskId, startAt);
      const { rows, added } = await storePlan(scope, compared, { newId: this.#newId, kept });
      return { result: rows, events: [{ kind: 'task', task }, ...jobEvents(added)], reserved };
    });
  }

  finish({ move, settlements }: TaskEnding): Promise<Task | undefined> {
    return settleTask(this.#options, move, settlements);
  }
}
