import { silentLogger, systemClock } from '@kubemin/base';
import { core } from '@kubemin/kubeapi/resources';
import { startTestCluster } from '@kubemin/testing';
import { expect, test } from 'vitest';
import { EventSink } from './event-sink.ts';

test('objects with the longest names have their events, too, wherever the name is clipped', async () => {
  const cluster = await startTestCluster({ controllers: false });
  const sink = new EventSink({ client: cluster.client, clock: systemClock, logger: silentLogger });
  const names = ['a'.repeat(236), 'b'.repeat(253), `${'c'.repeat(235)}-${'c'.repeat(17)}`, `${'d'.repeat(234)}.-d.d`];
  const recorder = sink.recorder('test');
  for (const name of names) {
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default', uid: name } };
    recorder.record(object, { type: 'Normal', reason: 'Tested', message: 'here it is' });
  }
  await sink.run(AbortSignal.abort());
  const { items } = await cluster.client.resource(core.v1.events, 'default').list();
  expect(items.map(({ involvedObject }) => involvedObject.name).sort()).toEqual(names);
  await cluster.close();
});

test('the same event again and again is one Event whose count is right, however many are written side by side', async () => {
  const cluster = await startTestCluster({ controllers: false });
  let dropped = 0;
  const onDropped = (): void => {
    dropped += 1;
  };
  const sink = new EventSink({ client: cluster.client, clock: systemClock, logger: silentLogger, onDropped });
  const stop = new AbortController();
  const running = sink.run(stop.signal);
  const recorder = sink.recorder('test');
  const object = (name: string) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace: 'default', uid: name },
  });
  for (let turn = 0; turn < 30; turn += 1) {
    for (const name of ['a', 'b', 'c'])
      recorder.record(object(name), { type: 'Normal', reason: 'Tested', message: 'again' });
    await cluster.client.resource(core.v1.namespaces).get('default');
  }
  stop.abort();
  await running;
  const { items } = await cluster.client.resource(core.v1.events, 'default').list();
  expect(items.map(({ involvedObject, count }) => [involvedObject.name, count]).sort()).toEqual([
    ['a', 25],
    ['b', 25],
    ['c', 25],
  ]);
  expect(dropped).toBe(15);
  await cluster.close();
});

test('an Event that has expired meanwhile is written again, with its whole count', async () => {
  const cluster = await startTestCluster({ controllers: false });
  const sink = new EventSink({ client: cluster.client, clock: systemClock, logger: silentLogger });
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'default', uid: 'a' } };
  const events = cluster.client.resource(core.v1.events, 'default');
  const recordAgain = async () => {
    sink.recorder('test').record(object, { type: 'Normal', reason: 'Tested', message: 'again' });
    await sink.run(AbortSignal.abort());
    return (await events.list()).items;
  };
  const [first] = await recordAgain();
  expect(await recordAgain()).toMatchObject([{ metadata: { name: first?.metadata.name }, count: 2 }]);
  await events.delete(first?.metadata.name ?? '');
  expect(await recordAgain()).toMatchObject([{ count: 3 }]);
  await cluster.close();
});
