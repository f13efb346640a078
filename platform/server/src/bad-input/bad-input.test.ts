import { connect } from 'node:net';
import { errorBodySchema } from '@kubemin/client';
import { describeDatabases } from '@kubemin/testing/vitest';
import { describe, expect, test } from 'vitest';
import { TOKEN } from '../test-support/test-platform.ts';
import { BAD_BODIES } from './test-support/bad-bodies.ts';
import { type BadInputPlatform, description, startBadInputPlatform } from './test-support/bad-input-platform.ts';
import { describedOperations, filledPath } from './test-support/described-operation.ts';
import { inputsInTurn } from './test-support/extent.ts';
import { ODD_TEXTS } from './test-support/schema-arbitrary.ts';

const operations = describedOperations(description);
/** Thousands of requests, on a machine that may be busy. */
const LONG = 1_800_000;
const JSON_TYPE = { 'content-type': 'application/json' };

test(
  'unknown and odd ids are refused everywhere and change nothing',
  async () => {
    const bad = await startBadInputPlatform();
    const texts = [...ODD_TEXTS.filter((text) => text.isWellFormed() && text !== ''), 'a'.repeat(600)];
    const withIds = operations.filter((operation) => operation.path.includes('{'));
    for (const [turn, { id, method, path }] of withIds.entries()) {
      for (const odd of inputsInTurn(texts, turn, 6)) {
        const status = await bad.attempt({ method, target: filledPath(path, {}, odd) }, `${id} of ${odd.slice(0, 20)}`);
        expect(status, `${id} of ${odd}`).toBeGreaterThanOrEqual(400);
      }
    }
  },
  LONG,
);

test(
  'bodies that are no request are refused or mean nothing, whatever they call themselves',
  async () => {
    const bad = await startBadInputPlatform({ settings: { bodyLimitBytes: 1024 * 1024 } });
    const withBodies = operations.filter((operation) => operation.body.kind !== 'none');
    // Reading deep documents takes long: one operation meets all bodies, the others take turns.
    const reader = withBodies.find((operation) => operation.body.kind === 'document');
    for (const [turn, { id, method, path, body }] of withBodies.entries()) {
      const target = filledPath(path, bad.ids);
      const bodies = Object.entries(BAD_BODIES);
      for (const [why, text] of id === reader?.id ? bodies : inputsInTurn(bodies, turn, 6)) {
        for (const contentType of body.kind === 'document'
          ? ['application/json', 'application/yaml']
          : ['text/plain']) {
          await bad.attempt({ method, target, headers: { 'content-type': contentType }, body: text }, `${id}: ${why}`);
        }
      }
      const large = JSON.stringify({ name: 'x'.repeat(1024 * 1024) });
      expect(await bad.attempt({ method, target, headers: JSON_TYPE, body: large }, `${id}: large`), id).toBe(413);
    }
  },
  LONG,
);

test(
  'unknown content types, and bodies where none belongs, harm nothing',
  async () => {
    const bad = await startBadInputPlatform();
    const types = [
      'multipart/form-data; boundary=x',
      'application/json; charset=utf-16',
      'x',
      '/',
      'a/b/c; =',
      'text/yaml',
    ];
    const changing = operations.filter((operation) => operation.method !== 'GET');
    for (const [turn, { id, method, path }] of changing.entries()) {
      for (const contentType of inputsInTurn(types, turn, 2)) {
        const headers = { 'content-type': contentType, 'content-encoding': 'gzip' };
        await bad.attempt({ method, target: filledPath(path, {}), headers, body: 'x' }, `${id}: ${contentType}`);
      }
    }
  },
  LONG,
);

test(
  'queries of the wrong kind, and unknown ones, are refused',
  async () => {
    const bad = await startBadInputPlatform();
    const reading = operations.filter((operation) => operation.method === 'GET');
    let turn = 0;
    for (const { id, method, path, query } of reading) {
      const target = filledPath(path, bad.ids);
      const odd = ODD_TEXTS.filter((text) => text.isWellFormed() && text.length < 200);
      for (const { name } of query) {
        turn += 1;
        for (const text of inputsInTurn(odd, turn, 6)) {
          await bad.attempt({ method, target: `${target}?${name}=${encodeURIComponent(text)}` }, `${id}: ${name}`);
        }
        await bad.attempt({ method, target: `${target}?${name}=1&${name}=2` }, `${id}: ${name} twice`);
        await bad.attempt({ method, target: `${target}?${name}[]=1&${name}[a]=2&${name}` }, `${id}: ${name} as a list`);
      }
      await bad.attempt({ method, target: `${target}?unheard=of&%00=%zz&=&&` }, `${id}: nothing it knows`);
    }
  },
  LONG,
);

test(
  'headers that carry nonsense are refused or ignored',
  async () => {
    const bad = await startBadInputPlatform();
    const nonsense = ['"', '*', 'W/"1"', '"-1"', '1,2,3', '"99999999999999999999"', 'x'.repeat(4000), '\u00ff', ' '];
    for (const [turn, { id, method, path }] of operations.entries()) {
      const target = filledPath(path, {});
      for (const value of inputsInTurn(nonsense, turn, 3)) {
        const headers = { 'if-match': value, 'idempotency-key': value, 'last-event-id': value };
        await bad.attempt({ method, target, headers }, `${id}: ${value.slice(0, 10)}`);
      }
      const authorization = `Bearer ${'x'.repeat(5000)}`;
      await bad.attempt({ method, target, headers: { authorization } }, `${id}: a long token`);
    }
  },
  LONG,
);

describe('what is hardly HTTP', () => {
  const requests: Readonly<Record<string, string>> = {
    'a head that does not end': `GET /api/v1/applications HTTP/1.1\r\nhost: x\r\nx-long: ${'y'.repeat(40_000)}\r\n\r\n`,
    'a body shorter than its length, and then nothing':
      `POST /api/v1/applications HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${TOKEN}\r\ncontent-length: 2\r\n` +
      'content-length: 5\r\n\r\n{}',
    'two lengths': 'POST /api/v1/applications HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}',
    'a length and chunks': `POST /api/v1/applications HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    'broken chunks': `POST /api/v1/applications HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${TOKEN}\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n`,
    'an unknown method': 'BREW /api/v1/applications HTTP/1.1\r\nhost: x\r\n\r\n',
    'a header with a line break': 'GET /api/v1/applications HTTP/1.1\r\nhost: x\r\nx: a\nb\r\n\r\n',
    'no host': 'GET /api/v1/applications HTTP/1.1\r\n\r\n',
    'a zero character': 'GET /api/v1/applications\0 HTTP/1.1\r\nhost: x\r\n\r\n',
  };

  test('is 400 in the one shape, or 401, and changes nothing', async () => {
    const bad = await startBadInputPlatform();
    for (const [why, request] of Object.entries(requests)) {
      const response = await rawResponse(bad, request);
      expect(response, why).toMatch(/^HTTP\/1\.1 40[01] /);
      const text = response.slice(response.indexOf('\r\n\r\n') + 4);
      expect(errorBodySchema.safeParse(JSON.parse(text)).success, why).toBe(true);
    }
    await bad.attempt({ method: 'GET', target: '/api/v1/nothing' }, 'after all of that');
  });
});

describeDatabases('a zero character', (dialect) => {
  test('is refused in paths, queries, bodies and documents, before any database sees it', async () => {
    const bad = await startBadInputPlatform({ place: await dialect.create() });
    const cases = [
      { method: 'GET', target: '/api/v1/applications/%00' },
      { method: 'GET', target: '/api/v1/applications?name=a%00b' },
      {
        method: 'POST',
        target: `/api/v1/workflow/tasks/${bad.ids.taskId}/decide`,
        body: JSON.stringify({ verdict: 'approved', comment: 'yes\0' }),
      },
      { method: 'POST', target: '/api/v1/applications', body: '{"name":"shop","description":"a\\u0000b"}' },
      {
        method: 'POST',
        target: '/api/v1/applications',
        headers: { 'content-type': 'application/yaml' },
        body: 'name: shop\ndescription: "a\\0b"\ncomponent: [{name: web, type: webservice, image: web:1}]\n',
      },
    ];
    for (const attempt of cases) expect(await bad.attempt(attempt, attempt.target), attempt.target).toBe(400);
  });
});

async function rawResponse({ platform }: BadInputPlatform, request: string): Promise<string> {
  const socket = connect(platform.port, '127.0.0.1');
  socket.setEncoding('utf8');
  socket.write(request);
  let response = '';
  for await (const piece of socket) {
    response += piece;
    if (/\r\n\r\n\{.*\}$/s.test(response)) break;
  }
  socket.destroy();
  return response;
}
