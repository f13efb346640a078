import type { Engine } from '@kubemin/engine';
import { createTestSqlite, type TestDatabase } from '@kubemin/testing/vitest';
import { describe, expect, onTestFinished, test } from 'vitest';
import { json, SHOP } from '../../test-support/documents.ts';
import { readError, startTestPlatform, type TestPlatform } from '../../test-support/test-platform.ts';

const idempotencyKey = 'a-key-of-mine';

async function saved({ client }: TestPlatform): Promise<string> {
  return (await client.saveApplication(json(SHOP))).id;
}

test('a request that is sent again gets the same response, and one run comes of it', async () => {
  const platform = await startTestPlatform();
  const id = await saved(platform);
  const responses = [
    await platform.client.execWorkflow(id, {}, { idempotencyKey }),
    await platform.client.execWorkflow(id, {}, { idempotencyKey }),
  ];
  expect(responses[1]).toEqual(responses[0]);
  expect((await platform.client.listTasks(id)).tasks).toHaveLength(1);
});

test('sent many times at once, by way of two instances, it is one run', async () => {
  const place = await createTestSqlite();
  const one = await startTestPlatform({ place });
  const two = await startTestPlatform({ place, vault: one.vault });
  const id = await saved(one);
  const responses = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      (index % 2 === 0 ? one : two).client.execWorkflow(id, {}, { idempotencyKey }),
    ),
  );
  expect(new Set(responses.map(({ taskId }) => taskId)).size).toBe(1);
  expect((await one.client.listTasks(id)).tasks).toHaveLength(1);
});

test('the same key with another request is 409 IDEMPOTENCY_KEY_REUSED, and nothing happens', async () => {
  const platform = await startTestPlatform();
  const id = await saved(platform);
  await platform.client.scaleApplication(id, { replicas: { web: 3 } }, { idempotencyKey });
  const headers = { 'idempotency-key': idempotencyKey };
  const body = JSON.stringify({ replicas: { web: 4 } });
  const error = await readError(await platform.send('POST', `/api/v1/applications/${id}/scale`, { body, headers }));
  expect(error).toMatchObject({ status: 409, code: 10031, error: 'IDEMPOTENCY_KEY_REUSED' });
  expect((await platform.client.getApplication(id)).revision).toBe(2);
});

test('the response is the first one although the application has changed since, ETag included', async () => {
  const platform = await startTestPlatform();
  const headers = { 'idempotency-key': idempotencyKey };
  const body = JSON.stringify(SHOP);
  const first = await platform.send('POST', '/api/v1/applications', { body, headers });
  await platform.client.saveApplication(json({ ...SHOP, alias: 'Another' }));
  const again = await platform.send('POST', '/api/v1/applications', { body, headers });
  expect(again.headers.get('etag')).toBe('"1"');
  expect(await again.json()).toEqual(await first.json());
});

test('a refused request has done nothing: corrected, it may be sent under its key again', async () => {
  const platform = await startTestPlatform();
  const id = await saved(platform);
  const ghost = { replicas: { ghost: 1 } };
  await expect(platform.client.scaleApplication(id, ghost, { idempotencyKey })).rejects.toMatchObject({ status: 409 });
  await platform.client.scaleApplication(id, { replicas: { web: 3 } }, { idempotencyKey });
  expect((await platform.client.getApplication(id)).revision).toBe(2);
});

test('responses are deleted after the configured time', async () => {
  const platform = await startTestPlatform({ settings: { idempotencyMs: 0 } });
  const id = await saved(platform);
  const first = await platform.client.execWorkflow(id, {}, { idempotencyKey });
  const second = await platform.client.execWorkflow(id, {}, { idempotencyKey });
  expect(second.taskId).not.toBe(first.taskId);
});

test.each(['', 'with space', 'x'.repeat(256)])('a key like "%s" is 400', async (key) => {
  const platform = await startTestPlatform();
  const headers = { 'idempotency-key': key };
  const error = await readError(
    await platform.send('POST', '/api/v1/applications', { body: JSON.stringify(SHOP), headers }),
  );
  expect(error).toMatchObject({ status: 400, error: 'BAD_REQUEST' });
});

describe('an attempt that breaks off in the middle', () => {
  /** The first submission ends as if the process had died before, or right after, it was stored. */
  const dying = (moment: 'before' | 'after') => {
    let died = false;
    return (engine: Engine): Engine => {
      const submit: Engine['submit'] = async (run) => {
        const first = !died;
        died = true;
        if (first && moment === 'before') throw new Error('the process died');
        const task = await engine.submit(run);
        if (first) throw new Error('the process died');
        return task;
      };
      return new Proxy(engine, { get: (target, name) => (name === 'submit' ? submit : engineMember(target, name)) });
    };
  };

  test.each(['before', 'after'] as const)('%s its run was stored is carried on by the next', async (moment) => {
    const platform = await startTestPlatform({ meetEngine: dying(moment) });
    const id = await saved(platform);
    const change = { replicas: { web: 3 } };
    const options = { idempotencyKey, ifMatch: 1 };
    await expect(platform.client.scaleApplication(id, change, options)).rejects.toMatchObject({ status: 500 });
    const { taskId, revision } = await platform.client.scaleApplication(id, change, options);
    expect(revision).toBe(2);
    expect((await platform.client.getApplication(id)).revision).toBe(2);
    expect((await platform.client.listTasks(id)).tasks.map((task) => task.id)).toEqual([taskId]);
  });
});

describe('R-09: an instance that is killed in the middle of a request', () => {
  /** Its request hangs, and it is not heard of again after its start. */
  async function startThenKill(place: TestDatabase) {
    const begun = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<never>();
    const hangs = (engine: Engine): Engine => {
      const submit = (): Promise<never> => {
        begun.resolve();
        return ended.promise;
      };
      return new Proxy(engine, { get: (target, name) => (name === 'submit' ? submit : engineMember(target, name)) });
    };
    const platform = await startTestPlatform({ place, meetEngine: hangs, engine: { leaseRetryMs: 3_600_000 } });
    const id = await saved(platform);
    onTestFinished(() => ended.reject(new Error('the test is over')));
    // Has no response while the test runs.
    platform.client.execWorkflow(id, {}, { idempotencyKey }).catch(() => undefined);
    await begun.promise;
    return { id, vault: platform.vault };
  }

  test('R-09: does not hold up the repetition after the next start of a single process', async () => {
    const place = await createTestSqlite();
    const { id, vault } = await startThenKill(place);
    const next = await startTestPlatform({ place, vault, engine: { takeOver: 'all' } });
    const { taskId } = await next.client.execWorkflow(id, {}, { idempotencyKey });
    expect((await next.client.listTasks(id)).tasks.map((task) => task.id)).toEqual([taskId]);
  });

  test('R-09: holds it up among several only until its heartbeat is over', async () => {
    const place = await createTestSqlite();
    const { id, vault } = await startThenKill(place);
    const other = await startTestPlatform({ place, vault, engine: { leaseDurationMs: 1_000, renewDeadlineMs: 500 } });
    const { taskId } = await other.client.execWorkflow(id, {}, { idempotencyKey });
    expect((await other.client.listTasks(id)).tasks.map((task) => task.id)).toEqual([taskId]);
  });
});

function engineMember(engine: Engine, name: string | symbol): unknown {
  const member: unknown = Reflect.get(engine, name);
  return typeof member === 'function' ? member.bind(engine) : member;
}
