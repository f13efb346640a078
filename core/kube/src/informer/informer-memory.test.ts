import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { core } from '@kubemin/kubeapi/resources';
import { eventually, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createInformer } from './informer.ts';

let cluster: TestCluster;
let abort: AbortController;

beforeEach(async () => {
  cluster = await startTestCluster({ controllers: false });
  abort = new AbortController();
});

afterEach(async () => {
  abort.abort();
  await cluster.close();
});

test('in one process there is one copy of an object, however many informers hold it and however they got it', async () => {
  const configMaps = cluster.client.resource(core.v1.configmaps, 'default');
  const common = { client: configMaps, clock: systemClock, random: systemRandom, logger: silentLogger };
  await configMaps.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'listed' } });
  const informers = [createInformer(common), createInformer(common)];
  for (const informer of informers) informer.start(abort.signal);
  await Promise.all(informers.map(({ synced }) => synced));
  await configMaps.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'watched' } });
  for (const name of ['listed', 'watched']) {
    for (const informer of informers) await eventually(() => informer.get(`default/${name}`));
    const own = await configMaps.get(name);
    for (const informer of informers) expect(informer.get(`default/${name}`)).toBe(own);
  }
});
