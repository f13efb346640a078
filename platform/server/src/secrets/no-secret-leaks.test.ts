import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jsonLogger, systemClock } from '@kubemin/base';
import { type Route, routePath, routes } from '@kubemin/client';
import { ENGINE_SEALED_COLUMNS, guardedFetcher } from '@kubemin/engine';
import { createKubeClient, type KubeClient } from '@kubemin/kube';
import { core } from '@kubemin/kubeapi/resources';
import { startTestCluster, type TestCluster } from '@kubemin/testing';
import { describeDatabasesOf } from '@kubemin/testing/vitest';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { SERVER_SEALED_COLUMNS } from '../api/tables.ts';
import { Canaries } from '../test-support/canaries.ts';
import { dumpDatabase, sealedColumnNames } from '../test-support/database-dump.ts';
import { startTestPlatform, type TestPlatform } from '../test-support/test-platform.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ nodes: 2 });
});
afterAll(() => cluster.close());

/** A server that returns everything it receives. */
async function startEcho(): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const echo = `${JSON.stringify(request.headers)} ${Buffer.concat(chunks).toString()} ${request.url}`;
    response.writeHead(request.url?.startsWith('/settings') ? 200 : 400).end(`no: ${echo}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

/** A document with a secret in every place that can hold one. */
function applicationWith(
  canaries: Canaries,
  {
    echo,
    edition,
    namespace = 'default',
  }: { readonly echo: string; readonly edition: number; readonly namespace?: string },
) {
  const secret = (place: string) => canaries.at(`${place} ${edition}`);
  const letters = (place: string) => secret(place).replaceAll(/\W/g, '');
  const container = { image: 'side:1', properties: { env: { SIDE_API_KEY: secret('variable of a sidecar') } } };
  return {
    name: 'leaky',
    namespace,
    description: `edition ${edition}`,
    component: [
      {
        name: 'keys',
        type: 'secret',
        properties: {
          secret: { password: secret('secret'), 'tls.key': `-----BEGIN-----\n${secret('line')}\n-----END-----` },
        },
      },
      {
        name: 'settings',
        type: 'config',
        properties: { conf: { 'db.password': secret('setting'), mode: 'fast' } },
      },
      {
        name: 'fetched',
        type: 'config',
        properties: { conf: { 'config.url': `${echo}/settings?token=${letters('query')}` } },
      },
      {
        name: 'web',
        type: 'webservice',
        image: 'web:1',
        replicas: 1,
        properties: {
          env: {
            DB_PASSWORD: secret('variable'),
            DSN: `postgres://shop:${letters('address')}@db/shop`,
            MODE: `e${edition}`,
          },
        },
        traits: {
          envs: [{ name: 'SESSION_SECRET', valueFrom: { static: secret('fixed variable') } }],
          sidecar: [{ name: 'side', ...container }],
        },
        apiToken: secret('unknown field'),
      },
    ],
    workflow: [
      { name: 'deliver', components: ['keys', 'settings', 'fetched', 'web'] },
      {
        name: 'migrate',
        type: 'script',
        properties: { image: 'tool:1', script: 'env', env: { MIGRATION_TOKEN: secret('variable of a script') } },
      },
      {
        name: 'ask',
        type: 'http',
        properties: {
          url: `${echo}/ask?access_token=${letters('query of a step')}`,
          method: 'POST',
          headers: { authorization: `Bearer ${secret('header')}`, 'x-shop': secret('other header') },
          body: { user: 'shop', password: secret('body'), note: secret('secret') },
        },
      },
    ],
  };
}

/** The cluster, as one whose programs print what they know. */
function printing(text: () => string): KubeClient {
  return createKubeClient((request) => {
    if (!request.path.endsWith('/log')) return cluster.handler(request);
    return Promise.resolve({ kind: 'text', status: 200, headers: {}, text: text() });
  });
}

/** Everything that came back, by what was asked. */
class Collected {
  readonly #texts: string[] = [];

  add(where: string, text: string): void {
    this.#texts.push(`${where}\n${text}`);
  }

  leaks(canaries: Canaries): readonly string[] {
    return this.#texts.flatMap((text) => canaries.foundIn(text).map((place) => `${place} in ${text.slice(0, 400)}`));
  }
}

interface RouteCall {
  readonly platform: TestPlatform;
  readonly collected: Collected;
  readonly ids: Readonly<Record<string, string>>;
}

/** Calls a route with all ids that are known; a stream is read as far as it has events. */
async function call({ platform, collected, ids }: RouteCall, route: Route, body?: string, query = ''): Promise<string> {
  const params = Object.fromEntries(
    [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, ids[name] ?? 'unknown']),
  );
  const response = await platform.send(route.method, `${routePath(route, params)}${query}`, {
    ...(body !== undefined && {
      body,
      headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    }),
  });
  const text = route.response.encoding === 'events' ? await readFirstEvent(response) : await response.text();
  collected.add(`${route.method} ${route.path} ${response.status}`, text);
  return text;
}

/** A stream without an end goes on with a line that shows it lives; all that is stored comes before. */
async function readFirstEvent(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (/^:/m.test(text)) break;
  }
  return text;
}

async function run(platform: TestPlatform, started: { readonly taskId: string }): Promise<string> {
  for await (const _event of platform.client.followRun(started.taskId));
  return started.taskId;
}

describeDatabasesOf(['sqlite'], 'secrets', (dialect) => {
  test('W-34: no value gets into a response, an event, a line of the log or the database, whatever is done', async () => {
    const namespace = `leaks-${dialect.name}`;
    await cluster.client.resource(core.v1.namespaces).create({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: namespace },
    });
    const place = await dialect.create();
    const echo = await startEcho();
    const lines: string[] = [];
    const canaries = new Canaries();
    let delivered = 1;
    const printed = () => `I know ${canaries.at(`variable of a script ${delivered}`)}`;
    const platform = await startTestPlatform({
      place,
      kube: printing(printed),
      jobs: 'real',
      fetcher: guardedFetcher({ allowHosts: ['127.0.0.1'] }),
      logger: jsonLogger({ clock: systemClock, write: (line) => lines.push(line), level: 'debug' }),
      settings: { heartbeatMs: 50 },
    });
    const collected = new Collected();
    const source = (edition: number) => JSON.stringify(applicationWith(canaries, { echo, edition, namespace }));
    const save = (edition: number) =>
      platform.client.saveApplication({ text: source(edition), format: 'json' }, { lenient: true });

    const { id: appId, workflowId } = await save(1);
    const first = await run(platform, await platform.client.execWorkflow(appId));
    expect((await platform.client.taskStatus(first)).status).toBe('failed');
    await run(platform, await platform.client.retryTask(first, {}));
    await save(2);
    delivered = 2;
    const taskId = await run(platform, await platform.client.execWorkflow(appId));
    delivered = 1;
    await run(platform, await platform.client.rollbackApplication(appId, { revision: 1 }));
    // All of it happened: the cluster has the values, and the last step failed with its own values in the message.
    const secrets = cluster.client.resource(core.v1.secrets, namespace);
    expect(canaries.foundIn(JSON.stringify(await secrets.get('keys')))).toContain('secret 1');
    const { jobs } = await platform.client.taskStatus(taskId);
    expect(jobs.at(-1)?.error).toMatch(/returned status 400: no: .*\*{8}/);
    const script = jobs.find(({ type }) => type === 'script')?.id ?? '';
    expect((await platform.client.jobLog(taskId, script)).text).toBe('I know ********');

    const ids = { appId, workflowId, taskId, revision: '1', jobId: script, userName: 'tester', to: '2' };
    const visit = { platform, collected, ids };
    // What containers print is shown as it is, as kubectl does.
    const { applicationLogs: _read, followLogs: _followed, ...masked } = routes;
    const all: readonly Route[] = Object.values(masked);
    for (const route of all.filter(({ method }) => method === 'GET')) await call(visit, route);
    const changing = all.filter(({ method }) => method !== 'GET');
    const ordered = changing.toSorted(
      (left, right) => Number(left.method === 'DELETE') - Number(right.method === 'DELETE'),
    );
    const broken = source(3).slice(0, -20);
    const wrong = JSON.stringify({ ...JSON.parse(source(4)), replicas: canaries.at('wrong type'), revision: 'x' });
    for (const route of ordered.filter(({ method }) => method !== 'DELETE')) {
      for (const body of [broken, wrong, source(5), '{}']) await call(visit, route, body);
    }
    for (const route of ordered.filter(({ method }) => method === 'DELETE')) await call(visit, route);

    expect(collected.leaks(canaries)).toEqual([]);
    expect(lines.filter((line) => canaries.foundIn(line).length > 0)).toEqual([]);
    const dump = await dumpDatabase(platform.database, place);
    expect(dump).toContain('leaky');
    expect(canaries.foundIn(dump)).toEqual([]);
    expect(canaries.places.length).toBeGreaterThan(20);
    // What is sealed and not on the list would be lost when the old key is.
    const listed = [...ENGINE_SEALED_COLUMNS, ...SERVER_SEALED_COLUMNS].map(
      ({ table, column }) => `${table}.${column}`,
    );
    const sealed = [...(await sealedColumnNames(platform.database))].filter((column) => column !== 'vault_keys.proof');
    expect(listed).toEqual(expect.arrayContaining(sealed));
  });

  test('a vault that seals nothing would be found out', async () => {
    const place = await dialect.create();
    const platform = await startTestPlatform({ place, vault: { seal: (text) => text, open: (text) => text } });
    const canaries = new Canaries();
    const text = JSON.stringify(applicationWith(canaries, { echo: 'http://127.0.0.1:1', edition: 1 }));
    await platform.client.saveApplication({ text, format: 'json' }, { lenient: true });
    expect([...canaries.foundIn(await dumpDatabase(platform.database, place))].sort()).toEqual(
      [...canaries.places].sort(),
    );
  });
});
