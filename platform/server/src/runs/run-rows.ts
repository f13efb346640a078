import type { Kysely } from '@kubemin/sql';
import type { ServerTables } from '../applications/tables.ts';

/** The runs table: which revision a run delivers. */
export class RunRows {
  readonly #query: Kysely<ServerTables>;

  constructor(query: Kysely<ServerTables>) {
    this.#query = query;
  }

  async insert(run: { readonly taskId: string; readonly appId: string; readonly revision: number }): Promise<void> {
    await this.#query
      .insertInto('runs')
      .values({ task_id: run.taskId, app_id: run.appId, revision: run.revision })
      .execute();
  }

  async revisionOf(taskId: string): Promise<number | undefined> {
    const row = await this.#query
      .selectFrom('runs')
      .select('revision')
      .where('task_id', '=', taskId)
      .executeTakeFirst();
    return row?.revision;
  }
}
