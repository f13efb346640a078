import { WakeSignal } from '@kubemin/base';
import { PgBoss } from 'pg-boss';
import type { OpenSubject } from '../subject.ts';

const QUEUE = 'noop';

/**
 * pg-boss by its fetch and complete: its own workers poll, and would be measured by their interval. The fetching loop is
 * notified of new work within the process, so that it never waits.
 */
export const openPgBoss: OpenSubject = async ({ postgresUrl, concurrency }, events) => {
  if (postgresUrl === undefined) throw new Error('pg-boss needs a PostgreSQL');
  const boss = new PgBoss({ connectionString: postgresUrl, max: concurrency, supervise: false, schedule: false });
  boss.on('error', (error) => process.stderr.write(`pg-boss: ${error.message}\n`));
  await boss.start();
  await boss.createQueue(QUEUE);
  const stop = new AbortController();
  const nudges = Array.from({ length: concurrency }, () => new WakeSignal());
  const work = async (nudge: WakeSignal): Promise<void> => {
    while (!stop.signal.aborted) {
      const [job] = await boss.fetch(QUEUE);
      if (job === undefined) {
        await nudge.wait(stop.signal);
        continue;
      }
      await boss.complete(QUEUE, job.id);
      events.done(job.id);
    }
  };
  const workers = nudges.map(work);
  return {
    submit: async (index) => {
      const id = await boss.send(QUEUE, { index });
      for (const nudge of nudges) nudge.notify();
      return id ?? '';
    },
    close: async () => {
      stop.abort();
      await Promise.all(workers);
      await boss.stop({ graceful: false });
    },
  };
};
