import { createDiscovery } from '@kubemin/kube';
import { apiextensions } from '@kubemin/kubeapi/resources';
import { eventually, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { ControllerModule } from '../reconcile/controller.ts';
import { createReconcilerController } from '../reconcile/reconciler-controller.ts';
import { defineCustomResource } from '../resource/custom-resource.ts';
import { withRunningManager } from '../test-support/config-maps.ts';

const doubles = defineCustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Double',
  prefix: 'dbl',
  scope: 'Namespaced',
  description: 'A number and twice that.',
  controllerType: 'generic',
  spec: z.object({ value: z.int().default(21) }),
  status: z.object({ doubled: z.int() }),
});

/** Writes what the spec asks for into the status. */
const doubling: ControllerModule = {
  name: 'doubling',
  for: doubles,
  setup(context) {
    const primary = context.informers.informer(doubles);
    const reconcile = async (key: string, signal: AbortSignal): Promise<undefined> => {
      const double = primary.get(key);
      if (double === undefined) return;
      const doubled = 2 * double.spec.value;
      if (double.status?.doubled === doubled) return;
      const client = context.client.resource(doubles, double.metadata.namespace);
      await client.update({ ...double, status: { doubled } }, { subresource: 'status', signal });
    };
    return createReconcilerController({ context, primary, reconciler: { reconcile } });
  },
};

let cluster: TestCluster;
afterEach(() => cluster.close());

describe.each(['http', 'loopback'] as const)('KC-MGR-3 a controller of a declared resource, by %s', (transport) => {
  test('works with the served resource, whose discovery equals the declaration', async () => {
    cluster = await startTestCluster({ transport, controllers: false });
    await cluster.client.resource(apiextensions.v1.customresourcedefinitions).create(doubles.definition);
    const found = await eventually(() => createDiscovery(cluster).findResource('dbl'));
    const { declaration, definition, ...declared } = doubles;
    expect({ ...found, verbs: found?.verbs.toSorted() }).toEqual({ ...declared, verbs: declared.verbs.toSorted() });
    await withRunningManager(cluster, { modules: [doubling] }, async ({ ready }) => {
      await ready;
      const client = cluster.client.resource(doubles, 'default');
      // The server fills in the default, so a literal without it is what people would write.
      const body = { apiVersion: 'example.com/v1', kind: 'Double', metadata: { name: 'usual' }, spec: {} };
      await client.patch('usual', { type: 'apply', body, force: true }, { fieldManager: 'test' });
      await eventually(async () => (await client.get('usual')).status?.doubled === 42);
      await client.patch('usual', { type: 'merge', body: { spec: { value: 4 } } });
      await eventually(async () => (await client.get('usual')).status?.doubled === 8);
    });
  });
});
