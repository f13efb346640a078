import type { Clock } from '@kubemin/base';
import { type Engine, isTaskFinished } from '@kubemin/engine';
import type { QueryTemplate, SqlDatabase } from '@kubemin/sql';
import { ApiError, type ApplicationRow, type ServerTables } from '../api/index.ts';
import { appendChange, applicationEvent } from '../live/index.ts';
import { applicationMessages } from '../messages/index.ts';

const BEING_DELETED: QueryTemplate<ServerTables, Pick<ApplicationRow, 'id' | 'deletion_task'>> = {
  shape: 'applications that are being deleted',
  build: (query) =>
    query.selectFrom('applications').select(['id', 'deletion_task']).where('deletion_task', 'is not', null),
};

/**
 * Applications that are being deleted by a run. Reads of applications settle those runs first, so that an application
 * is gone for every caller once its run has completed, on whichever instance that was.
 */
export class Deletions {
  readonly #database: SqlDatabase<ServerTables>;
  readonly #engine: Pick<Engine, 'task' | 'tasks'>;
  readonly #clock: Clock;

  constructor(options: {
    readonly database: SqlDatabase<ServerTables>;
    readonly engine: Pick<Engine, 'task' | 'tasks'>;
    readonly clock: Clock;
  }) {
    this.#database = options.database;
    this.#engine = options.engine;
    this.#clock = options.clock;
  }

  /** Records that a run deletes an application. */
  async mark(appId: string, taskId: string): Promise<void> {
    await this.#database.query
      .updateTable('applications')
      .set({ deletion_task: taskId })
      .where('id', '=', appId)
      .execute();
  }

  /** Removes applications whose run has completed, and keeps those whose run has ended otherwise. */
  async settle(): Promise<void> {
    const { cache, query } = this.#database;
    const { rows } = await cache.run(query, BEING_DELETED, {});
    for (const { id, deletion_task: taskId } of rows) {
      const task = await this.#engine.task(taskId ?? '');
      if (task !== undefined && !isTaskFinished(task.status)) continue;
      const [newest] = await this.#engine.tasks({ appId: id, limit: 1 });
      // A run that was asked for at the same moment may have brought back what this one deleted.
      const gone = task?.status === 'completed' && newest?.id === task.id;
      if (gone) await this.#remove(id, taskId);
      else await this.#keep(id, taskId);
    }
  }

  async #remove(appId: string, taskId: string | null): Promise<void> {
    await this.#database.transaction(async (transaction) => {
      const row = await transaction.selectFrom('applications').selectAll().where('id', '=', appId).executeTakeFirst();
      const { numDeletedRows } = await transaction
        .deleteFrom('applications')
        .where('id', '=', appId)
        .where('deletion_task', '=', taskId)
        .executeTakeFirst();
      // Another instance may have been faster.
      if (row === undefined || numDeletedRows !== 1n) return;
      await transaction.insertInto('departed_applications').values({ id: row.id, project: row.project }).execute();
      await appendChange(this.#database, transaction, row.project, applicationEvent(row, 'deleted', this.#clock.now()));
    });
  }

  async #keep(appId: string, taskId: string | null): Promise<void> {
    await this.#database.query
      .updateTable('applications')
      .set({ deletion_task: null })
      .where('id', '=', appId)
      .where('deletion_task', '=', taskId)
      .execute();
  }
}

/** Refuses to change an application that is about to go. */
export function rejectWhileDeleting({ name, deletion_task: taskId }: ApplicationRow): void {
  if (taskId === null) return;
  throw new ApiError('APPLICATION_DELETING', applicationMessages.deleting({ app: name }));
}
