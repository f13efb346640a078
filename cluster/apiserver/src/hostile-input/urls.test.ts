import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiServerProcess } from '../test-support/api-server-process.ts';
import { HostileClient, type HostileResponse } from '../test-support/hostile-client.ts';
import { configMap } from '../test-support/test-api.ts';

const MAPS = '/api/v1/namespaces/default/configmaps';

let server: ApiServerProcess;
let client: HostileClient;

beforeAll(async () => {
  server = await ApiServerProcess.start();
  client = new HostileClient(server);
  for (const name of ['one', 'two', 'three']) {
    await client.send({ method: 'POST', path: MAPS, body: JSON.stringify(configMap(name)) });
  }
});

afterAll(async () => {
  client.close();
  await server.stop();
});

function get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<HostileResponse> {
  return client.send({ method: 'GET', path, headers });
}

async function expectRefusal(response: Promise<HostileResponse>, code: number, message: string): Promise<void> {
  const { status, text } = await response;
  expect(JSON.parse(text)).toMatchObject({ kind: 'Status', status: 'Failure', code });
  expect(JSON.parse(text).message).toMatch(new RegExp(message));
  expect(status).toBe(code);
}

function token(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

describe('a query', () => {
  const v = 'meta.k8s.io/v1';

  it.each([
    ['limit=one', 400, 'strconv.ParseInt: parsing "one": invalid syntax'],
    ['limit=1e99', 400, 'strconv.ParseInt: parsing "1e99": invalid syntax'],
    ['limit=9223372036854775808', 400, 'strconv.ParseInt: parsing "9223372036854775808": value out of range'],
    ['resourceVersion=abc', 400, 'resourceVersion must be a number'],
    ['resourceVersion=-1', 400, 'resourceVersion must be a number'],
    ['resourceVersionMatch=Exact', 422, 'forbidden unless resourceVersion is provided'],
    ['resourceVersion=1&resourceVersionMatch=Roughly', 422, 'Unsupported value: "Roughly"'],
    ['continue=garbage', 400, 'continue key is not valid'],
    [`continue=${token(null)}`, 400, 'continue key is not valid'],
    [`continue=${token({ v, rv: 'x', start: 'a' })}`, 400, 'continue key is not valid'],
    [`continue=${token({ v, rv: 1e99, start: 'a' })}`, 400, 'continue key is not valid'],
    [`continue=${token({ v, rv: -5, start: 'a' })}`, 400, 'continue key is not valid'],
    [`continue=${token({ v, rv: 0, start: 'a' })}`, 400, 'continue key is not valid'],
    ['watch=1&timeoutSeconds=1e99', 400, 'timeoutSeconds must be a number'],
    ['watch=1&timeoutSeconds=-1', 400, 'timeoutSeconds must be a number'],
    ['watch=1&sendInitialEvents=true', 422, 'resourceVersionMatch'],
  ])('%s is refused', async (query, code, message) => {
    await expectRefusal(get(`${MAPS}?${query}`), code, message);
  });

  it('with a version from the future is refused after a while, as a list, a page and a read', async () => {
    const future = `continue=${token({ v, rv: 999_999, start: 'a' })}`;
    const message = 'Too large resource version: 999999';
    await Promise.all([
      expectRefusal(get(`${MAPS}?resourceVersion=999999`), 504, message),
      expectRefusal(get(`${MAPS}?${future}`), 504, message),
      expectRefusal(get(`${MAPS}/one?resourceVersion=999999`), 504, message),
    ]);
  });

  it('for a watch of thirty thousand years opens one that lasts', async () => {
    const socket = client.open();
    const query = 'watch=1&resourceVersion=0&timeoutSeconds=999999999999';
    socket.write(`GET ${MAPS}?${query} HTTP/1.1\r\nhost: x\r\nauthorization: ${server.authorization}\r\n\r\n`);
    let text = '';
    let written = false;
    for await (const chunk of socket) {
      text += String(chunk);
      if (!written && text.includes('"three"')) {
        written = true;
        await client.send({ method: 'POST', path: MAPS, body: JSON.stringify(configMap('later')) });
      }
      if (text.includes('"later"')) break;
    }
    expect(text).toMatch(/"type":"ADDED","object":\{"apiVersion":"v1","kind":"ConfigMap",[^\n]*"name":"later"/);
  });

  it.each(['dryRun=Some', 'fieldValidation=strictly', `fieldManager=${'x'.repeat(129)}`, 'fieldManager=%00'])(
    '%.30s does not write',
    async (query) => {
      const body = JSON.stringify(configMap('unwritten'));
      const written = client.send({ method: 'POST', path: `${MAPS}?${query}`, body });
      await expectRefusal(written, 422, 'CreateOptions');
      expect((await get(`${MAPS}/unwritten`)).status).toBe(404);
    },
  );
});

describe('a selector', () => {
  it.each([
    ['labelSelector', '('],
    ['labelSelector', '!'],
    ['labelSelector', 'a in (('],
    ['labelSelector', 'a in (b'],
    ['labelSelector', 'a=b=c'],
    ['labelSelector', 'a>b'],
    ['labelSelector', '__proto__=x'],
    ['labelSelector', '\0=x'],
    ['labelSelector', `a=${'b'.repeat(64)}`],
    ['labelSelector', `${'a'.repeat(200_000)}=b`],
    ['labelSelector', '('.repeat(100_000)],
    ['fieldSelector', 'metadata.name'],
    ['fieldSelector', '=x'],
    ['fieldSelector', 'spec.nodeName=x'],
    ['fieldSelector', '__proto__=x'],
    ['fieldSelector', 'constructor=x'],
    ['fieldSelector', 'metadata.name=\\'],
  ])('%s=%.20s is refused', async (kind, selector) => {
    await expectRefusal(get(`${MAPS}?${kind}=${encodeURIComponent(selector)}`), 400, '.');
  });

  it('with twenty thousand terms is served', async () => {
    const terms = Array.from({ length: 20_000 }, (_, index) => `k${index}!=v`);
    const { status, text } = await get(`${MAPS}?labelSelector=${terms.join(',')}`);
    expect(status).toBe(200);
    expect(JSON.parse(text).items.length).toBeGreaterThanOrEqual(3);
    const values = `one in (${terms.join(',').replaceAll('!=', '-')})`;
    expect((await get(`${MAPS}?labelSelector=${encodeURIComponent(values)}`)).status).toBe(200);
  });
});

describe('a path', () => {
  it.each([
    '/..',
    '/../../../../etc/passwd',
    '/%2e%2e',
    '/..%2f..%2fsecrets',
    '/one%2ftwo',
    '/%ff',
    '/%',
    '/one/two/three/four',
    '//one',
  ])('of %s leads nowhere', async (path) => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const body = method === 'PUT' ? JSON.stringify(configMap('one')) : '';
      expect(await client.send({ method, path: `${MAPS}${path}`, body })).toMatchObject({
        status: 404,
        text: '404 page not found\n',
      });
    }
  });

  it.each(['__proto__', 'constructor', '%00', '%0d%0ax:%20y', 'a'.repeat(100_000)])(
    'with the name %.20s finds nothing and writes nothing',
    async (name) => {
      await expectRefusal(get(`${MAPS}/${name}`), 404, 'not found');
      const body = JSON.stringify({ ...Object(configMap('x')), metadata: { name: decodeURIComponent(name) } });
      await expectRefusal(client.send({ method: 'PUT', path: `${MAPS}/${name}`, body }), 404, 'not found');
    },
  );

  it.each(['/apis/__proto__/v1/x', '/api/v1/constructor', '/openapi/v3/__proto__', '/logs/../../etc/passwd', '*'])(
    '%s is not there',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );
});

it.each(['OPTIONS', 'TRACE', 'PROPFIND'])('the method %s is not allowed', async (method) => {
  await expectRefusal(client.send({ method, path: MAPS }), 405, `${method} is not supported`);
});

it.each([
  ['text/html', 406],
  ['application/vnd.kubernetes.protobuf', 406],
  ['application/json;as=Table;g=meta.k8s.io;v=v9', 406],
  [`${'x'.repeat(100_000)}`, 406],
  [`${'text/html,'.repeat(10_000)}*/*`, 200],
])('an Accept of %.40s gets %i', async (accept, code) => {
  expect((await get(MAPS, { accept })).status).toBe(code);
});

it('afterwards the server is up and has logged nothing', async () => {
  expect((await get('/readyz')).status).toBe(200);
  expect((await server.report()).polluted).toEqual([]);
  expect(server.stderr).toBe('');
});
