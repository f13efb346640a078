import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import type { RunStatus } from '@kubemin/client';
import { guardedFetcher, type JobContext } from '@kubemin/engine';
import { eventually } from '@kubemin/testing';
import { createTestSqlite } from '@kubemin/testing/vitest';
import { describe, expect, onTestFinished, test } from 'vitest';
import { json } from '../test-support/documents.ts';
import {
  readError,
  startTestPlatform,
  type TestPlatform,
  type TestPlatformOptions,
} from '../test-support/test-platform.ts';

const SECRET = 'a secret that is given once';
const SMALL = {
  name: 'small',
  component: [{ name: 'settings', type: 'config', properties: { conf: { MODE: 'fast' } } }],
};
const QUICK = { callbackRetryMinMs: 5, callbackRetryMaxMs: 20 };

interface Received {
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A receiver that does what `reply` does with each request. */
async function startReceiver(reply: (response: ServerResponse, count: number) => void) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (piece: string) => {
      body += piece;
    });
    request.on('end', () => reply(response, received.push({ headers: request.headers, body })));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}/hook?token=in-the-address`, received };
}

/** Fails twice, each time in another way, and then accepts. */
const failsTwice = (response: ServerResponse, count: number): void => {
  if (count === 1) response.writeHead(503).end('overloaded');
  else if (count === 2) response.destroy();
  else response.writeHead(204).end();
};

async function startWithApplication(options: TestPlatformOptions = {}) {
  const { engine, ...rest } = options;
  const platform = await startTestPlatform({
    fetcher: guardedFetcher({ allowHosts: ['127.0.0.1'] }),
    engine: { ...QUICK, ...engine },
    ...rest,
  });
  const { id } = await platform.client.saveApplication(json(SMALL));
  return { platform, id };
}

/** The state of a run once its callback is settled. */
function settled({ client }: TestPlatform, taskId: string): Promise<RunStatus> {
  return eventually(() => client.taskStatus(taskId), { until: ({ callback }) => callback?.status !== 'open' });
}

/** Jobs that wait until the test lets them go, or until they are cancelled. */
function held(): { readonly jobs: (context: JobContext) => Promise<void>; readonly release: () => void } {
  const gate = Promise.withResolvers<void>();
  const jobs = async ({ signal }: JobContext): Promise<void> => {
    const cancelled = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    await Promise.race([gate.promise, cancelled]);
  };
  return { jobs, release: gate.resolve };
}

describe('the four ways to run a workflow', () => {
  test('asynchronous, without a callback: the state is in the database', async () => {
    const { jobs, release } = held();
    const { platform, id } = await startWithApplication({ jobs });
    const { taskId, waited } = await platform.client.execWorkflow(id);
    expect(waited).toBeUndefined();
    release();
    const { callback } = await eventually(() => platform.client.taskStatus(taskId), {
      until: ({ status }) => status === 'completed',
    });
    expect(callback).toBeUndefined();
  });

  test('asynchronous, with a callback: the receiver that fails twice gets the end, signed', async () => {
    const receiver = await startReceiver(failsTwice);
    const { platform, id } = await startWithApplication();
    const { taskId } = await platform.client.execWorkflow(id, { callback: { url: receiver.url, secret: SECRET } });
    const { callback } = await settled(platform, taskId);
    expect(callback).toMatchObject({
      origin: new URL(receiver.url).origin,
      status: 'delivered',
      attempts: [
        { number: 1, status: 503, error: 'the receiver returned status 503' },
        { number: 2, error: expect.stringContaining('127.0.0.1') },
        { number: 3, status: 204 },
      ],
    });
    expect(receiver.received).toHaveLength(3);
    for (const [index, { headers, body }] of receiver.received.entries()) {
      const hmac = createHmac('sha256', SECRET).update(`${headers['x-kubemin-timestamp']}.${body}`).digest('hex');
      expect(headers).toMatchObject({
        'content-type': 'application/cloudevents+json',
        'x-kubemin-signature': `sha256=${hmac}`,
        'x-kubemin-delivery': `${taskId}.end`,
        'x-kubemin-attempt': String(index + 1),
      });
      expect(JSON.parse(body)).toMatchObject({
        id: `${taskId}.end`,
        type: 'io.kubemin.run.ended',
        data: { task: { id: taskId, status: 'completed' }, jobs: { completed: 1 }, unsuccessful: [] },
      });
    }
  });

  test('synchronous, without a callback: the response is the end', async () => {
    const { platform, id } = await startWithApplication();
    expect(await platform.client.execWorkflow(id, { wait: '30s' })).toMatchObject({
      waited: 'ended',
      task: { status: 'completed' },
    });
  });

  test('synchronous, with a callback: the response waits for the run, and not for the receiver that fails twice', async () => {
    const receiver = await startReceiver(failsTwice);
    const { platform, id } = await startWithApplication({
      jobs: () => Promise.reject(new TerminalError(verbatim('no room'), { code: 'NO_ROOM' })),
    });
    const events: string[] = [];
    const followed = new AbortController();
    const following = (async () => {
      const topics = [{ kind: 'app', id }] as const;
      for await (const { event } of platform.client.followEvents({ topics, signal: followed.signal })) {
        if (event.kind === 'reset') events.push('reset');
        if (event.kind === 'callback') events.push(`${event.callback.status} ${event.callback.attempts.length}`);
      }
    })();
    await eventually(() => events.length === 1);
    const { taskId, task } = await platform.client.execWorkflow(id, { wait: '30s', callback: { url: receiver.url } });
    expect(task).toMatchObject({ status: 'failed', error: expect.stringContaining('no room') });
    expect((await settled(platform, taskId)).callback?.attempts).toHaveLength(3);
    const last = receiver.received.at(-1);
    expect(last?.headers['x-kubemin-signature']).toBeUndefined();
    expect(JSON.parse(last?.body ?? '')).toMatchObject({
      data: {
        task: { status: 'failed' },
        unsuccessful: [{ component: 'settings', status: 'failed', error: 'no room' }],
      },
    });
    await eventually(() => events.length === 4);
    expect(events.slice(1)).toEqual(['open 1', 'open 2', 'delivered 3']);
    followed.abort();
    await following;
  });
});

test('a run that is cancelled before it begins is reported as well', async () => {
  const { jobs, release } = held();
  const receiver = await startReceiver((response) => response.writeHead(200).end());
  const { platform, id } = await startWithApplication({ jobs });
  await platform.client.execWorkflow(id);
  const { taskId } = await platform.client.execWorkflow(id, { callback: { url: receiver.url } });
  await platform.client.cancelWorkflow(id, { taskId });
  expect((await settled(platform, taskId)).callback?.status).toBe('delivered');
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ data: { task: { status: 'cancelled' } } });
  release();
});

test('a receiver that hangs is given up after its time, and delays neither runs nor other receivers', async () => {
  const hanging = await startReceiver(() => undefined);
  const prompt = await startReceiver((response) => response.writeHead(200).end());
  const { platform, id } = await startWithApplication({ engine: { callbackTimeoutMs: 1_000, callbackAttempts: 2 } });
  // More than may be under way at once to all receivers.
  const stuck = await Promise.all(
    Array.from({ length: 40 }, () => platform.client.execWorkflow(id, { callback: { url: hanging.url } })),
  );
  const { taskId } = await platform.client.execWorkflow(id, { wait: '30s', callback: { url: prompt.url } });
  await eventually(() => prompt.received.length === 1);
  expect((await platform.client.taskStatus(stuck.at(-1)?.taskId ?? '')).callback?.status).toBe('open');
  expect((await settled(platform, taskId)).callback?.status).toBe('delivered');
  const { callback } = await settled(platform, stuck[0]?.taskId ?? '');
  expect(callback).toMatchObject({
    status: 'failed',
    attempts: [{ error: 'no response within 1s' }, { error: 'no response within 1s' }],
  });
});

test('an instance takes up the callback of one that died during an attempt', async () => {
  const place = await createTestSqlite();
  const hanging = Promise.withResolvers<never>();
  const begun = Promise.withResolvers<void>();
  const { platform: first, id } = await startWithApplication({
    place,
    engine: { callbackTimeoutMs: 100 },
    fetcher: () => {
      begun.resolve();
      return hanging.promise;
    },
  });
  const receiver = await startReceiver((response) => response.writeHead(200).end());
  const { taskId } = await first.client.execWorkflow(id, { callback: { url: receiver.url } });
  await begun.promise;
  const during = (await first.client.taskStatus(taskId)).callback;
  expect([during?.attempts.length, during?.nextAt]).toEqual([1, undefined]);
  // As after kill -9: the row is held, and no outcome is ever stored.
  const table = (
    await first.database.withTables<{ run_callbacks: { version: number; held_until: number } }>('test', [])
  ).query;
  await table.updateTable('run_callbacks').set({ version: 100, held_until: 0 }).execute();
  await first.engine.stop();
  const { platform: second } = await startWithApplication({
    place,
    vault: first.vault,
    engine: { pollIntervalMs: 50 },
  });
  const { callback } = await settled(second, taskId);
  expect(callback).toMatchObject({ status: 'delivered', attempts: [{ number: 1 }, { number: 2, status: 200 }] });
  expect(callback?.attempts[0]?.endedAt).toBeUndefined();
});

test('a callback that cannot be read does not stop the others', async () => {
  const { platform, id } = await startWithApplication({
    engine: { callbackAttempts: 100, callbackRetryMinMs: 20, callbackRetryMaxMs: 20 },
  });
  let accepts = false;
  const receiver = await startReceiver((response) => response.writeHead(accepts ? 200 : 503).end());
  const ids: string[] = [];
  for (const _ of [1, 2]) {
    const { taskId } = await platform.client.execWorkflow(id, { callback: { url: receiver.url }, wait: 60 });
    ids.push(taskId);
  }
  const [damaged = '', sound = ''] = ids;
  const tables = await platform.database.withTables<{
    run_callbacks: { task_id: string; attempts: string; next_at: number; version: number; held_until: number };
  }>('test', []);
  const damage = { attempts: 'x', next_at: 0, version: 1_000, held_until: 0 };
  await tables.query.updateTable('run_callbacks').set(damage).where('task_id', '=', damaged).execute();
  accepts = true;
  expect((await settled(platform, sound)).callback?.status).toBe('delivered');
});

test('an address inside the platform is not reached, and neither address nor secret is shown or stored in clear', async () => {
  const { platform, id } = await startWithApplication({ fetcher: guardedFetcher() });
  const url = 'http://169.254.169.254/latest/meta-data?token=in-the-address';
  const { taskId } = await platform.client.execWorkflow(id, { callback: { url, secret: SECRET } });
  const status = await settled(platform, taskId);
  expect(status.callback).toMatchObject({
    status: 'failed',
    attempts: [{ error: expect.stringContaining('169.254') }],
  });
  expect(JSON.stringify(status)).not.toMatch(/in-the-address|given once/);
  const tables = await platform.database.withTables<{ run_callbacks: { target: string } }>('test', []);
  const rows = await tables.query.selectFrom('run_callbacks').selectAll().execute();
  expect(JSON.stringify(rows)).not.toMatch(/in-the-address|given once/);
});

test('a callback that is no web address is refused with its path', async () => {
  const { platform, id } = await startWithApplication();
  const exec = (callback: object) =>
    platform.send('POST', `/api/v1/applications/${id}/workflow/exec`, { body: JSON.stringify({ callback }) });
  for (const [callback, path] of [
    [{ url: 'file:///etc/passwd' }, 'callback.url'],
    [{ url: 'nowhere' }, 'callback.url'],
    [{ url: 'https://ci.example.com', secrets: 'x' }, 'callback.secrets'],
  ] as const) {
    expect(await readError(await exec(callback))).toMatchObject({ status: 400, problems: [{ path }] });
  }
  expect(await platform.engine.tasks()).toEqual([]);
});

test('scale, restart, rollback and version report the end of their runs, signed', async () => {
  const { url, received } = await startReceiver((response) => response.writeHead(204).end());
  const { platform } = await startWithApplication();
  const { client } = platform;
  const web = (image: string) => json({ name: 'web', component: [{ name: 'web', type: 'webservice', image }] });
  const { id } = await client.saveApplication(web('web:1'));
  await client.execWorkflow(id, { wait: '1m' });
  const report = { wait: '1m', callback: { url, secret: SECRET } };
  const versioned = { version: '2', components: [{ name: 'web', action: 'update', image: 'web:2' }] };
  const runs = [
    await client.updateVersion(id, { ...versioned, ...report }),
    await client.scaleApplication(id, { replicas: { web: 2 }, ...report }),
    await client.restartApplication(id, report),
    await client.rollbackApplication(id, { revision: 1, ...report }),
  ];
  for (const { taskId = '', waited } of runs) {
    expect(waited).toBe('ended');
    expect((await settled(platform, taskId)).callback).toMatchObject({ status: 'delivered' });
  }
  expect(received).toHaveLength(runs.length);
  for (const { headers, body } of received) {
    const hmac = createHmac('sha256', SECRET).update(`${headers['x-kubemin-timestamp']}.${body}`).digest('hex');
    expect(headers['x-kubemin-signature']).toBe(`sha256=${hmac}`);
  }
});
