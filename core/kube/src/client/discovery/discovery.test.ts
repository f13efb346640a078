import { type ApiHandler, type ApiResponse, deepFreeze, pathNotFound, serviceUnavailable } from '@kubemin/kubeapi';
import { expect, test } from 'vitest';
import { MemoryLogger } from '../../test-support/informer-harness.ts';
import { errorResponse } from '../../test-support/memory-api.ts';
import { createDiscovery } from './discovery.ts';

/** A server that knows but these documents, and counts who asks for them. */
class Documents {
  readonly asked: string[] = [];
  readonly documents: Record<string, object | ApiResponse>;

  constructor(documents: Readonly<Record<string, object>>) {
    this.documents = { ...documents };
  }

  readonly handler: ApiHandler = async ({ path }) => {
    this.asked.push(path);
    const found = this.documents[path];
    if (found === undefined) return errorResponse(pathNotFound());
    if ('status' in found && 'headers' in found) return found;
    return { kind: 'object', status: 200, headers: {}, object: deepFreeze(found) };
  };
}

const LEGACY = {
  '/api': { kind: 'APIVersions', versions: ['v1'] },
  '/apis': {
    kind: 'APIGroupList',
    groups: [
      {
        name: 'shop.example',
        versions: [{ version: 'v1beta1' }, { version: 'v1' }],
        preferredVersion: { version: 'v1' },
      },
      { name: 'events.k8s.io', versions: [{ version: 'v1' }], preferredVersion: { version: 'v1' } },
    ],
  },
  '/api/v1': {
    resources: [
      { name: 'pods', singularName: 'pod', namespaced: true, kind: 'Pod', verbs: ['get', 'list'], shortNames: ['po'] },
      { name: 'pods/eviction', group: 'policy', version: 'v1', kind: 'Eviction', verbs: ['create'] },
      { name: 'pods/status', kind: 'Pod', verbs: ['get'] },
      { name: 'events', singularName: '', namespaced: true, kind: 'Event', verbs: ['list'], shortNames: ['ev'] },
    ],
  },
  '/apis/shop.example/v1': {
    resources: [{ name: 'carts', kind: 'Cart', namespaced: false, verbs: [], shortNames: ['ev'] }],
  },
  '/apis/shop.example/v1beta1': { resources: [{ name: 'carts', kind: 'Cart', namespaced: false, verbs: [] }] },
  '/apis/events.k8s.io/v1': { resources: [{ name: 'events', kind: 'Event', namespaced: true, verbs: ['list'] }] },
};

test('a server without aggregated discovery is asked group by group, the preferred versions first', async () => {
  const discovery = createDiscovery(new Documents(LEGACY));
  const resources = await discovery.resources();
  expect(resources.map(({ group, version, plural }) => [plural, version, group].join('.'))).toEqual([
    'pods.v1.',
    'events.v1.',
    'carts.v1.shop.example',
    'carts.v1beta1.shop.example',
    'events.v1.events.k8s.io',
  ]);
  expect(resources[0]).toEqual({
    group: '',
    version: 'v1',
    plural: 'pods',
    singular: 'pod',
    kind: 'Pod',
    namespaced: true,
    shortNames: ['po'],
    categories: [],
    verbs: ['get', 'list'],
    subresources: [
      { name: 'eviction', group: 'policy', version: 'v1', kind: 'Eviction', verbs: ['create'] },
      { name: 'status', group: '', version: 'v1', kind: 'Pod', verbs: ['get'] },
    ],
  });
});

test.each([
  ['pods', ''],
  ['pod', ''],
  ['Pod', ''],
  ['po', ''],
  ['pods.v1', ''],
  ['events', ''],
  ['event', ''],
  ['events.events.k8s.io', 'events.k8s.io'],
  ['Event.v1.events.k8s.io', 'events.k8s.io'],
  ['carts.v1beta1.shop.example', 'shop.example'],
  ['ev', ''],
])('%s is found as people mean it', async (name, group) => {
  const found = await createDiscovery(new Documents(LEGACY)).findResource(name);
  expect(found).toMatchObject({ group, ...(name.includes('v1beta1') && { version: 'v1beta1' }) });
});

test.each(['', 'nothing', 'pods.apps', 'pods.v2', 'carts.v3.shop.example'])('%s is not found', async (name) => {
  expect(await createDiscovery(new Documents(LEGACY)).findResource(name)).toBeUndefined();
});

test('what is known is not asked for again, what is not known is', async () => {
  const server = new Documents(LEGACY);
  const discovery = createDiscovery(server);
  const orders = { apiVersion: 'shop.example/v1', kind: 'Order' };
  await discovery.findResourceForObject({ apiVersion: 'v1', kind: 'Pod' });
  const once = server.asked.length;
  await discovery.findResource('pods');
  expect(server.asked).toHaveLength(once);
  expect(await discovery.findResourceForObject(orders)).toBeUndefined();
  expect(server.asked).toHaveLength(2 * once);
  server.documents['/apis/shop.example/v1'] = { resources: [{ name: 'orders', kind: 'Order', verbs: [] }] };
  expect(await discovery.findResourceForObject(orders)).toMatchObject({ plural: 'orders' });
  expect(await discovery.findResource('carts')).toMatchObject({ version: 'v1beta1' });
});

test('concurrent refreshes share one request, but none gets a result that is older than its call', async () => {
  const server = new Documents(LEGACY);
  const discovery = createDiscovery(server);
  const early = Array.from({ length: 5 }, () => discovery.findResource('orders'));
  // The first round has asked for /api already: what appears now it may have missed.
  server.documents['/apis/shop.example/v1'] = { resources: [{ name: 'orders', kind: 'Order', verbs: [] }] };
  const late = discovery.findResource('orders');
  expect(await late).toMatchObject({ plural: 'orders' });
  await Promise.all(early);
  expect(server.asked.filter((path) => path === '/api')).toHaveLength(2);
});

test('a group whose server is away is kept as it was known, and spoils nothing else', async () => {
  const server = new Documents(LEGACY);
  const logger = new MemoryLogger();
  const discovery = createDiscovery({ handler: server.handler, logger });
  await discovery.resources();
  server.documents['/apis/shop.example/v1'] = errorResponse(serviceUnavailable('the server is currently unable'));
  await discovery.refresh();
  expect(await discovery.findResource('carts')).toMatchObject({ version: 'v1' });
  expect(await discovery.findResource('pods')).toBeDefined();
  expect(logger.lines).toMatchObject([{ level: 'warn', fields: { apiVersion: 'shop.example/v1' } }]);
  const failure = { kind: 'unanswered', apiVersion: 'shop.example/v1', message: 'the server is currently unable' };
  expect(discovery.failures()).toEqual([failure]);
  server.documents['/apis/shop.example/v1'] = LEGACY['/apis/shop.example/v1'];
  await discovery.refresh();
  expect(discovery.failures()).toEqual([]);
});

test('a group version with an invalid name is reported, and not requested', async () => {
  const groups = [{ name: 'a/b', versions: [{ version: 'c' }] }];
  const server = new Documents({ '/apis': { kind: 'APIGroupList', groups } });
  const discovery = createDiscovery(server);
  expect(await discovery.resources()).toEqual([]);
  const message = 'unexpected GroupVersion string: a/b/c';
  expect(discovery.failures()).toEqual([{ kind: 'unreadable', apiVersion: 'a/b/c', message }]);
  expect(server.asked).toEqual(['/api', '/apis']);
});

test('a group version that an aggregated document marks as stale keeps its known resources, and is reported', async () => {
  const carts = { resource: 'carts', responseKind: { kind: 'Cart' }, verbs: ['get'] };
  const document = (version: object) => ({
    kind: 'APIGroupDiscoveryList',
    items: [{ metadata: { name: 'shop.example' }, versions: [version] }],
  });
  const server = new Documents({ '/apis': document({ version: 'v1', resources: [carts] }) });
  const discovery = createDiscovery(server);
  await discovery.resources();
  server.documents['/apis'] = document({ version: 'v1', freshness: 'Stale' });
  await discovery.refresh();
  expect((await discovery.resources()).map(({ plural }) => plural)).toEqual(['carts']);
  expect(discovery.failures()).toMatchObject([{ kind: 'unanswered', apiVersion: 'shop.example/v1' }]);
});

test('a refresh that fails leaves what was known', async () => {
  const server = new Documents(LEGACY);
  const discovery = createDiscovery(server);
  await discovery.resources();
  server.documents['/api'] = errorResponse(serviceUnavailable('starting'));
  await expect(discovery.refresh()).rejects.toMatchObject({ httpCode: 503 });
  await expect(discovery.findResource('orders')).rejects.toMatchObject({ httpCode: 503 });
  expect(await discovery.findResource('pods')).toBeDefined();
});

test('an aggregated document is read whole; entries that hold no objects are passed over', async () => {
  const server = new Documents({
    '/api': { kind: 'APIGroupDiscoveryList', items: [] },
    '/apis': {
      kind: 'APIGroupDiscoveryList',
      items: [
        {
          metadata: { name: 'shop.example' },
          versions: [
            {
              version: 'v1',
              resources: [
                {
                  resource: 'carts',
                  responseKind: { group: 'shop.example', version: 'v1', kind: 'Cart' },
                  scope: 'Namespaced',
                  singularResource: 'cart',
                  verbs: ['get'],
                  subresources: [
                    {
                      subresource: 'scale',
                      responseKind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
                      verbs: ['get'],
                    },
                  ],
                },
                { resource: 'nothing', scope: 'Cluster', verbs: [] },
              ],
            },
          ],
        },
      ],
    },
  });
  const resources = await createDiscovery(server).resources();
  expect(resources).toMatchObject([
    { plural: 'carts', namespaced: true, subresources: [{ name: 'scale', group: 'autoscaling', kind: 'Scale' }] },
  ]);
  expect(server.asked).toEqual(['/api', '/apis']);
});
