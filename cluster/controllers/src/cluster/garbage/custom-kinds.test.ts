import { defineCustomResource, type KubeObject } from '@kubemin/kubeapi';
import { apiextensions, core } from '@kubemin/kubeapi/resources';
import type { CustomResourceDefinition } from '@kubemin/kubeapi/types/apiextensions.v1';
import type { ConfigMap } from '@kubemin/kubeapi/types/core.v1';
import { eventually, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeCluster } from '../../test-support/describe-cluster.ts';

const SHIPS = defineCustomResource<KubeObject>({ group: 'example.com', version: 'v1', kind: 'Ship', plural: 'ships' });

const definition: CustomResourceDefinition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'ships.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'ships', kind: 'Ship' },
    versions: ['v1', 'v2'].map((name) => ({
      name,
      served: true,
      storage: name === 'v1',
      schema: { openAPIV3Schema: { type: 'object' } },
    })),
  },
};

function ship(name: string): KubeObject {
  return { apiVersion: 'example.com/v1', kind: 'Ship', metadata: { name } };
}

function cargo(name: string, { kind, metadata }: KubeObject, apiVersion = 'example.com/v1'): ConfigMap {
  const owner = { apiVersion, kind, name: metadata.name ?? '', uid: metadata.uid ?? '' };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ownerReferences: [owner] } };
}

describeCluster('what custom resources own', (start) => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await start();
  });
  afterAll(() => cluster.close());

  const definitions = () => cluster.client.resource(apiextensions.v1.customresourcedefinitions);
  const maps = (namespace = 'default') => cluster.client.resource(core.v1.configmaps, namespace);
  const ships = () => cluster.client.resource(SHIPS, 'default');
  const gone = async (name: string) => (await maps().find(name)) === undefined;

  test('goes with them, whether their kind was defined before it or after, and with their definition', async () => {
    const lost = { ...ship('lost'), metadata: { name: 'lost', uid: 'never-was' } };
    await maps().create(cargo('too-early', lost));
    await definitions().create(definition);
    await eventually(() => definitions().get('ships.example.com'), {
      until: ({ status }) =>
        status?.conditions?.some(({ type, status: is }) => type === 'Established' && is === 'True') ?? false,
    });
    const [first, second] = [await ships().create(ship('first')), await ships().create(ship('second'))];
    await maps().create(cargo('coal', first));
    await maps().create(cargo('tea', first, 'example.com/v2'));
    await maps().create(cargo('wool', second));
    await eventually(() => gone('too-early'));

    await ships().delete('first', { propagationPolicy: 'Background' });
    await eventually(async () => (await gone('coal')) && (await gone('tea')));
    expect(await gone('wool')).toBe(false);
    await definitions().delete('ships.example.com');
    await eventually(() => gone('wool'));
  });

  test('is deleted, with an event, when its owner is in another namespace', async () => {
    const owner = await maps().create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'owner' } });
    const namespaces = cluster.client.resource(core.v1.namespaces);
    await namespaces.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'elsewhere' } });
    await maps('elsewhere').create(cargo('astray', owner, 'v1'));
    await eventually(async () => (await maps('elsewhere').find('astray')) === undefined);
    const { items } = await eventually(() => cluster.client.resource(core.v1.events, 'elsewhere').list(), {
      until: (list) => list.items.length > 0,
    });
    expect(items[0]).toMatchObject({
      type: 'Warning',
      reason: 'OwnerRefInvalidNamespace',
      message: `ownerRef [v1/ConfigMap, namespace: elsewhere, name: owner, uid: ${owner.metadata.uid}] does not exist in namespace "elsewhere"`,
    });
  });
});
