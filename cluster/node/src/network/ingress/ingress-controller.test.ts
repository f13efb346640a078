import { silentLogger, systemRandom } from '@kubemin/base';
import type { Ingress, IngressClass } from '@kubemin/kubeapi/types/networking.v1';
import { eventually, ManualClock } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HttpRoute } from './gateway-api.ts';
import { IngressController } from './ingress-controller.ts';
import { IngressFixture, ingressTo, MemorySource, serviceNamed, sliceAt } from './test-support/ingress-fixture.ts';

let fixture: IngressFixture;

beforeEach(() => {
  fixture = new IngressFixture();
});

afterEach(async () => {
  await fixture[Symbol.asyncDispose]();
});

const withAddress = (ingress: Ingress): Ingress => ({
  ...ingress,
  status: { loadBalancer: { ingress: [{ ip: '127.0.0.1' }] } },
});

test('the address is written once to each Ingress that is served, and not where it stands already', async () => {
  fixture.ingresses.put(ingressTo({ name: 'a' }));
  fixture.ingresses.put(withAddress(ingressTo({ name: 'b', path: '/b' })));
  const other = ingressTo({ name: 'c', path: '/c' });
  fixture.ingresses.put({ ...other, spec: { ...other.spec, ingressClassName: 'other' } });
  await fixture.start();
  expect(fixture.statuses).toEqual(['a [{"ip":"127.0.0.1"}]']);
  fixture.ingresses.put(ingressTo({ name: 'd', path: '/d' }));
  fixture.ingresses.put(withAddress(ingressTo({ name: 'a' })));
  await eventually(() => fixture.statuses.length === 2);
  expect(fixture.statuses[1]).toMatch(/^d /);
});

test('a status that cannot be written is written later', async () => {
  const clock = new ManualClock();
  const ingresses = new MemorySource(ingressTo({}));
  let attempts = 0;
  const controller = new IngressController({
    sources: { ingresses, services: fixture.services, endpointSlices: fixture.slices },
    clock,
    random: systemRandom,
    logger: silentLogger,
    events: { record: () => undefined },
    addresses: [{ hostname: 'node.test' }],
    writeStatus: async (ingress, addresses) => {
      attempts += 1;
      if (attempts === 1) throw new Error('conflict');
      ingresses.put({ ...ingress, status: { loadBalancer: { ingress: addresses } } });
    },
  });
  await clock.advance(6_000);
  await clock.advance(60_000);
  expect(attempts).toBe(2);
  await controller.close();
});

test('a problem is recorded once, and again when it comes back', async () => {
  fixture.ingresses.put(ingressTo({}));
  await fixture.start();
  const messages = () =>
    fixture.events.map(
      ({ object, event }) => `${object.metadata.name} ${event.type} ${event.reason}: ${event.message}`,
    );
  const missing = 'web Warning MissingService: Service shop/web does not exist';
  expect(messages()).toEqual([missing]);
  fixture.ingresses.put(ingressTo({ name: 'x', path: '/x', service: 'web' }));
  fixture.services.put(serviceNamed('other'));
  await Promise.resolve();
  expect(messages()).toEqual([missing, missing.replace('web', 'x')]);
  fixture.services.put(serviceNamed('web'));
  await Promise.resolve();
  fixture.services.remove(serviceNamed('web'));
  await Promise.resolve();
  expect(messages().filter((each) => each === missing)).toHaveLength(2);
});

test('changes that come together make one table; those of unused Services make none', async () => {
  fixture.addService('web', { address: '10.0.0.1', port: 1 });
  fixture.ingresses.put(ingressTo({}));
  const { controller } = await fixture.start();
  const before = controller.table;
  fixture.addService('unused', { address: '10.0.0.9', port: 1 });
  await Promise.resolve();
  expect(controller.table).toBe(before);
  fixture.slices.put(sliceAt('web', { address: '10.0.0.2', port: 1 }));
  fixture.slices.put(sliceAt('web', { address: '10.0.0.3', port: 1 }));
  expect(controller.table).toBe(before);
  await Promise.resolve();
  expect([...controller.table.endpointKeys]).toEqual(['http://10.0.0.1:1', 'http://10.0.0.2:1', 'http://10.0.0.3:1']);
  // Only endpoints changed: hosts and paths are the same objects.
  expect(controller.table.hosts).toBe(before.hosts);
});

test('a change of the default class and of HTTPRoutes is followed', async () => {
  const backend = await fixture.serve((request, response) => response.end(request.url));
  fixture.addService('web', backend);
  fixture.ingresses.put(ingressTo({}));
  const ingressClasses = new MemorySource<IngressClass>();
  const httpRoutes = new MemorySource<HttpRoute>();
  const { port } = await fixture.start({
    sources: {
      ingresses: fixture.ingresses,
      services: fixture.services,
      endpointSlices: fixture.slices,
      ingressClasses,
      httpRoutes,
    },
  });
  const get = async (host: string, path = '/') =>
    await fixture.roundTrip(port, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  expect(await get('shop.test')).toMatch(/^HTTP\/1\.1 200 /);
  const metadata = { name: 'other', annotations: { 'ingressclass.kubernetes.io/is-default-class': 'true' } };
  ingressClasses.put({
    apiVersion: 'networking.k8s.io/v1',
    kind: 'IngressClass',
    metadata,
    spec: { controller: 'example.com/x' },
  });
  await eventually(async () => (await get('shop.test')).startsWith('HTTP/1.1 404 '));
  const rule = (path: string, filter: object) => ({
    matches: [{ path: { type: 'PathPrefix', value: path } }],
    filters: [{ type: 'x', ...filter }],
    backendRefs: [{ name: 'web', port: 80 }],
  });
  const redirect = (given: object) => ({ type: 'RequestRedirect', requestRedirect: given });
  httpRoutes.put({
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'HTTPRoute',
    metadata: { name: 'route', namespace: 'shop' },
    spec: {
      parentRefs: [{ name: 'edge' }],
      hostnames: ['*.shop.test'],
      rules: [
        rule('/api', {
          type: 'URLRewrite',
          urlRewrite: { path: { type: 'ReplacePrefixMatch', replacePrefixMatch: '/v2' } },
        }),
        rule(
          '/old',
          redirect({
            scheme: 'https',
            hostname: 'new.test',
            statusCode: 301,
            path: { type: 'ReplaceFullPath', replaceFullPath: '/new' },
          }),
        ),
        rule('/split', redirect({ path: { type: 'ReplaceFullPath', replaceFullPath: '/\r\nSet-Cookie: a=b' } })),
      ],
    },
  });
  await eventually(async () => (await get('a.b.shop.test', '/api/x?y')).endsWith('\r\n\r\n/v2/x?y'));
  expect(await get('a.shop.test', '/old?x')).toContain('Location: https://new.test/new?x\r\n');
  expect(await get('a.shop.test', '/split')).toMatch(/^HTTP\/1\.1 503 /);
});
