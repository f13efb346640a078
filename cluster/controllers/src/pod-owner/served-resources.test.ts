import { createDiscovery } from '@kubemin/kube';
import { apiextensions } from '@kubemin/kubeapi/resources';
import { eventually, startTestCluster } from '@kubemin/testing';
import { expect, onTestFinished, test } from 'vitest';
import { foreignResources } from './served-resources.ts';

test('custom resources are found once each, as soon as they are served; metrics, which cannot be deleted, are not', async () => {
  const cluster = await startTestCluster({ controllers: false });
  onTestFinished(() => cluster.close());
  const discovery = createDiscovery({ handler: cluster.handler });
  expect(await foreignResources(discovery)).toEqual([]);
  const versions = ['v1', 'v2'].map((name) => ({
    name,
    served: true,
    storage: name === 'v1',
    schema: { openAPIV3Schema: { type: 'object' } },
  }));
  await cluster.client.resource(apiextensions.v1.customresourcedefinitions).create({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'ships.example.com' },
    spec: { group: 'example.com', scope: 'Namespaced', names: { plural: 'ships', kind: 'Ship' }, versions },
  });
  const found = await eventually(() => foreignResources(discovery), { until: (list) => list.length > 0 });
  expect(found.map(({ plural, namespaced }) => [plural, namespaced])).toEqual([['ships', true]]);
});
