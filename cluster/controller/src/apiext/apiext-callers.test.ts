import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonReply } from '../http/http-reply.ts';
import { ApiExtBench } from '../test-support/apiext-bench.ts';
import { anyVoyages } from '../test-support/voyages.ts';

const VOYAGES = '/apiext/voyages/v1/default';

describe.each(['loopback', 'http'] as const)('KC-EXT-2: callers act with their own rights, over %s', (transport) => {
  let bench: ApiExtBench;
  beforeAll(async () => {
    bench = await ApiExtBench.start({ transport });
  });
  afterAll(() => bench.close());

  it('rejects requests without a token and with a token that the cluster does not accept', async () => {
    for (const token of ['', 'stolen']) {
      const { status, headers, body } = await bench.request('GET', VOYAGES, undefined, token);
      expect([status, headers.get('www-authenticate'), body]).toEqual([
        401,
        'Bearer',
        expect.objectContaining({ code: 'KUBE_UNAUTHORIZED' }),
      ]);
    }
    expect(bench.seen.filter(({ path }) => path.includes('voyages'))).toEqual([]);
  });

  it('lets a reader read and refuses them the rest, in the words of the cluster', async () => {
    const asPassenger = (method: string, path: string, body?: unknown) =>
      bench.request(method, path, body, 'passenger-token');
    expect((await asPassenger('GET', VOYAGES)).status).toBe(200);
    for (const [method, path, body] of [
      ['POST', VOYAGES, { name: 'a', ship: 'Argo' }],
      ['DELETE', `${VOYAGES}/a`, undefined],
      ['PATCH', `${VOYAGES}/a`, { knots: 1 }],
    ] as const) {
      expect(await asPassenger(method, path, body)).toMatchObject({
        status: 403,
        body: { code: 'KUBE_FORBIDDEN', detail: expect.stringContaining('User "passenger" cannot') },
      });
    }
    expect((await asPassenger('GET', '/v1/ns')).status).toBe(403);
  });

  it('sends nothing with its own permissions except token reviews', async () => {
    bench.seen.length = 0;
    await bench.request('POST', VOYAGES, { name: 'own', ship: 'Argo' });
    await bench.request('GET', `${VOYAGES}/own`, undefined, 'passenger-token');
    await bench.request('GET', `${VOYAGES}/own`);
    const others = bench.seen.filter(({ path }) => !path.endsWith('/tokenreviews'));
    expect(others.map(({ method, as }) => `${method} ${as}`)).toEqual(['POST captain', 'GET passenger', 'GET captain']);
  });
});

describe('KC-EXT-3: what stands around it', () => {
  it('returns its health without a token, with secure headers and without caching', async () => {
    const bench = await ApiExtBench.start({ cors: ['*'] });
    const { status, headers, body } = await bench.request('GET', '/v1/healthz', undefined, '');
    await bench.close();
    expect([status, body]).toEqual([200, { status: 'ok' }]);
    expect([headers.get('x-frame-options'), headers.get('cache-control')]).toEqual([
      'DENY',
      expect.stringContaining('no-store'),
    ]);
  });

  it('has only the middlewares that were chosen', async () => {
    const bench = await ApiExtBench.start({ middlewares: ['recovery', 'nocache'] });
    const { headers } = await bench.request('GET', '/v1/healthz', undefined, '');
    await bench.close();
    expect([headers.get('x-frame-options'), headers.get('cache-control')]).toEqual([null, expect.any(String)]);
  });

  it('takes routes of one’s own, which act as the caller, too', async () => {
    const bench = await ApiExtBench.start({
      modules: [
        {
          prefix: '/fleet',
          register: (routes, clients) => {
            routes.add('GET', '/:ship/knots', async (request) => {
              const client = await clients.for(request);
              const { items } = await client.resource(anyVoyages, 'default').list();
              return jsonReply(200, { ship: request.param('ship'), voyages: items.length });
            });
          },
        },
      ],
    });
    expect((await bench.request('GET', '/fleet/Argo/knots')).body).toEqual({ ship: 'Argo', voyages: 0 });
    expect((await bench.request('GET', '/fleet/Argo/knots', undefined, '')).status).toBe(401);
    await bench.close();
  });
});
