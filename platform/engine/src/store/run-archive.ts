import type { Kysely, SqlDatabase } from '@kubemin/sql';
import { DELIVERS_NOTHING, type EngineTables } from '../task/index.ts';
import { EventJournal } from './event-journal.ts';

/** Finished runs, as something that takes up room. Jobs and events go with their run. */
export class RunArchive {
  readonly #query: Kysely<EngineTables>;
  readonly #journal: EventJournal;

  constructor(database: SqlDatabase<EngineTables>) {
    this.#query = database.query;
    this.#journal = new EventJournal(database);
  }

  /**
   * Runs that ended before a moment, oldest first; not what their application delivered last, nor what came after. Where
   * that was a deletion nothing is left of it that a later run could need, and it goes, too.
   */
  async endedBefore(moment: number, limit: number): Promise<readonly string[]> {
    const rows = await this.#query
      .selectFrom('tasks')
      .select('id')
      .where('ended_at', '<', moment)
      .where(({ exists, selectFrom, or, and, eb }) =>
        or([
          and([eb('kind', '=', 'delete'), eb('status', '=', 'completed')]),
          exists(
            selectFrom('tasks as newer')
              .select('newer.id')
              .whereRef('newer.app_id', '=', 'tasks.app_id')
              .where('newer.status', '=', 'completed')
              .where('newer.retry_job', 'is', null)
              .where('newer.kind', 'not in', DELIVERS_NOTHING)
              .whereRef('newer.position', '>', 'tasks.position'),
          ),
        ]),
      )
      .orderBy('ended_at')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Applications of which a run ended at or after a moment. */
  async applicationsSince(moment: number): Promise<readonly string[]> {
    // Not distinct by the database: SQLite would rather read the whole index of applications than the few rows.
    const rows = await this.#query.selectFrom('tasks').select('app_id').where('ended_at', '>=', moment).execute();
    return [...new Set(rows.map((row) => row.app_id))];
  }

  /** Runs of an application beyond its newest `keep` that ended; not what it delivered last. */
  async beyond(appId: string, keep: number, limit: number): Promise<readonly string[]> {
    const completed = await this.#query
      .selectFrom('tasks')
      .select('id')
      .where('app_id', '=', appId)
      .where('status', '=', 'completed')
      // A single job done again delivers nothing either.
      .where('retry_job', 'is', null)
      .where('kind', 'not in', DELIVERS_NOTHING)
      .orderBy('position', 'desc')
      .limit(1)
      .executeTakeFirst();
    const rows = await this.#query
      .selectFrom('tasks')
      .select('id')
      .where('app_id', '=', appId)
      .where('ended_at', 'is not', null)
      .orderBy('position', 'desc')
      .limit(limit)
      .offset(keep)
      .execute();
    return rows.map(({ id }) => id).filter((id) => id !== completed?.id);
  }

  async remove(ids: readonly string[]): Promise<void> {
    await this.#journal.remove(ids);
    await this.#query
      .deleteFrom('run_callbacks')
      .where('task_id', 'in', [...ids])
      .execute();
  }

  /** Callbacks that were stored before a moment and whose tasks are not there: those could not be stored, or are gone. */
  async removeCallbacksWithoutRun(before: number): Promise<void> {
    await this.#query
      .deleteFrom('run_callbacks')
      // Without its task it was never delivered.
      .where('status', '=', 'open')
      .where('created_at', '<', before)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('tasks').select('tasks.id').whereRef('tasks.id', '=', 'run_callbacks.task_id'))),
      )
      .execute();
  }
}
