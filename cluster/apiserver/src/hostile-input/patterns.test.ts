import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiServerProcess } from '../test-support/api-server-process.ts';
import { HostileClient, type HostileResponse } from '../test-support/hostile-client.ts';

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const TRAPS = '/apis/example.com/v1/namespaces/default/traps';

/** Each takes a backtracking matcher longer than the universe has, on the text beside it. */
const PATTERNS = {
  nested: { pattern: '^(a+)+$', text: `${'a'.repeat(100_000)}!` },
  overlapping: { pattern: '^(x+x+)+y$', text: 'x'.repeat(100_000) },
  alternatives: { pattern: '^(a|aa|aaa)+$', text: `${'a'.repeat(100_000)}!` },
  counted: { pattern: '^((a{1,30}){1,30})$', text: `${'a'.repeat(20_000)}!` },
} as const;

let server: ApiServerProcess;
let client: HostileClient;

beforeAll(async () => {
  server = await ApiServerProcess.start();
  client = new HostileClient(server);
});

afterAll(async () => {
  client.close();
  await server.stop();
});

function post(path: string, body: unknown): Promise<HostileResponse> {
  return client.send({ method: 'POST', path, body: JSON.stringify(body) });
}

function definition(properties: Readonly<Record<string, unknown>>): unknown {
  const schema = { type: 'object', properties: { spec: { type: 'object', properties } } };
  const version = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } };
  return {
    metadata: { name: 'traps.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'traps', kind: 'Trap' },
      versions: [version],
    },
  };
}

describe('a definition', () => {
  it.each(['(', '(?=a)', '(a)\\1', '((a{1,1000}){1,1000}){1,1000}', '\\p{Nonsense}'])(
    'with the pattern %s is refused',
    async (pattern) => {
      const response = await post(DEFINITIONS, definition({ trap: { type: 'string', pattern } }));
      expect(JSON.parse(response.text)).toMatchObject({
        code: 422,
        message: expect.stringContaining('must be a valid regular expression'),
      });
    },
  );

  it('with schemas in schemas beyond reason is refused', async () => {
    const body = JSON.stringify(definition({ deep: 'DEEP' }));
    const [open, close] = ['{"type":"object","properties":{"a":', '}}'];
    const deep = `${open.repeat(20_000)}{"type":"string"}${close.repeat(20_000)}`;
    const response = await client.send({ method: 'POST', path: DEFINITIONS, body: body.replace('"DEEP"', deep) });
    expect(JSON.parse(response.text)).toMatchObject({
      code: 400,
      message: expect.stringContaining('exceeded max depth'),
    });
  });
});

it('text made for patterns that explode is judged by them, and the server goes on', async () => {
  const entries = Object.entries(PATTERNS);
  const properties = entries.map(([name, { pattern }]) => [name, { type: 'string', pattern }]);
  expect((await post(DEFINITIONS, definition(Object.fromEntries(properties)))).status).toBe(201);
  await expect.poll(async () => (await client.send({ method: 'GET', path: TRAPS })).status).toBe(200);
  for (const [name, { pattern, text }] of entries) {
    const response = await post(TRAPS, { metadata: { name }, spec: { [name]: text } });
    expect(JSON.parse(response.text)).toMatchObject({
      code: 422,
      message: expect.stringContaining(`spec.${name} in body should match '${pattern}'`),
    });
  }
  const spec = Object.fromEntries(entries.map(([name], index) => [name, index === 1 ? 'xxy' : 'aaa']));
  expect((await post(TRAPS, { metadata: { name: 'harmless' }, spec })).status).toBe(201);
});
