import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { createInformerFactory } from '@kubemin/kube';
import { core } from '@kubemin/kubeapi/resources';
import type { ConfigMap } from '@kubemin/kubeapi/types/core.v1';
import { LABEL } from '@kubemin/render';
import { eventually, startTestCluster } from '@kubemin/testing';
import { expect, onTestFinished, test } from 'vitest';
import { componentChanges, componentObjects } from './managed-objects.ts';

function ownedBy(name: string, appId: string, componentName: string): ConfigMap {
  const labels = { [LABEL.appId]: appId, [LABEL.componentName]: componentName, [LABEL.componentId]: '1' };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default', labels } };
}

test('a listener of a component is notified of its present and future objects, and not of those of others', async () => {
  const cluster = await startTestCluster({ controllers: false });
  onTestFinished(() => cluster.close());
  const end = new AbortController();
  onTestFinished(() => end.abort());
  const { client } = cluster;
  const informers = createInformerFactory({ client, clock: systemClock, random: systemRandom, logger: silentLogger });
  informers.start(end.signal);
  const configMaps = client.resource(core.v1.configmaps, 'default');
  await configMaps.create(ownedBy('first', 'shop', 'web'));
  const heard = { web: 0, api: 0 };
  for (const componentName of ['web', 'api'] as const) {
    const changes = componentChanges(informers, core.v1.configmaps, { appId: 'shop', componentName });
    await changes.synced;
    onTestFinished(changes.onChange(() => (heard[componentName] += 1)));
  }
  expect(heard).toEqual({ web: 1, api: 0 });
  await configMaps.create(ownedBy('elsewhere', 'bank', 'web'));
  await configMaps.create(ownedBy('second', 'shop', 'web'));
  await configMaps.delete('first');
  await configMaps.create(ownedBy('third', 'shop', 'api'));
  await eventually(() => expect(heard).toEqual({ web: 3, api: 1 }));
  const names = (componentName: string) =>
    componentObjects(informers, { appId: 'shop', componentName, namespace: 'default' })
      .list(core.v1.configmaps)
      .map(({ metadata }) => metadata.name);
  expect([names('web'), names('api')]).toEqual([['second'], ['third']]);
});
