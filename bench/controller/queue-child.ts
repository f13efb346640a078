// Started by the benchmark: how long keys wait in a queue where one key is due again all the time.
import { setImmediate as tick } from 'node:timers/promises';
import { systemClock, systemRandom } from '@kubemin/base';
import { WorkQueue } from '@kubemin/controller';
import { sendToParent } from '../support/child-side.ts';
import { percentile } from '../support/statistics.ts';
import type { QueueSettings } from './settings.ts';

process.on('disconnect', () => process.exit(0));
const settings: QueueSettings = JSON.parse(process.argv[2] ?? '{}');
const HOT = 'hot';
const queue = new WorkQueue({ clock: systemClock, random: systemRandom });
const due = new Map<string, number>();
const waits: number[] = [];
let hotRuns = 0;

async function work(): Promise<void> {
  for (let key = await queue.take(); key !== undefined; key = await queue.take()) {
    const since = due.get(key);
    if (since !== undefined) waits.push(performance.now() - since);
    if (key === HOT) hotRuns += 1;
    due.delete(key);
    // As work does: others get a turn before it is done.
    await tick();
    queue.done(key);
  }
}

const workers = Array.from({ length: 8 }, work);
for (let round = 0; round < settings.rounds; round += 1) {
  const left = Array.from({ length: settings.keys }, (_, index) => `key-${index}`);
  while (left.length > 0 || due.size > 0) {
    for (const key of left.splice(0, 10)) {
      due.set(key, performance.now());
      queue.add(key);
    }
    queue.add(HOT);
    await tick();
  }
}
queue.close();
await Promise.all(workers);
sendToParent({
  kind: 'result',
  values: { p50Ms: percentile(waits, 0.5), p99Ms: percentile(waits, 0.99), hotRuns },
});
