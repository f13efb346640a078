import { once } from 'node:events';
import { createServer } from 'node:http';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../basics/clock.ts';
import { jsonLogger, silentLogger } from '../../basics/logger.ts';
import { systemRandom } from '../../basics/random.ts';
import { OtlpExporter } from './otlp-exporter.ts';
import { formatTraceparent, newSpan, parseTraceparent, type Span } from './span.ts';

const COMMON = {
  source: { name: 'test', version: '1' },
  clock: systemClock,
  random: systemRandom,
  logger: silentLogger,
};

function span(name: string): Span {
  const ids = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) };
  return {
    ...ids,
    name,
    kind: 'server',
    startMs: 1_000.5,
    endMs: 1_002,
    attributes: { n: 1, s: 'x', none: undefined },
  };
}

/** A collector on a free port that responds with these statuses in turn, then with 200. */
async function collector(...statuses: readonly number[]) {
  const bodies: string[] = [];
  const left = [...statuses];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request.setEncoding('utf8')) body += piece;
    const status = left.shift() ?? 200;
    if (status === 200) bodies.push(`${request.url} ${body}`);
    response.writeHead(status).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const names = (): readonly string[] =>
    bodies.flatMap((body) => [...body.matchAll(/"spanId":"[^"]*","name":"([^"]*)"/g)].map(([, name = '']) => name));
  return { endpoint: `http://127.0.0.1:${port}/`, bodies, names };
}

test('spans go together, in the shape of OTLP, and what waits goes when it closes', async () => {
  const { endpoint, bodies } = await collector();
  const exporter = new OtlpExporter({ ...COMMON, endpoint });
  exporter.record(span('one'));
  exporter.record({ ...span('two'), error: 'broken', parentSpanId: 'c'.repeat(16) });
  await exporter.close();
  expect(bodies).toHaveLength(1);
  const [path, text = ''] = bodies[0]?.split(/ (.*)/s) ?? [];
  expect(path).toBe('/v1/traces');
  const [{ resource, scopeSpans }] = JSON.parse(text).resourceSpans;
  expect(resource.attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'test' } });
  expect(scopeSpans[0].spans).toMatchObject([
    {
      name: 'one',
      kind: 2,
      startTimeUnixNano: '1000500000',
      endTimeUnixNano: '1002000000',
      attributes: [
        { key: 'n', value: { intValue: '1' } },
        { key: 's', value: { stringValue: 'x' } },
      ],
    },
    { name: 'two', parentSpanId: 'c'.repeat(16), status: { code: 2, message: 'broken' } },
  ]);
});

test('a collector that is busy gets the same spans again, once', async () => {
  const { endpoint, names } = await collector(503, 429);
  const exporter = new OtlpExporter({ ...COMMON, endpoint });
  exporter.record(span('patient'));
  await exporter.close();
  expect(names()).toEqual(['patient']);
});

test('spans that a collector rejects permanently, and spans that do not fit, are dropped and logged', async () => {
  const { endpoint, names } = await collector(400);
  const lines: string[] = [];
  const logger = jsonLogger({ clock: systemClock, write: (line) => lines.push(line) });
  const exporter = new OtlpExporter({ ...COMMON, endpoint, logger, capacity: 3 });
  for (const name of ['a', 'b', 'c', 'd', 'e']) exporter.record(span(name));
  await exporter.close();
  expect(names()).toEqual([]);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 'warn', spans: 5 }]);
});

test('a collector that is not there causes no error for callers', async () => {
  const exporter = new OtlpExporter({ ...COMMON, endpoint: 'http://127.0.0.1:1' });
  for (let count = 0; count < 5_000; count++) exporter.record(span('lost'));
  await exporter.close();
  exporter.record(span('after the end'));
});

test('a traceparent is read back as it was written, and nothing else is taken for one', () => {
  const hex = (length: number) =>
    fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`)).filter((id) => /[^0]/.test(id));
  fc.assert(
    fc.property(hex(32), hex(16), fc.boolean(), (traceId, spanId, sampled) => {
      expect(parseTraceparent(formatTraceparent({ traceId, spanId, sampled }))).toEqual({ traceId, spanId, sampled });
    }),
  );
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(parseTraceparent(text)).toBeUndefined();
    }),
  );
  for (const wrong of [
    undefined,
    `00-${'0'.repeat(32)}-${'1'.repeat(16)}-01`,
    `ff-${'1'.repeat(32)}-${'1'.repeat(16)}-01`,
  ]) {
    expect(parseTraceparent(wrong)).toBeUndefined();
  }
});

test('a span below another is of its trace, and has a name of its own', () => {
  const parent = newSpan(systemRandom, undefined);
  const child = newSpan(systemRandom, parent);
  expect(child.traceId).toBe(parent.traceId);
  expect(child.spanId).not.toBe(parent.spanId);
});
