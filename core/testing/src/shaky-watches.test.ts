import { silentLogger, systemRandom } from '@kubemin/base';
import { createInformer, createKubeClient } from '@kubemin/kube';
import type { WatchEvent } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from './eventually.ts';
import { ManualClock } from './manual-clock.ts';
import { SeededRandom } from './seeded-random.ts';
import { type Shakes, shakyWatches } from './shaky-watches.ts';
import { startTestCluster, type TestCluster } from './test-cluster.ts';

let cluster: TestCluster;
let clock: ManualClock;
let abort: AbortController;
beforeEach(async () => {
  clock = new ManualClock();
  abort = new AbortController();
  cluster = await startTestCluster({ controllers: false });
});
afterEach(async () => {
  abort.abort();
  await cluster.close();
});

const configMaps = () => cluster.client.resource(core.v1.configmaps, 'default');
const set = (n: number) => configMaps().patch('a', { type: 'merge', body: { data: { n: String(n) } } });

/** What comes over a shaky line while a map is made, changed nine times and deleted. */
async function collectEvents(shakes: Partial<Shakes>): Promise<readonly string[]> {
  const handler = shakyWatches(cluster.loopback, { clock, random: new SeededRandom(7), ...shakes });
  const shaky = createKubeClient(handler).resource(core.v1.configmaps, 'default');
  const { resourceVersion } = (await configMaps().list()).metadata;
  const watch = await shaky.watch({ resourceVersion, signal: abort.signal });
  const events: string[] = [];
  const follow = async (): Promise<void> => {
    for await (const batch of watch) events.push(...batch.map(describeEvent));
    events.push('END');
  };
  void follow();
  await configMaps().create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { n: '0' } });
  for (let n = 1; n < 10; n += 1) await set(n);
  await configMaps().delete('a');
  await eventually(async () => {
    await clock.advance(1_000);
    return events.some((word) => word.startsWith('DELETED') || word === 'END');
  });
  return events;
}

function describeEvent({ type, object }: WatchEvent<{ metadata: object; apiVersion: string; kind: string }>): string {
  return 'data' in object ? `${type} ${JSON.stringify(object.data)}` : type;
}

test('a line that is only slow loses nothing, repeats nothing and keeps the order', async () => {
  const events = await collectEvents({ turns: 50, late: 0.5, delayMs: 3_000 });
  expect(events).toHaveLength(11);
  expect(events.slice(0, 3)).toEqual(['ADDED {"n":"0"}', 'MODIFIED {"n":"1"}', 'MODIFIED {"n":"2"}']);
});

test('a connection that repeats events sends the same or older ones again, never after the deletion', async () => {
  const events = await collectEvents({ repeated: 1 });
  expect(events.length).toBeGreaterThan(15);
  expect(new Set(events).size).toBe(11);
  const last = events.findIndex((word) => word.startsWith('DELETED'));
  expect(events.slice(last).every((word) => word.startsWith('DELETED'))).toBe(true);
});

test('a watch that breaks off sends an error, or just ends', async () => {
  expect((await collectEvents({ broken: 1 })).length).toBeLessThan(4);
});

test('over the worst line an informer still ends up with what is there', async () => {
  const shakes = {
    clock,
    random: new SeededRandom(1),
    turns: 20,
    late: 0.3,
    delayMs: 2_000,
    repeated: 0.5,
    broken: 0.3,
  };
  const client = createKubeClient(shakyWatches(cluster.loopback, shakes)).resource(core.v1.configmaps, 'default');
  const informer = createInformer({ client, clock, random: systemRandom, logger: silentLogger });
  informer.start(abort.signal);
  await informer.synced;
  await configMaps().create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } });
  for (let n = 1; n <= 30; n += 1) await set(n);
  await eventually(async () => {
    await clock.advance(1_000);
    return informer.get('default/a')?.data?.n === '30';
  });
});
