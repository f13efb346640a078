import type { TaskAnnouncement } from '../queue/index.ts';
import { checkLeader, type Leader } from './leader-row.ts';
import { toSqlLiterals } from './state-literals.ts';
import type { StoreOptions } from './store-options.ts';
import { lockTasks } from './task-lock.ts';
import { NEXT_WAITING } from './task-queries.ts';
import { tasksAheadOfAll } from './turn.ts';

/** Which waiting tasks have been announced to the instances, and when. */
export class Announcements {
  readonly #options: Pick<StoreOptions, 'database' | 'clock'>;

  constructor(options: Pick<StoreOptions, 'database' | 'clock'>) {
    this.#options = options;
  }

  /** Waiting tasks whose turn it is and that were last announced before `before`, the longest ago first. */
  async due(before: number, limit: number): Promise<readonly TaskAnnouncement[]> {
    const rows = await this.#options.database.query
      .selectFrom('tasks')
      .select(['id', 'app_id'])
      .where('status', 'in', toSqlLiterals(['waiting']))
      .where(({ or, eb }) => or([eb('announced_at', 'is', null), eb('announced_at', '<', before)]))
      .where((eb) => eb.not(eb.exists(tasksAheadOfAll(eb).select('other.id'))))
      .orderBy('announced_at')
      .orderBy('position')
      .limit(limit)
      .execute();
    return rows.map((row) => ({ taskId: row.id, appId: row.app_id }));
  }

  /** The oldest task of the application that waits. */
  async nextWaiting(appId: string): Promise<TaskAnnouncement | undefined> {
    const { rows } = await this.#options.database.cache.alone(NEXT_WAITING, { appId }, appId);
    return rows[0] && { taskId: rows[0].id, appId };
  }

  /** Notes that the leader announces these tasks now; false, and nothing is noted, when it leads no more. */
  recordAnnounced(leader: Leader, taskIds: readonly string[]): Promise<boolean> {
    const { database, clock } = this.#options;
    return database.transaction(async (transaction) => {
      const { cache, capabilities } = database;
      if (!(await cache.runSteps(transaction, checkLeader(capabilities, leader)))) return false;
      await cache.runSteps(transaction, lockTasks(capabilities, taskIds));
      await transaction
        .updateTable('tasks')
        .set({ announced_at: clock.now() })
        .where('id', 'in', taskIds)
        .where('status', '=', 'waiting')
        .execute();
      return true;
    });
  }
}
