import { connect, createServer } from 'node:net';
import { clearVault, ListenError, silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { errorBodySchema, errorCatalogue, routes, unknownKeys } from '@kubemin/client';
import { createKubeClient } from '@kubemin/kube';
import { builtinRegistry, createModel } from '@kubemin/model';
import { eventually } from '@kubemin/testing';
import { describe, expect, test } from 'vitest';
import { createPlatformServer } from './platform-server.ts';
import { json, SHOP } from './test-support/documents.ts';
import { readError, startTestPlatform } from './test-support/test-platform.ts';

/** The keys of a part of the contract that is an object. */
function schemaKeys(schema: unknown): readonly string[] {
  return unknownKeys(schema, { '': '' })[0]?.known ?? [];
}

function bodyWithKeys(keys: readonly string[], value: string): string {
  return JSON.stringify(Object.fromEntries(keys.map((key) => [key, value])));
}

describe('errors over HTTP', () => {
  test('every route but health returns 401 without a token, in the one shape', async () => {
    const platform = await startTestPlatform();
    for (const route of Object.values(routes)) {
      const path = `/api/v1${route.path.replace(/:[a-zA-Z]+/g, 'x')}`;
      const response = await platform.send(route.method, path, { headers: { authorization: '' } });
      if (route.access === 'public') {
        expect(response.status, path).not.toBe(401);
        continue;
      }
      expect(response.headers.get('www-authenticate'), path).toContain('Bearer');
      expect(await readError(response), path).toMatchObject({ status: 401, code: 401, error: 'UNAUTHENTICATED' });
    }
  });

  test('a wrong token is 401 and its text does not come back', async () => {
    const platform = await startTestPlatform();
    const headers = { authorization: 'Bearer not-the-token' };
    const error = await readError(await platform.send('GET', '/api/v1/applications', { headers }));
    expect(error).toMatchObject({ status: 401, error: 'UNAUTHENTICATED' });
    expect(error.message).not.toContain('not-the-token');
  });

  test('a path that does not exist is 404 in the one shape, below the prefix and outside of it', async () => {
    const platform = await startTestPlatform();
    for (const path of [
      '/nothing',
      '/api/v1/nothing',
      '/api/v2/applications',
      '/applications',
      '/api/v1/applications/a/b/c',
    ]) {
      const error = await readError(await platform.send('GET', path));
      expect(error, path).toMatchObject({ status: 404, code: 404, error: 'NOT_FOUND' });
    }
  });

  test('a path with another method is 405 and names the methods it has', async () => {
    const platform = await startTestPlatform();
    const error = await readError(await platform.send('DELETE', '/api/v1/applications'));
    expect(error).toMatchObject({ status: 405, error: 'METHOD_NOT_ALLOWED' });
    expect(error.message).toContain('GET, POST');
  });

  test('R-06: a method that nothing has is 405 with those the path has, with a body and without', async () => {
    const platform = await startTestPlatform();
    for (const method of ['QUERY', 'PROPFIND', 'SEARCH', 'LINK', 'PURGE', 'DELETE']) {
      for (const options of [{}, { body: '{"a":1}' }, { body: 'a', headers: { 'content-type': ';;' } }]) {
        const response = await platform.send(method, '/api/v1/applications', options);
        expect([method, response.status, response.headers.get('allow')]).toEqual([method, 405, 'GET, POST']);
        expect(await readError(response)).toMatchObject({ error: 'METHOD_NOT_ALLOWED' });
      }
      expect(await readError(await platform.send(method, '/api/v1/nothing'))).toMatchObject({ status: 404 });
    }
  });

  test('R-06: names that every object has are names like others in paths, queries and bodies of every route', async () => {
    const platform = await startTestPlatform({ checkOneResponseIn: 100 });
    const { id: appId, workflowId } = await platform.client.saveApplication(json(SHOP));
    const { taskId } = await platform.client.execWorkflow(appId);
    for await (const _ of platform.client.followRun(taskId));
    const known: Readonly<Record<string, string>> = { appId, workflowId, taskId, revision: '1', userName: 'tester' };
    const faults: string[] = [];
    const send = async (method: string, path: string, body?: string): Promise<void> => {
      const response = await platform.send(method, `/api/v1${path}`, body === undefined ? {} : { body });
      if (response.status === 500) faults.push(`${method} ${path} ${body ?? ''}: ${await response.text()}`);
      // Streams of events would go on.
      else await response.body?.cancel();
    };
    let requests = 0;
    for (const route of Object.values(routes).toSorted((a, b) => (a.method < b.method ? 1 : -1))) {
      const params = [...route.path.matchAll(/:(\w+)/g)].map(([, param = '']) => param);
      const pathWith = (chosen: string | undefined, name: string): string =>
        route.path.replaceAll(/:(\w+)/g, (_all, param: string) => (param === chosen ? name : (known[param] ?? name)));
      const keys = schemaKeys(route.query);
      const bodyKeys = route.body.encoding === 'none' ? [] : schemaKeys(route.body.schema);
      for (const name of ['__proto__', 'constructor', 'hasOwnProperty', 'toString']) {
        const bodies =
          route.body.encoding === 'none' ? [undefined] : [`{"${name}":"${name}"}`, bodyWithKeys(bodyKeys, name)];
        const query = [...keys, name].map((key) => `${key}=${name}`).join('&');
        for (const param of [undefined, ...params]) {
          for (const body of bodies) {
            await send(route.method, pathWith(param, name), body);
            await send(route.method, `${pathWith(param, name)}?${param === undefined ? query : `${name}=1`}`, body);
            requests += 2;
          }
        }
        for (const key of keys) {
          await send(route.method, `${pathWith(undefined, name)}?${key}=${name}`, bodies[0]);
          requests += 1;
        }
      }
    }
    expect(faults).toEqual([]);
    expect(requests).toBeGreaterThan(1000);
  });

  test('a path that is not properly encoded is 400 in the one shape', async () => {
    const platform = await startTestPlatform();
    const error = await readError(await platform.send('GET', '/api/v1/applications/%zz'));
    expect(error).toMatchObject({ status: 400, error: 'BAD_REQUEST' });
  });

  test('a body over the limit is 413, with and without a declared length', async () => {
    const platform = await startTestPlatform({ settings: { bodyLimitBytes: 1000 } });
    const large = 'x'.repeat(2000);
    const error = await readError(await platform.send('POST', '/api/v1/applications', { body: large }));
    expect(error).toMatchObject({ status: 413, code: 413, error: 'BODY_TOO_LARGE' });
    const chunked = new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode(large));
        controller.close();
      },
    });
    const response = await fetch(`${platform.url}/api/v1/applications`, {
      method: 'POST',
      headers: { authorization: 'Bearer test-token' },
      body: chunked,
      duplex: 'half',
    });
    expect(await readError(response)).toMatchObject({ status: 413, error: 'BODY_TOO_LARGE' });
  });

  test('a broken document is 400 10000 with the position of the fault, as JSON and as YAML', async () => {
    const platform = await startTestPlatform();
    for (const [contentType, body] of [
      ['application/json', '{\n  "name": "shop",\n  "component": [,]\n}'],
      ['application/yaml', 'name: shop\ncomponent:\n  - name: [a\n'],
    ] as const) {
      const init = { body, headers: { 'content-type': contentType } };
      const error = await readError(await platform.send('POST', '/api/v1/applications', init));
      expect(error, contentType).toMatchObject({ status: 400, code: 10000, error: 'BODY_UNREADABLE' });
      expect(error.problems?.[0]?.position, contentType).toBeDefined();
      expect(error.message, contentType).toMatch(/line \d+, column \d+/);
    }
  });

  test('an empty body where a document belongs is 400 10000', async () => {
    const platform = await startTestPlatform();
    for (const path of ['/api/v1/applications', '/api/v1/applications/try']) {
      expect(await readError(await platform.send('POST', path))).toMatchObject({ status: 400, code: 10000 });
    }
  });

  test('broken JSON in a workflow request is 400 10000, and a field of the wrong type is 400 20000', async () => {
    const platform = await startTestPlatform();
    const { id } = await platform.client.saveApplication(json(SHOP));
    const path = `/api/v1/applications/${id}/workflow/exec`;
    const broken = await readError(await platform.send('POST', path, { body: '{"workflowId": ' }));
    expect(broken).toMatchObject({ status: 400, code: 10000, error: 'BODY_UNREADABLE' });
    expect(broken.problems?.[0]?.position).toEqual({ line: 1, column: 16 });
    const wrong = await readError(await platform.send('POST', path, { body: '{"workflowId": 7}' }));
    expect(wrong).toMatchObject({ status: 400, code: 20000, error: 'WORKFLOW_BODY_INVALID' });
    expect(wrong.problems).toMatchObject([{ path: 'workflowId', severity: 'error' }]);
  });

  test('a query that breaks a rule is 400 and names the parameter', async () => {
    const platform = await startTestPlatform();
    const { id } = await platform.client.saveApplication(json(SHOP));
    for (const limit of ['0', '501', 'many', '1.5']) {
      const error = await readError(await platform.send('GET', `/api/v1/applications/${id}/tasks?limit=${limit}`));
      expect(error, limit).toMatchObject({ status: 400, error: 'BAD_REQUEST', problems: [{ path: 'limit' }] });
    }
  });

  test('JSON is parsed as JSON whatever the content type', async () => {
    const platform = await startTestPlatform();
    for (const contentType of ['application/x-www-form-urlencoded', 'text/plain', 'application/json; charset=utf-8']) {
      const init = { body: JSON.stringify(SHOP), headers: { 'content-type': contentType } };
      expect((await platform.send('POST', '/api/v1/applications/try', init)).status, contentType).toBe(200);
    }
  });

  test('what is not HTTP gets a response in the one shape too', async () => {
    const platform = await startTestPlatform();
    const socket = connect(platform.port, '127.0.0.1');
    socket.end('HELLO THERE\r\n\r\n');
    let response = '';
    for await (const piece of socket.setEncoding('utf8')) response += piece;
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    const body = errorBodySchema.parse(JSON.parse(response.slice(response.indexOf('\r\n\r\n'))));
    expect(body).toMatchObject({ code: 400, error: 'BAD_REQUEST' });
  });

  test('a fault of the server is 500 in the one shape and keeps its words to itself', async () => {
    const platform = await startTestPlatform();
    await platform.database.query.schema.alterTable('applications').renameTo('elsewhere').execute();
    const error = await readError(await platform.send('GET', '/api/v1/applications'));
    const message = errorCatalogue.INTERNAL.meaning.en;
    const texts = { message: { code: 'server.request.internal' } };
    const requestId = expect.any(String);
    expect(error).toEqual({ status: 500, code: 500, error: 'INTERNAL', message, requestId, texts });
  });
});

describe('health', () => {
  test('health is served at the root and below the prefix, without a token', async () => {
    const platform = await startTestPlatform();
    for (const path of ['/healthz', '/api/v1/healthz']) {
      const response = await fetch(`${platform.url}${path}`);
      expect([response.status, await response.json()]).toEqual([200, { status: 'healthy' }]);
    }
    expect(await platform.client.health()).toEqual({ status: 'healthy' });
  });

  test('readiness is 503 with the reason while the Kubernetes API cannot be reached', async () => {
    const platform = await startTestPlatform();
    for (const path of ['/readyz', '/api/v1/readyz']) {
      const error = await readError(await fetch(`${platform.url}${path}`));
      expect(error).toMatchObject({ status: 503, error: 'UNAVAILABLE' });
      expect(error.message).toContain('kubernetes: this test has no cluster');
      expect(error.message).not.toContain('database');
    }
  });

  test('readiness is 503 with the reason when the database does not respond', async () => {
    const platform = await startTestPlatform();
    const before = await readError(await fetch(`${platform.url}/readyz`));
    expect(before.message).not.toContain('database: ');
    await platform.database.close();
    const after = await readError(await fetch(`${platform.url}/readyz`));
    expect(after.message).toContain('database: ');
  });

  test('readiness names what it checked, and how the instance stands among others', async () => {
    const version = { kind: 'object', status: 200, headers: {}, object: { gitVersion: 'v1.35.0' } } as const;
    const platform = await startTestPlatform({ kube: createKubeClient(async () => version) });
    expect(await platform.client.readiness()).toEqual({
      status: 'ready',
      clusters: {},
      publications: [],
      checks: { database: 'ok', kubernetes: 'ok' },
      instance: {
        leads: true,
        instances: 1,
        executes: true,
        workFrom: 'database',
        queue: { driver: 'noop', status: 'up' },
      },
    });
  });
});

describe('listening and closing', () => {
  test('a taken port is a typed error that names the port and what to do', async () => {
    const platform = await startTestPlatform();
    const { database, engine, clusters } = platform;
    const second = await createPlatformServer({
      database,
      vault: clearVault,
      clusters,
      engine,
      model: createModel(builtinRegistry),
      client: createKubeClient(() => Promise.reject(new Error('no cluster'))),
      clock: systemClock,
      random: systemRandom,
      logger: silentLogger,
      tokens: [],
    });
    const thrown = await second.listen({ host: '127.0.0.1', port: platform.port }).catch((error: unknown) => error);
    await second.close();
    expect(thrown).toBeInstanceOf(ListenError);
    expect(thrown).toMatchObject({ code: 'PORT_TAKEN', port: platform.port });
    expect(String(thrown)).toContain(`port ${platform.port}`);
    expect(String(thrown)).toContain('choose another port (0 picks a free one)');
  });

  test('closing ends open event streams and idle connections, and closing again is fine', async () => {
    const release = Promise.withResolvers<void>();
    const platform = await startTestPlatform({ jobs: () => release.promise });
    const { id } = await platform.client.saveApplication(json(SHOP));
    const { taskId } = await platform.client.execWorkflow(id);
    const stream = await platform.send('GET', `/api/v1/workflow/tasks/${taskId}/events`);
    const chunks = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await chunks?.read())?.value).toContain('"kind":"task"');
    await platform.server.close();
    for (let open = true; open; ) open = (await chunks?.read())?.done === false;
    await platform.server.close();
    await expect(platform.client.health()).rejects.toMatchObject({ code: 'UNREACHABLE' });
    release.resolve();
  });

  test('after closing, the port is free again', async () => {
    const platform = await startTestPlatform();
    await platform.server.close();
    const listener = createServer();
    await eventually(
      () =>
        new Promise<boolean>((resolve, reject) => {
          listener.once('error', reject);
          listener.listen(platform.port, '127.0.0.1', () => resolve(true));
        }),
    );
    await new Promise((resolve) => listener.close(resolve));
  });
});
