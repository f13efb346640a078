import { systemRandom } from '@kubemin/base';
import { Queue, Worker } from 'bullmq';
import type { OpenSubject } from '../subject.ts';

/** BullMQ with its defaults. */
export const openBullmq: OpenSubject = async ({ redis, concurrency }, events) => {
  if (redis === undefined) throw new Error('BullMQ needs a Redis');
  const name = systemRandom.uuid();
  const queue = new Queue(name, { connection: { ...redis } });
  const worker = new Worker(name, async () => undefined, {
    connection: { ...redis, maxRetriesPerRequest: null },
    concurrency,
  });
  // Emitted after Redis has confirmed that the job is among the completed ones.
  worker.on('completed', ({ id }) => events.done(id ?? ''));
  worker.on('error', (error) => process.stderr.write(`BullMQ: ${error.message}\n`));
  await Promise.all([queue.waitUntilReady(), worker.waitUntilReady()]);
  return {
    submit: async (index) => (await queue.add('noop', { index })).id ?? '',
    close: async () => {
      await worker.close();
      await queue.close();
    },
  };
};
