import { isJsonObject, type JsonObject } from '@kubemin/kubeapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiServerProcess } from '../test-support/api-server-process.ts';
import { HostileClient, type HostileResponse } from '../test-support/hostile-client.ts';
import { configMap } from '../test-support/test-api.ts';

const MAPS = '/api/v1/namespaces/default/configmaps';
const VICTIM = `${MAPS}/victim`;
const JSON_TYPE = 'application/json';
const YAML_TYPE = 'application/yaml';
const PROTOBUF_TYPE = 'application/vnd.kubernetes.protobuf';
const MEGABYTE = 1024 * 1024;
/** What the worst of these requests may leave behind; the largest of them holds 4 MiB. */
const MEMORY_BOUND = 150 * MEGABYTE;

let server: ApiServerProcess;
let client: HostileClient;
let before: number;

beforeAll(async () => {
  server = await ApiServerProcess.start();
  client = new HostileClient(server);
  await client.send({ method: 'POST', path: MAPS, body: JSON.stringify(configMap('victim')) });
  before = (await server.report()).rss;
});

afterAll(async () => {
  client.close();
  await server.stop();
});

function parseStatus({ text }: HostileResponse): JsonObject {
  const value: unknown = JSON.parse(text);
  if (!isJsonObject(value)) throw new Error(`no Status: ${text}`);
  return value;
}

/** It was refused with a Status, in these words. */
function expectRefusal(response: HostileResponse, code: number, message: string): void {
  expect(parseStatus(response)).toMatchObject({ kind: 'Status', apiVersion: 'v1', status: 'Failure', code });
  expect(parseStatus(response).message).toMatch(new RegExp(message));
  expect(response.status).toBe(code);
}

function post(body: string | Uint8Array, contentType = JSON_TYPE, path = MAPS): Promise<HostileResponse> {
  return client.send({ method: 'POST', path, body, headers: { 'content-type': contentType } });
}

function nested(open: string, close: string, depth: number): string {
  return `{"metadata":{"name":"deep"},"data":${open.repeat(depth)}1${close.repeat(depth)}}`;
}

describe('a body in JSON', () => {
  it.each([
    ['cut off', '{"metadata":', 'unexpected end of JSON input'],
    ['empty but for spaces', '   ', 'unexpected end of JSON input'],
    ['followed by garbage', '{"metadata":{"name":"x"}}}', 'after top-level value'],
    ['twice', '{"metadata":{"name":"x"}}{"metadata":{"name":"y"}}', 'after top-level value'],
    ['with comments', '{/* no */}', 'looking for beginning of object key'],
    ['with NaN', '{"a":NaN}', 'invalid character "N"'],
    ['with a raw line break in a string', '{"a":"\n"}', 'invalid character "\\\\n" in string literal'],
    ['of NUL bytes', '\0\0\0', 'invalid character'],
    ['in UTF-16', Buffer.from('{"metadata":{}}', 'utf16le'), 'invalid character'],
    ['of lists in lists', nested('[', ']', 100_000), 'exceeded max depth'],
    ['of objects in objects', nested('{"a":', '}', 100_000), 'exceeded max depth'],
    ['that is no object', '[]', 'must be of type ConfigMap'],
    ['of another kind', '{"kind":"Secret","metadata":{"name":"x"}}', 'must be of type ConfigMap'],
    ['of a kind named like a prototype', '{"kind":"__proto__","metadata":{"name":"x"}}', 'must be of type ConfigMap'],
    ['with text for metadata', '{"metadata":"x"}', 'cannot unmarshal string into Go struct field'],
    ['with a number for a name', '{"metadata":{"name":5}}', 'cannot unmarshal number into Go struct field'],
    [
      'with an integer beyond 2^53',
      '{"metadata":{"name":"x","generation":9007199254740993}}',
      'cannot be kept exactly',
    ],
    ['with an infinite integer', `{"metadata":{"name":"x","generation":${'9'.repeat(100_000)}}}`, 'cannot unmarshal'],
    ['with a broken time', '{"metadata":{"name":"x","creationTimestamp":"soon"}}', 'parsing time "soon"'],
    ['with broken base64', '{"metadata":{"name":"x"},"binaryData":{"a":"***"}}', 'illegal base64'],
  ])('%s is a bad request', async (_, body, message) => {
    expectRefusal(await post(body), 400, message);
  });

  it.each([
    ['Warn', 201],
    ['Strict', 400],
  ])('with unknown and repeated fields meets a server set to %s', async (mode, code) => {
    const body = `{"metadata":{"name":"unknown-${mode.toLowerCase()}"},"data":{},"data":{},"x\\r\\nset-cookie: a":1,"ü😀":2}`;
    const response = await post(body, JSON_TYPE, `${MAPS}?fieldValidation=${mode}`);
    expect(response.status).toBe(code);
    expect(response.headers['set-cookie']).toBeUndefined();
    const reported = mode === 'Warn' ? String(response.headers.warning) : String(parseStatus(response).message);
    expect(reported).toContain('duplicate field');
    expect(reported).toContain('unknown field');
  });

  it('with a hundred thousand unknown fields gets a short response', async () => {
    const fields = Array.from({ length: 100_000 }, (_, index) => `"field-${index}":1`);
    const response = await post(`{"metadata":{"name":"many-unknown"},${fields.join(',')}}`);
    expect(response.status).toBe(201);
    expect(String(response.headers.warning).length).toBeLessThan(16_384);
  });

  it('that breaks a rule a hundred thousand times gets a short response', async () => {
    const labels = Array.from({ length: 100_000 }, (_, index) => `"bad key ${index}":"x"`);
    const response = await post(`{"metadata":{"name":"x","labels":{${labels.join(',')}}}}`);
    expectRefusal(response, 422, 'and 99000 more');
    expect(response.text.length).toBeLessThan(MEGABYTE);
  });

  it.each([
    ['an empty name', '', 'name or generateName is required'],
    ['upper case', 'UPPER', 'RFC 1123 subdomain'],
    ['a way up', '../../etc/passwd', 'RFC 1123 subdomain'],
    ['a NUL byte', 'a\0b', 'RFC 1123 subdomain'],
    ['a lone surrogate', '\ud800', 'RFC 1123 subdomain'],
    ['the name of a prototype', '__proto__', 'RFC 1123 subdomain'],
    ['two million letters', 'a'.repeat(2_000_000), 'no more than 253'],
  ])('with %s for a name is invalid', async (_, name, message) => {
    expectRefusal(await post(JSON.stringify(configMap(name))), 422, message);
  });

  it('cannot reach prototypes, and keeps what looks like one', async () => {
    const data = '"data":{"__proto__":"a","constructor":"b","toString":"c"}';
    const reach = '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}';
    expect((await post(`{"metadata":{"name":"proto",${reach}},${reach},${data}}`)).status).toBe(201);
    const { text } = await client.send({ method: 'GET', path: `${MAPS}/proto` });
    expect(text).toContain(data);
    for (const { type, patch } of [
      { type: 'json-patch', patch: '[{"op":"add","path":"/__proto__/polluted","value":1}]' },
      { type: 'json-patch', patch: '[{"op":"add","path":"/constructor/prototype/polluted","value":1}]' },
      { type: 'merge-patch', patch: `{${reach}}` },
      { type: 'strategic-merge-patch', patch: `{${reach}}` },
    ]) {
      const headers = { 'content-type': `application/${type}+json` };
      await client.send({ method: 'PATCH', path: `${MAPS}/proto`, headers, body: patch });
    }
    expect((await server.report()).polluted).toEqual([]);
  });

  it('that is not UTF-8 is read as Go reads it, and odd text comes back as it was sent', async () => {
    const [head, tail] = ['{"metadata":{"name":"odd"},"data":{"nul":"\\u0000","lone":"\\ud800","bytes":"', '"}}'];
    expect((await post(Buffer.concat([Buffer.from(head), Buffer.from([0xff, 0xfe]), Buffer.from(tail)]))).status).toBe(
      201,
    );
    const { text } = await client.send({ method: 'GET', path: `${MAPS}/odd` });
    expect(JSON.parse(text).data).toEqual({ nul: '\0', lone: '\ud800', bytes: '\ufffd\ufffd' });
  });
});

describe('a body in another format', () => {
  const bomb = Array.from({ length: 9 }, (_, n) => `l${n}: &l${n} [${`*l${n - 1}, `.repeat(n === 0 ? 0 : 9)}x]`);

  it.each([
    ['a YAML bomb', YAML_TYPE, bomb.join('\n'), 400, 'alias count'],
    ['YAML that contains itself', YAML_TYPE, 'a: &a [*a]', 400, 'max depth'],
    ['YAML nested without end', YAML_TYPE, '- '.repeat(500_000), 400, 'tokens|depth'],
    ['YAML with a map for a key', YAML_TYPE, '{a: b}: c', 400, 'a key must not be a map'],
    ['YAML with tabs', YAML_TYPE, '\ta: b', 400, 'Tabs are not allowed'],
    ['protobuf without its first bytes', PROTOBUF_TYPE, '\x0a\x00', 400, '6b 38 73 00'],
    ['protobuf of nothing', PROTOBUF_TYPE, 'k8s\0', 422, 'name or generateName is required'],
    [
      'protobuf with an endless length',
      PROTOBUF_TYPE,
      'k8s\0\x0a\xff\xff\xff\x7f',
      400,
      'unexpected end|beyond the end',
    ],
    ['text', 'text/plain', 'hello', 415, 'accepted media types include: application/json'],
    ['a form', 'application/x-www-form-urlencoded', 'a=b', 415, 'unknown format'],
    ['CBOR', 'application/cbor', '\xa0', 415, 'unknown format'],
    ['a type named like a prototype', '__proto__', '{}', 415, 'unknown format'],
    ['a type named like a function', 'constructor', '{}', 415, 'unknown format'],
  ])('%s gets its Status', async (_what, type, body, code, message) => {
    expectRefusal(await post(Buffer.from(body, 'latin1'), type), code, message);
  });

  it.each([
    ['json-patch', '[{"op":"remove","path":""}]', 422, 'cannot be removed'],
    ['json-patch', '[null]', 422, 'not an object'],
    ['json-patch', `[${'{"op":"test","path":"/kind","value":"ConfigMap"},'.repeat(10_000)}{}]`, 413, 'is 10000'],
    ['merge-patch', '{"metadata":null}', 400, 'name of the object'],
    ['merge-patch', '{"a":'.repeat(10_000), 400, 'exceeded max depth'],
    ['strategic-merge-patch', '{"$patch":"explode"}', 400, 'unknown patch type'],
    ['strategic-merge-patch', '{"metadata":{"labels":"x"}}', 400, 'cannot restore map from string'],
    ['tar-patch', '{}', 415, 'application/json-patch'],
  ])('a patch in %s gets its Status: %s', async (type, body, code, message) => {
    const headers = { 'content-type': `application/${type}+json` };
    expectRefusal(await client.send({ method: 'PATCH', path: VICTIM, headers, body }), code, message);
  });

  it.each([
    '{"gracePeriodSeconds":"soon"}',
    '{"preconditions":{"uid":5}}',
    '{"preconditions":[]}',
    '{"dryRun":"All"}',
    '{"orphanDependents":"yes"}',
    '{"kind":"Pod","apiVersion":"v1"}',
    '[]',
  ])('delete options that cannot be read delete nothing: %s', async (body) => {
    expectRefusal(await client.send({ method: 'DELETE', path: VICTIM, body }), 400, 'DeleteOptions');
    expect((await client.send({ method: 'GET', path: VICTIM })).status).toBe(200);
  });
});

describe('a body that is too large', () => {
  it.each([JSON_TYPE, YAML_TYPE, PROTOBUF_TYPE])('is refused in %s, and the next request works', async (type) => {
    expectRefusal(await post(`"${'x'.repeat(4 * MEGABYTE)}"`, type), 413, 'limit is 3145728');
    expect((await client.send({ method: 'GET', path: '/readyz' })).status).toBe(200);
  });
});

it('afterwards the server is up, has not grown and has logged nothing', async () => {
  const created = await post(JSON.stringify(configMap('afterwards')));
  expect(created.status).toBe(201);
  const { rss, polluted } = await server.report();
  expect(rss - before).toBeLessThan(MEMORY_BOUND);
  expect(polluted).toEqual([]);
  expect(server.stderr).toBe('');
});
