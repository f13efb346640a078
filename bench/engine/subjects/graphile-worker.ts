import { EventEmitter } from 'node:events';
import { openDatabase, sql } from '@kubemin/sql';
import { eventually } from '@kubemin/testing';
import { Logger, run, type WorkerEvents } from 'graphile-worker';
import type { OpenSubject } from '../subject.ts';

/** Its workers hold no connection while they work, but need one at every start and end. */
const SPARE_CONNECTIONS = 2;

/** graphile-worker with its defaults: prepared statements, and a notification for every new job. */
export const openGraphileWorker: OpenSubject = async ({ postgresUrl, concurrency }, events) => {
  if (postgresUrl === undefined) throw new Error('graphile-worker needs a PostgreSQL');
  const emitter: WorkerEvents = new EventEmitter();
  const runner = await run({
    connectionString: postgresUrl,
    concurrency,
    maxPoolSize: concurrency + SPARE_CONNECTIONS,
    noHandleSignals: true,
    logger: new Logger(() => () => undefined),
    events: emitter,
    taskList: { noop: async () => undefined },
    parsedCronItems: [],
  });
  // Emitted when the job's end is on its way to the database: earlier than for the others, so `drained` looks there.
  emitter.on('job:complete', ({ job }) => events.done(String(job.id)));
  return {
    submit: async (index) => String((await runner.addJob('noop', { index })).id),
    drained: async () => {
      await using database = await openDatabase(postgresUrl);
      await eventually(async () => {
        const { rows } = await sql<{
          left: number;
        }>`select count(*) as left from graphile_worker._private_jobs`.execute(database.query);
        return rows[0]?.left === 0;
      });
    },
    close: () => runner.stop(),
  };
};
