import { core } from '@kubemin/kubeapi/resources';
import { eventually } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { functions } from '../resources/index.ts';
import { badOutcomes, CallLoad } from '../test-support/call-load.ts';
import {
  applyFunction,
  type FunctionsCluster,
  isReady,
  nodeFunction,
  startFunctionsCluster,
  untilStatus,
} from '../test-support/functions-cluster.ts';

/** Calls of the run over all changes; ten thousand in the long form. */
const CALLS = process.env.KUBEMIN_TEST_FULL === '1' ? 10_000 : 1_500;

let cluster: FunctionsCluster;
beforeEach(async () => {
  cluster = await startFunctionsCluster({ poolSize: 1 });
});
afterEach(() => cluster?.close());

const echo = (version: string) => `export default ({ id }) => ({ id, version: ${JSON.stringify(version)} });`;
const patchSpec = (name: string, spec: object) =>
  cluster.client.resource(functions, 'default').patch(name, { type: 'merge', body: { spec } });

async function version(name: string): Promise<unknown> {
  const response = await fetch(`${cluster.url}/functions/${name}`, { method: 'POST', body: '{}' });
  const parsed: { version?: unknown } = JSON.parse(await response.text());
  return parsed.version;
}

async function podsOf(name: string) {
  const labelSelector = `functions.kubemin.io/function=${name}`;
  return (await cluster.client.resource(core.v1.pods, 'default').list({ labelSelector })).items;
}

test('every call gets one response while instances come and go, versions follow each other and the controller restarts', async () => {
  await applyFunction(cluster.client, 'busy', nodeFunction(echo('1'), { scaling: { min: 1, max: 4 } }));
  await untilStatus(cluster.client, 'busy', isReady);
  const load = new CallLoad(`${cluster.url}/functions/busy`, 8);
  const until = (part: number) => eventually(() => load.sent >= CALLS * part);
  await until(0.2);
  await patchSpec('busy', { scaling: { min: 3 } });
  await untilStatus(cluster.client, 'busy', ({ readyInstances = 0 }) => readyInstances >= 3);
  await until(0.4);
  await applyFunction(cluster.client, 'busy', nodeFunction(echo('2'), { scaling: { min: 2, max: 4 } }));
  await eventually(async () => (await version('busy')) === '2');
  await until(0.6);
  // The gateway goes on meanwhile.
  await cluster.restartController(() => until(0.7).then(() => undefined));
  await patchSpec('busy', { scaling: { min: 1, max: 1 } });
  await untilStatus(cluster.client, 'busy', ({ scaling }) => scaling?.instances === 1);
  await applyFunction(cluster.client, 'busy', nodeFunction(echo('3'), { scaling: { min: 1, max: 2 } }));
  await eventually(async () => (await version('busy')) === '3');
  await until(1);
  const outcomes = await load.stop();
  expect(badOutcomes(outcomes)).toEqual([]);
  expect(new Set(outcomes.map(({ id }) => id)).size).toBe(load.sent);
});

test('calls on an instance that is killed get instance-lost, all others succeed; an idempotent function loses none', async () => {
  const slow = 'export default async ({ id }) => { await new Promise((r) => setTimeout(r, 20)); return { id }; };';
  const scaling = { min: 2, max: 2 };
  await applyFunction(cluster.client, 'plain', nodeFunction(slow, { scaling }));
  await applyFunction(cluster.client, 'safe', nodeFunction(slow, { scaling, idempotent: true }));
  for (const name of ['plain', 'safe']) {
    await untilStatus(cluster.client, name, ({ readyInstances }) => readyInstances === 2);
  }
  const loads = ['plain', 'safe'].map((name) => new CallLoad(`${cluster.url}/functions/${name}`, 8));
  for (const [index, name] of ['plain', 'safe'].entries()) {
    await eventually(() => (loads[index]?.outcomes.length ?? 0) > 30);
    const [first] = await podsOf(name);
    (await cluster.pods.process(`default/${first?.metadata.name}`)).kill();
    await eventually(async () => {
      const pods = await podsOf(name);
      return pods.length === 2 && pods.every(({ metadata }) => metadata.name !== first?.metadata.name);
    });
  }
  const [plain = [], safe = []] = await Promise.all(loads.map((load) => load.stop()));
  expect(badOutcomes(safe)).toEqual([]);
  const lost = badOutcomes(plain);
  expect(lost.map(({ status, body }) => [status, JSON.parse(body).error.type])).toEqual(
    lost.map(() => [502, 'instance-lost']),
  );
  // No more than were in flight.
  expect(lost.length).toBeLessThanOrEqual(8);
});

test('a return to an earlier version is a rollback, also while calls are split between two', async () => {
  await applyFunction(cluster.client, 'split', nodeFunction(echo('1')));
  await untilStatus(cluster.client, 'split', isReady);
  await applyFunction(cluster.client, 'split', nodeFunction(echo('2')));
  await eventually(async () => (await version('split')) === '2');
  const { revisions = [] } = await untilStatus(cluster.client, 'split', ({ revisions: all = [] }) => all.length === 2);
  const [one, two] = revisions.map(({ name }) => name);
  await patchSpec('split', {
    traffic: [
      { revision: one, percent: 50 },
      { revision: two, percent: 50 },
    ],
  });
  const seen = new Set<unknown>();
  await eventually(async () => seen.add(await version('split')).size === 2);
  // A request may name one of them.
  const ask = (revision: string) =>
    fetch(`${cluster.url}/functions/split`, { method: 'POST', headers: { 'x-function-revision': revision } });
  for (const [revision = '', text] of [
    [one, '1'],
    [two, '2'],
    [one, '1'],
  ]) {
    expect(await (await ask(revision)).json()).toMatchObject({ version: text });
  }
  expect((await ask('split-none')).status).toBe(404);
  await patchSpec('split', { traffic: [{ revision: one, percent: 100 }] });
  await untilStatus(cluster.client, 'split', ({ activeRevision }) => activeRevision === one);
  await eventually(async () => (await version('split')) === '1');
  await patchSpec('split', { traffic: null, source: { files: { 'index.js': echo('1') } } });
  const back = await untilStatus(cluster.client, 'split', ({ revisions: all }) => all?.at(-1)?.name === one);
  expect(back.revisions?.map(({ number }) => number)).toEqual([2, 3]);
  expect(await version('split')).toBe('1');
});

test('a version that cannot be loaded gets no call, and the one before goes on', async () => {
  await applyFunction(cluster.client, 'kept', nodeFunction(echo('1')));
  await untilStatus(cluster.client, 'kept', isReady);
  await applyFunction(cluster.client, 'kept', nodeFunction('throw new Error("broken at load");'));
  const { conditions = [] } = await untilStatus(cluster.client, 'kept', ({ conditions: all = [] }) =>
    all.some(({ type, status }) => type === 'Built' && status === 'False'),
  );
  expect(conditions.find(({ type }) => type === 'Built')?.message).toContain('broken at load');
  expect(conditions.find(({ type }) => type === 'Ready')?.status).toBe('True');
  expect(await version('kept')).toBe('1');
});

test('the level and the instances of a function outlast a restart of the controller', async () => {
  await applyFunction(cluster.client, 'lasting', nodeFunction(echo('1'), { scaling: { decayPerSecond: 0 } }));
  await untilStatus(cluster.client, 'lasting', isReady);
  const load = new CallLoad(`${cluster.url}/functions/lasting`, 4);
  const before = await untilStatus(cluster.client, 'lasting', ({ scaling }) => (scaling?.instances ?? 0) >= 3);
  await load.stop();
  const stored = await cluster.client.resource(functions, 'default').get('lasting');
  const instances = stored.status?.scaling?.instances ?? 0;
  expect(instances).toBeGreaterThanOrEqual(before.scaling?.instances ?? 3);
  await cluster.restartController();
  await eventually(() => cluster.control.router.find('default/lasting')?.traffic.length === 1);
  const after = await untilStatus(cluster.client, 'lasting', ({ readyInstances }) => readyInstances === instances);
  expect(after.scaling?.instances).toBe(instances);
  expect(badOutcomes(load.outcomes)).toEqual([]);
});

test('a load raises the instances, and without it they go to none and the pool is full again', async () => {
  const scaling = { profile: 'demo', decayPerSecond: 400 };
  await applyFunction(cluster.client, 'wave', nodeFunction(echo('1'), { scaling }));
  await untilStatus(cluster.client, 'wave', isReady);
  await eventually(async () => (await podsOf('wave')).length === 0);
  const load = new CallLoad(`${cluster.url}/functions/wave`, 16);
  await untilStatus(cluster.client, 'wave', ({ readyInstances = 0 }) => readyInstances >= 3);
  const outcomes = await load.stop();
  await untilStatus(cluster.client, 'wave', ({ scaling: now, instances }) => now?.instances === 0 && instances === 0);
  await eventually(async () => (await podsOf('wave')).length === 0);
  expect(badOutcomes(outcomes)).toEqual([]);
  const pool = { labelSelector: 'functions.kubemin.io/pool=true' };
  await eventually(async () => {
    const { items } = await cluster.client.resource(core.v1.pods, 'default').list(pool);
    return items.length === 1 && items.every(({ status }) => status?.phase === 'Running');
  });
});

test('instances that have all ended while no controller ran are replaced', async () => {
  await applyFunction(cluster.client, 'woken', nodeFunction(echo('1'), { scaling: { min: 5 } }));
  await untilStatus(cluster.client, 'woken', ({ readyInstances }) => readyInstances === 5);
  const before = await podsOf('woken');
  await cluster.restartController(async () => {
    for (const { metadata } of before) (await cluster.pods.process(`default/${metadata.name}`)).kill();
    await eventually(async () => (await podsOf('woken')).every(({ status }) => status?.phase === 'Failed'));
  });
  await eventually(async () => {
    const pods = await podsOf('woken');
    return pods.length === 5 && pods.every(({ status }) => status?.phase === 'Running');
  });
  await eventually(async () => (await version('woken')) === '1');
  const { revisions = [] } = await untilStatus(cluster.client, 'woken', ({ readyInstances }) => readyInstances === 5);
  expect(revisions.map(({ ready }) => ready)).toEqual([true]);
});
