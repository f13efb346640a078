import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiExtBench } from '../test-support/apiext-bench.ts';

const RUNS = process.env.KUBEMIN_TEST_FULL === '1' ? 10_000 : 300;

let bench: ApiExtBench;
beforeAll(async () => {
  bench = await ApiExtBench.start();
});
afterAll(() => bench.close());

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly type: string;
  readonly body: string;
}

/** Not fetch: it tidies paths up before it sends them. */
function send({ method, path, type, body }: Sent): Promise<{ readonly status: number; readonly body: string }> {
  return new Promise((resolve, reject) => {
    const length = Buffer.byteLength(body);
    const headers = { authorization: 'Bearer captain-token', 'content-type': type, 'content-length': length };
    const sent = request(bench.url, { method, path, headers }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const segment = fc.oneof(
  fc.constantFrom('voyages', 'sh', 'harbours', 'v1', 'default', '-', 'a', 'phases', 'reset', 'pause', 'continue'),
  fc.constantFrom('..', '.', '', '%2e%2e', '%00', '%', 'a%2Fb', '__proto__', 'constructor', '%F0%9F%98%80'),
);
/** Paths that are nearly right get further. */
const place = fc
  .tuple(
    fc.constantFrom('voyages', 'sh', 'harbours'),
    fc.constantFrom('default', '-'),
    fc.array(segment, { maxLength: 3 }),
  )
  .map(([kind, namespace, rest]) => [kind, 'v1', namespace, ...rest]);
const segments = fc.oneof(
  { weight: 3, arbitrary: place },
  { weight: 1, arbitrary: fc.array(segment, { maxLength: 6 }) },
);
const parameter = fc.tuple(
  fc.constantFrom('page', 'pageSize', 'filter', 'sort', 'labelSelector', 'watch', '__proto__'),
  fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom('1', '-1', '1e9', 'name=a', 'ship~', '=', ',', '\\', '-', 'a in ('),
  ),
);
const key = fc.constantFrom(
  'name',
  'namespace',
  'labels',
  'resourceVersion',
  'ship',
  'goods',
  'phase',
  '__proto__',
  'x',
);
const body = fc.oneof(
  fc.dictionary(key, fc.jsonValue({ maxDepth: 2 })).map((value) => JSON.stringify(value)),
  fc.string({ maxLength: 20 }),
  fc.constantFrom(
    '',
    'null',
    '[]',
    '{',
    '{"a":1,"a":2}',
    `${'['.repeat(5000)}`,
    '{"__proto__":{"ship":"x"}}',
    '\u0000',
  ),
);
const requests: fc.Arbitrary<Sent> = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'),
  path: fc.tuple(segments, fc.array(parameter, { maxLength: 3 })).map(([path, query]) => {
    const search = new URLSearchParams(query).toString();
    return `/apiext/${path.join('/')}?${search}`;
  }),
  type: fc.constantFrom(
    'application/json',
    'application/merge-patch+json',
    'text/plain',
    'application/json; charset=x',
  ),
  body,
});

it('KC-EXT-1: any input gets a response, and never an internal error', async () => {
  await fc.assert(
    fc.asyncProperty(requests, async (sent) => {
      const { status, body } = await send(sent);
      expect(status).toBeLessThan(500);
      if (status >= 400 && sent.method !== 'HEAD')
        expect(JSON.parse(body)).toMatchObject({ status, detail: expect.any(String) });
    }),
    { numRuns: RUNS },
  );
  expect((await bench.request('GET', '/v1/healthz')).status).toBe(200);
});
