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
    recorder.record(object, { type: 'Normal', reason: 'Told', message: 'here it is' });
  }
  await sink.run(AbortSignal.abort());
  const { items } = await cluster.client.resource(core.v1.events, 'default').list();
  expect(items.map(({ involvedObject }) => involvedObject.name).sort()).toEqual(names);
  await cluster.close();
});
