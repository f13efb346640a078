import type { JobLog } from '../job-log.ts';
import { storableText } from '../run/bounded-text.ts';
import { heldBy, type JobOwner } from './job-transition.ts';
import type { StoreOptions } from './store-options.ts';
import { lockTask } from './task-lock.ts';

/** What the programs of jobs have written. It goes with the run. */
export class JobLogStore {
  readonly #options: Pick<StoreOptions, 'database'>;

  constructor(options: Pick<StoreOptions, 'database'>) {
    this.#options = options;
  }

  /** Keeps a running job's log, in place of what was kept before; false when it does not run any more, or not for this owner. */
  keep(owner: JobOwner, jobId: string, { text, truncated }: JobLog): Promise<boolean> {
    const { database } = this.#options;
    return database.transaction(async (transaction) => {
      await lockTask(database, transaction, owner.taskId);
      const running = await transaction
        .selectFrom('jobs')
        .select('id')
        .where('id', '=', jobId)
        .where('status', '=', 'running')
        .where(heldBy(owner))
        .executeTakeFirst();
      if (running === undefined) return false;
      await transaction.deleteFrom('job_logs').where('job_id', '=', jobId).execute();
      const values = { job_id: jobId, log: storableText(text), truncated: truncated ? 1 : 0 };
      await transaction.insertInto('job_logs').values(values).execute();
      return true;
    });
  }

  async log(jobId: string): Promise<JobLog | undefined> {
    const query = this.#options.database.query.selectFrom('job_logs').selectAll().where('job_id', '=', jobId);
    const row = await query.executeTakeFirst();
    return row === undefined ? undefined : { text: row.log, truncated: row.truncated !== 0 };
  }
}
