import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { apiextensions } from '@kubemin/kubeapi/resources';
import { eventually, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { createInformer } from '../../informer/informer.ts';
import { createDiscovery, type Discovery } from './discovery.ts';

const DEFINITION = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'carts.shop.example' },
  spec: {
    group: 'shop.example',
    scope: 'Namespaced',
    names: { plural: 'carts', singular: 'cart', kind: 'Cart', shortNames: ['ct'] },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
} as const;
const CART = { apiVersion: 'shop.example/v1', kind: 'Cart', metadata: { name: 'c' }, items: ['tea'] };

let cluster: TestCluster;
let discovery: Discovery;
let abort: AbortController;

afterEach(async () => {
  abort.abort();
  await cluster.close();
});

describe.each(['loopback', 'http'] as const)('custom resources by %s', (transport) => {
  test('a kind that is defined while we run is found, used, followed, and forgotten with its definition', async () => {
    cluster = await startTestCluster({ transport, controllers: false });
    abort = new AbortController();
    discovery = createDiscovery(cluster);
    const definitions = cluster.client.resource(apiextensions.v1.customresourcedefinitions);
    expect(await discovery.findResourceForObject(CART)).toBeUndefined();
    await definitions.create(DEFINITION);
    const type = await eventually(() => discovery.findResourceForObject(CART));
    if (type === undefined) throw new Error('the new kind should be served by now');
    expect(type).toMatchObject({ plural: 'carts', namespaced: true, subresources: [{ name: 'status', kind: 'Cart' }] });
    expect(await discovery.findResource('ct')).toBe(type);
    expect(await discovery.findResource('deploy')).toMatchObject({ group: 'apps', kind: 'Deployment' });

    const carts = cluster.client.resource(type, 'default');
    const informer = createInformer({ client: carts, clock: systemClock, random: systemRandom, logger: silentLogger });
    informer.start(abort.signal);
    await informer.synced;
    const created = await carts.create(CART);
    expect(created).toMatchObject({ items: ['tea'] });
    await eventually(() => informer.get('default/c'));
    await carts.patch('c', { type: 'merge', body: { status: { paid: true } } }, { subresource: 'status' });
    await eventually(() => informer.get('default/c'), { until: (cart) => Object(cart).status?.paid === true });
    await definitions.delete('carts.shop.example');
    await eventually(async () => {
      await discovery.refresh();
      return (await discovery.findResourceForObject(CART)) === undefined;
    });
  });
});
