import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { createInformer } from '@kubemin/kube';
import type { KubeObject, ResourceType } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import { eventually, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConfigTracker } from './config-tracker.ts';

const PLACE = { kind: 'configmap', namespace: 'default', name: 'settings' } as const;

let cluster: TestCluster;
const stopping = new AbortController();
beforeEach(async () => {
  cluster = await startTestCluster({ controllers: false });
});
afterEach(async () => {
  stopping.abort();
  await cluster.close();
});

async function startInformer<T extends KubeObject>(resource: ResourceType<T>) {
  const client = cluster.client.resource(resource, 'default');
  const informer = createInformer({ client, clock: systemClock, random: systemRandom, logger: silentLogger });
  informer.start(stopping.signal);
  await informer.synced;
  return informer;
}

test('a pod that is gone when it starts to wait is not remembered, and its successor does not wait for it', async () => {
  const pods = await startInformer(core.v1.pods);
  const configMaps = await startInformer(core.v1.configmaps);
  const book = new ConfigTracker({ pods, configMaps, secrets: await startInformer(core.v1.secrets) });
  const enqueued: string[] = [];
  book.source((key) => enqueued.push(key));
  const client = cluster.client.resource(core.v1.pods, 'default');
  const make = async (name: string) => {
    const spec = { containers: [{ name: 'main', image: 'shop:1' }] };
    const made = await client.create({ apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec });
    await eventually(() => pods.get(`default/${name}`)?.metadata.uid === made.metadata.uid);
    return made;
  };
  const [gone, replaced, there] = [await make('gone'), await make('replaced'), await make('there')];
  for (const name of ['gone', 'replaced']) {
    await client.delete(name, { gracePeriodSeconds: 0 });
    await eventually(() => pods.get(`default/${name}`) === undefined);
  }
  await make('replaced');
  for (const pod of [gone, replaced, there]) book.await(pod, [PLACE]);
  const { namespace, name } = PLACE;
  await cluster.client
    .resource(core.v1.configmaps, namespace)
    .create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });
  await eventually(() => configMaps.get(`${namespace}/${name}`));
  expect(enqueued).toEqual(['default/there']);
});
