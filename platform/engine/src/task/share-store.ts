import { isUniqueViolation, type SqlDatabase, type Transaction } from '@kubemin/sql';
import { DELIVERS_NOTHING } from './operation.ts';
import { isTaskFinished } from './states.ts';
import type { EngineTables } from './tables.ts';

/** Who may make a component that applications share. */
export interface ShareClaim {
  readonly appId: string;
  /** The run that claimed it is over: what it did not make by then, it does not make. */
  readonly settled: boolean;
}

/** Which application makes a shared component, by its name. One row each, taken and handed on by compare-and-set. */
export class ShareStore {
  readonly #database: SqlDatabase<EngineTables>;
  readonly #cluster: string;

  constructor(database: SqlDatabase<EngineTables>, cluster = '') {
    this.#database = database;
    this.#cluster = cluster;
  }

  /** The same for another cluster: what is shared there has nothing to do with what is shared here. */
  inCluster(name: string): ShareStore {
    return new ShareStore(this.#database, name);
  }

  /** Claims what has no claim, and returns the claim. An application that has it renews its claim by this run. */
  async claim(shared: string, by: { readonly appId: string; readonly taskId: string }): Promise<ShareClaim> {
    const name = this.#key(shared);
    const row = { name, app_id: by.appId, task_id: by.taskId };
    try {
      return await this.#database.transaction(async (transaction) => {
        const present = await readClaim(transaction, name);
        if (present === undefined) await transaction.insertInto('share_claims').values(row).execute();
        else if (present.app_id === by.appId) {
          await transaction.updateTable('share_claims').set({ task_id: by.taskId }).where('name', '=', name).execute();
        } else return { appId: present.app_id, settled: await isOver(transaction, present.task_id) };
        return { appId: by.appId, settled: false };
      });
    } catch (error) {
      // Another application was faster by a moment: the second look sees its claim.
      if (isUniqueViolation(error)) return this.claim(shared, by);
      throw error;
    }
  }

  /** The claim; undefined when there is none. */
  find(shared: string): Promise<ShareClaim | undefined> {
    return this.#database.transaction(async (transaction) => {
      const present = await readClaim(transaction, this.#key(shared));
      return present && { appId: present.app_id, settled: await isOver(transaction, present.task_id) };
    });
  }

  /** Whether an application was deleted and has not come back: what it shared and is unused has no owner. */
  async isAbandoned(appId: string): Promise<boolean> {
    const last = await this.#database.query
      .selectFrom('tasks')
      .select('kind')
      .where('app_id', '=', appId)
      .where('status', '=', 'completed')
      .where('kind', 'not in', DELIVERS_NOTHING)
      .orderBy('position', 'desc')
      .limit(1)
      .executeTakeFirst();
    return last?.kind === 'delete';
  }

  /** What an application was called in its newest run, for messages; its id when no run of it is on record. */
  async applicationName(appId: string): Promise<string> {
    const newest = await this.#database.query
      .selectFrom('tasks')
      .select('app_name')
      .where('app_id', '=', appId)
      .orderBy('position', 'desc')
      .limit(1)
      .executeTakeFirst();
    return newest?.app_name ?? appId;
  }

  /** Takes over what another application has given up; false when it changed hands meanwhile. */
  async takeOver(
    shared: string,
    from: string,
    by: { readonly appId: string; readonly taskId: string },
  ): Promise<boolean> {
    const { numUpdatedRows } = await this.#database.query
      .updateTable('share_claims')
      .set({ app_id: by.appId, task_id: by.taskId })
      .where('name', '=', this.#key(shared))
      .where('app_id', '=', from)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  /** No name of a cluster, namespace or component has a colon. */
  #key(shared: string): string {
    return this.#cluster === '' ? shared : `${this.#cluster}:${shared}`;
  }
}

function readClaim(transaction: Transaction<EngineTables>, name: string) {
  return transaction.selectFrom('share_claims').selectAll().where('name', '=', name).executeTakeFirst();
}

async function isOver(transaction: Transaction<EngineTables>, taskId: string): Promise<boolean> {
  const task = await transaction.selectFrom('tasks').select('status').where('id', '=', taskId).executeTakeFirst();
  return task === undefined || isTaskFinished(task.status);
}
