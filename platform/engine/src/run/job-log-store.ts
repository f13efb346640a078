import { isHeldBy, type JobOwner, lockTasks, type StoreOptions } from '../store/index.ts';
import type { JobLog } from '../task/index.ts';
import { storableText } from './storable-text.ts';

/** What the programs of jobs have written. It goes with the run. */
export class JobLogStore {
  readonly #options: Pick<StoreOptions, 'database' | 'vault'>;

  constructor(options: Pick<StoreOptions, 'database' | 'vault'>) {
    this.#options = options;
  }

  /**
   * Stores a job's log, in place of what was stored before. False unless it runs for this owner, or was cancelled: then its
   * executor reads what its program had written by then.
   */
  store(owner: JobOwner, jobId: string, { text, truncated }: JobLog): Promise<boolean> {
    const { database, vault } = this.#options;
    const log = vault.seal(storableText(text));
    return database.transaction(async (transaction) => {
      await database.cache.runSteps(transaction, lockTasks(database.capabilities, [owner.taskId]));
      const job = await transaction
        .selectFrom('jobs')
        .select('id')
        .where('id', '=', jobId)
        .where('task_id', '=', owner.taskId)
        .where((eb) =>
          eb.or([
            eb.and([eb('status', '=', 'running'), isHeldBy(owner.executorId)(eb)]),
            eb('status', '=', 'cancelled'),
          ]),
        )
        .executeTakeFirst();
      if (job === undefined) return false;
      await transaction.deleteFrom('job_logs').where('job_id', '=', jobId).execute();
      const values = { job_id: jobId, log, truncated: truncated ? 1 : 0 };
      await transaction.insertInto('job_logs').values(values).execute();
      return true;
    });
  }

  async log(jobId: string): Promise<JobLog | undefined> {
    const { database, vault } = this.#options;
    const query = database.query.selectFrom('job_logs').selectAll().where('job_id', '=', jobId);
    const row = await query.executeTakeFirst();
    return row === undefined ? undefined : { text: vault.open(row.log), truncated: row.truncated !== 0 };
  }
}
