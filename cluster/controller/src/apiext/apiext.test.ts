import { Validator } from '@seriousme/openapi-schema-validator';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineCustomResource } from '../resource/custom-resource.ts';
import { ApiExtBench } from '../test-support/apiext-bench.ts';
import { lostStatus, shipments } from '../test-support/shipments.ts';
import { anyVoyages } from '../test-support/voyages.ts';
import { flatShape } from './flat-shape.ts';
import { paginate } from './list-page.ts';

const VOYAGES = '/apiext/voyages/v1/default';
const SHIPMENTS = '/apiext/shipments/v1/default';

describe.each(['loopback', 'http'] as const)('KC-EXT-1: resources as classic REST, over %s', (transport) => {
  let bench: ApiExtBench;
  beforeAll(async () => {
    bench = await ApiExtBench.start({ transport });
  });
  afterAll(() => bench.close());

  it('creates, shows, changes and deletes an object without its metadata', async () => {
    const created = await bench.request('POST', VOYAGES, { name: 'first', labels: { sea: 'north' }, ship: 'Argo' });
    expect([created.status, created.headers.get('location')]).toEqual([201, `${VOYAGES}/first`]);
    expect(created.body).toEqual({
      name: 'first',
      namespace: 'default',
      uid: expect.any(String),
      resourceVersion: expect.any(String),
      createdAt: expect.any(String),
      labels: { sea: 'north' },
      ship: 'Argo',
      knots: 12,
      cargo: 'none',
      crew: [],
    });
    expect((await bench.request('GET', `${VOYAGES}/first`)).body).toEqual(created.body);
    const patched = await bench.request('PATCH', `${VOYAGES}/first`, { knots: 20, labels: { sea: null, sky: 'blue' } });
    expect(patched.body).toMatchObject({ ship: 'Argo', knots: 20, labels: { sky: 'blue' } });
    const put = await bench.request('PUT', `${VOYAGES}/first`, { ship: 'Beagle' });
    expect(put.body).toMatchObject({ ship: 'Beagle', knots: 12, labels: { sky: 'blue' } });
    expect(await bench.request('DELETE', `${VOYAGES}/first`)).toMatchObject({ status: 204, body: '' });
    expect(await bench.request('GET', `${VOYAGES}/first`)).toMatchObject({
      status: 404,
      body: {
        code: 'KUBE_NOT_FOUND',
        detail: 'voyages.fleet.example.com "first" not found',
        instance: `${VOYAGES}/first`,
      },
    });
  });

  it('gives an object without a name one', async () => {
    const { status, body } = await bench.request('POST', VOYAGES, { ship: 'Argo' });
    expect([status, body]).toEqual([201, expect.objectContaining({ name: expect.stringMatching(/^voyage-/) })]);
  });

  it('accepts an object as it was returned, and rejects it after another client changed it', async () => {
    const { body } = await bench.request('POST', VOYAGES, { name: 'twice', ship: 'Argo' });
    const sent = { ...Object(body), ship: 'Beagle', phase: 'made up' };
    expect(await bench.request('PUT', `${VOYAGES}/twice`, sent)).toMatchObject({
      status: 200,
      body: { ship: 'Beagle' },
    });
    expect(await bench.request('PUT', `${VOYAGES}/twice`, sent)).toMatchObject({
      status: 409,
      body: { code: 'KUBE_CONFLICT' },
    });
    expect(await bench.request('PATCH', `${VOYAGES}/twice`, { resourceVersion: '1', knots: 3 })).toMatchObject({
      status: 409,
    });
  });

  it('replaces the current version when the input has no resourceVersion', async () => {
    await bench.request('POST', VOYAGES, { name: 'busy', ship: 'Argo' });
    const busy = bench.cluster.client.resource(anyVoyages, 'default');
    const disturb = async (times: number) => {
      let left = times;
      bench.before = async ({ method }) => {
        if (method !== 'PUT' || left === 0) return;
        left -= 1;
        await busy.patch('busy', { type: 'merge', body: { metadata: { annotations: { left: String(left) } } } });
      };
      const { status } = await bench.request('PUT', `${VOYAGES}/busy`, { ship: 'Beagle' });
      bench.before = undefined;
      return status;
    };
    expect([await disturb(2), await disturb(3)]).toEqual([200, 409]);
  });

  it('passes on what the server has against an object, field by field', async () => {
    expect(await bench.request('POST', VOYAGES, { name: 'bad', ship: '', knots: 99 })).toMatchObject({
      status: 422,
      body: {
        title: 'Unprocessable Entity',
        problems: [{ field: 'spec.ship' }, { field: 'spec.knots' }],
      },
    });
    expect(await bench.request('POST', VOYAGES, { name: 'bad', ship: 'Argo', shipp: 1 })).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('spec.shipp') },
    });
    expect(await bench.request('PATCH', `${VOYAGES}/bad`, { phase: 'x', labels: 3, name: 'other' })).toMatchObject({
      status: 422,
      body: { problems: [{ field: 'name' }, { field: 'labels' }, { field: 'phase' }] },
    });
  });

  it.each(['voyages', 'voyage', 'Voyage', 'vy', 'trip'])('is found as %s', async (kind) => {
    expect((await bench.request('GET', `/apiext/${kind}/v1/default`)).status).toBe(200);
  });

  it.each([
    ['/apiext/voyagse/v1/default', 404, 'did you mean voyages?'],
    ['/apiext/voyages/v2/default', 404, 'but as v1'],
    ['/apiext/voyages/v1/-/first', 400, 'are namespaced'],
    ['/apiext/harbours/v1/default', 400, 'are cluster-scoped'],
    ['/apiext/voyages/v1/default/x%25y', 400, 'not a name'],
    ['/apiext/voyages/v1/default/a%2Fb', 400, 'not a name'],
    ['/apiext/voyages/v1/default/none', 404, 'not found'],
    ['/apiext/voyages/v1/default/none/phases', 404, 'have no phases'],
    ['/apiext/voyages/v1/default?filter=shipp=x', 400, 'did you mean ship?'],
    ['/nowhere', 404, 'no route for /nowhere'],
  ])('reports the error of %s', async (path, status, detail) => {
    expect(await bench.request('GET', path)).toMatchObject({
      status,
      body: { detail: expect.stringContaining(detail) },
    });
  });

  it('serves resources of the whole cluster where the namespace is a minus', async () => {
    expect(await bench.request('POST', '/apiext/harbours/v1/-', { name: 'north', depth: 7.5 })).toMatchObject({
      status: 201,
    });
    const { body } = await bench.request('GET', '/apiext/harbours/v1/-');
    expect(body).toMatchObject({ items: [{ name: 'north', depth: 7.5 }], total: 1 });
    expect(body).not.toHaveProperty('items.0.namespace');
  });

  it('lists in pages, filtered and sorted, of one namespace or of all', async () => {
    for (const [name, knots] of [
      ['p1', 5],
      ['p2', 30],
      ['p3', 7],
      ['p4', 30],
    ] as const) {
      await bench.request('POST', VOYAGES, { name, knots, ship: 'Pequod', labels: { list: 'yes' } });
    }
    const query = 'labelSelector=list%3Dyes&filter=knots>5&sort=-knots&pageSize=2';
    const first = await bench.request('GET', `/apiext/vy/v1/-?${query}`);
    expect(first.body).toMatchObject({ items: [{ name: 'p2' }, { name: 'p4' }], total: 3, page: 1, pageSize: 2 });
    const second = await bench.request('GET', `${VOYAGES}?${query}&page=2`);
    expect(second.body).toMatchObject({ items: [{ name: 'p3' }], total: 3 });
    expect((await bench.request('GET', `/apiext/vy/v1/other?${query}`)).body).toMatchObject({ items: [], total: 0 });
  });

  it('shows phases, and acts on them', async () => {
    await bench.request('POST', SHIPMENTS, { name: 'silk', goods: 'silk' });
    expect((await bench.request('GET', `${SHIPMENTS}/silk`)).body).toMatchObject({ goods: 'silk', result: 'Doing' });
    expect(await bench.request('POST', `${SHIPMENTS}/silk/reset`)).toMatchObject({
      status: 409,
      body: { code: 'RESET_NOT_FAILED' },
    });
    const client = bench.cluster.client.resource(shipments, 'default');
    await client.patch('silk', { type: 'merge', body: { status: lostStatus } }, { subresource: 'status' });
    const lost = await bench.request('GET', `${SHIPMENTS}/silk`);
    expect(lost.body).toMatchObject({
      phase: 'Lost',
      result: 'Failed',
      reason: 'the hold is full',
      status: { crates: 3 },
    });
    expect(lost.body).not.toHaveProperty('status.state');
    expect((await bench.request('GET', `${SHIPMENTS}?filter=result=Failed`)).body).toMatchObject({ total: 1 });
    expect((await bench.request('GET', `${SHIPMENTS}/silk/phases`)).body).toMatchObject({
      phase: 'Lost',
      items: [
        { phase: 'Load', result: 'Failed' },
        { phase: 'Send', result: 'Pending' },
        { phase: 'Done', result: 'Failed' },
      ],
    });
    expect((await bench.request('GET', `${SHIPMENTS}/silk/phases/Load`)).body).toMatchObject({
      kind: 'checklist',
      checks: [
        { name: 'weigh', result: 'Succeeded' },
        { name: 'stow', error: 'the hold is full' },
      ],
    });
    expect(await bench.request('GET', `${SHIPMENTS}/silk/phases/Sink`)).toMatchObject({
      status: 404,
      body: { code: 'PHASE_UNKNOWN' },
    });
    expect((await bench.request('GET', `${SHIPMENTS}/silk/phases.mmd`)).body).toContain('stateDiagram-v2');
    expect(await bench.request('POST', `${SHIPMENTS}/silk/reset`)).toMatchObject({
      status: 200,
      body: { phase: 'Load', result: 'Doing' },
    });
    const { status } = await client.get('silk');
    expect(status).toMatchObject({ state: { Load: { state: { weigh: { done: true }, stow: {} } } } });
    expect(status).not.toHaveProperty('failedFrom');
  });

  it('pauses and continues, in the spec and before a phase', async () => {
    await bench.request('POST', SHIPMENTS, { name: 'tea', goods: 'tea' });
    const client = bench.cluster.client.resource(shipments, 'default');
    const paused = { phase: 'Send', paused: { phase: 'Send', since: '2026-03-01T12:00:00Z' } };
    await client.patch('tea', { type: 'merge', body: { status: paused } }, { subresource: 'status' });
    expect((await bench.request('PUT', `${SHIPMENTS}/tea/pause`)).body).toMatchObject({ paused: true });
    expect((await bench.request('POST', `${SHIPMENTS}/tea/continue`)).body).toMatchObject({ paused: false });
    expect((await client.get('tea')).status).not.toHaveProperty('paused');
  });
});

describe('KC-EXT-1: the description', () => {
  it('is valid OpenAPI 3.1 and has every path of every resource', async () => {
    const bench = await ApiExtBench.start();
    const { body } = await bench.request('GET', '/apiext/openapi.json', undefined, '');
    await bench.close();
    expect(await new Validator().validate(Object(body))).toMatchObject({ valid: true });
    expect(Object.keys(Object(body).paths)).toEqual([
      '/apiext/voyages/v1/{namespace}',
      '/apiext/voyages/v1/{namespace}/{name}',
      '/apiext/harbours/v1/-',
      '/apiext/harbours/v1/-/{name}',
      '/apiext/shipments/v1/{namespace}',
      '/apiext/shipments/v1/{namespace}/{name}',
      '/apiext/shipments/v1/{namespace}/{name}/reset',
      '/apiext/shipments/v1/{namespace}/{name}/continue',
      '/apiext/shipments/v1/{namespace}/{name}/pause',
      '/apiext/shipments/v1/{namespace}/{name}/phases',
      '/apiext/shipments/v1/{namespace}/{name}/phases.mmd',
      '/apiext/shipments/v1/{namespace}/{name}/phases/{phase}',
    ]);
    expect(body).toMatchObject({
      components: {
        schemas: {
          Voyage: { properties: { berth: { type: ['integer', 'string'] }, cargo: { enum: ['none', 'grain', 'oil'] } } },
          Shipment: { properties: { weight: { exclusiveMinimum: 0 }, status: { properties: { crates: {} } } } },
          ShipmentInput: { required: ['goods'] },
        },
      },
    });
    expect(body).not.toHaveProperty('components.schemas.Shipment.properties.status.properties.state');
  });
});

it('KC-EXT-1: pages put one after the other are the sorted list, whatever the size', () => {
  const object = fc.record({
    name: fc.string(),
    namespace: fc.constantFrom('a', 'b'),
    count: fc.option(fc.integer({ min: 0, max: 3 })),
  });
  const objects = fc.uniqueArray(object, { selector: ({ namespace, name }) => `${namespace}/${name}` });
  const sort = fc.subarray([
    { field: 'count', descending: true },
    { field: 'name', descending: false },
  ]);
  fc.assert(
    fc.property(objects, sort, fc.integer({ min: 1, max: 7 }), (all, keys, pageSize) => {
      const query = {
        labelSelector: undefined,
        filters: [{ field: 'count', operator: '!=', value: '1' }],
        sort: keys,
      } as const;
      const whole = paginate(all, { ...query, page: 1, pageSize: 1000 });
      const count = Math.ceil(whole.total / pageSize);
      const pages = Array.from({ length: count }, (_, index) =>
        paginate(all.toReversed(), { ...query, page: index + 1, pageSize }),
      );
      expect(pages.flatMap(({ items }) => items)).toEqual(whole.items);
      expect(whole.total).toBe(all.filter((each) => each.count !== 1).length);
    }),
  );
});

it('KC-EXT-1: a field whose name stands for something else is refused before anything is served', () => {
  const taken = defineCustomResource({
    group: 'fleet.example.com',
    version: 'v1',
    kind: 'Buoy',
    scope: 'Namespaced',
    description: 'Floats.',
    controllerType: '',
    spec: z.object({ labels: z.string(), status: z.string(), colour: z.string() }),
  });
  expect(() => flatShape(taken)).toThrow(
    expect.objectContaining({
      code: 'APIEXT_FIELD_TAKEN',
      message: expect.stringContaining('spec.labels, spec.status'),
    }),
  );
});
