import { systemClock } from '@kubemin/base';
import { createPlatformClient, type LiveEvent, type Topic } from '@kubemin/client';
import { eventually, startTestCluster } from '@kubemin/testing';
import { createTestSqlite } from '@kubemin/testing/vitest';
import { describe, expect, onTestFinished, test } from 'vitest';
import { json, SHOP, webservice } from '../test-support/documents.ts';
import { readError, startTestPlatform, type TestPlatform } from '../test-support/test-platform.ts';

/** A client that records every event it receives. */
function listen({ client }: Pick<TestPlatform, 'client'>, topics: readonly Topic[], after?: string) {
  const stop = new AbortController();
  const seen: (LiveEvent & { readonly id: string })[] = [];
  const options = { topics, signal: stop.signal, ...(after !== undefined && { after }) };
  const listening = (async () => {
    for await (const { id, event } of client.followEvents(options)) seen.push({ ...event, id });
  })();
  onTestFinished(async () => {
    stop.abort();
    await listening;
  });
  return {
    seen,
    until: (holds: (event: LiveEvent) => boolean) => eventually(() => seen.find(holds), { until: Boolean }),
    leave: async () => {
      stop.abort();
      await listening;
    },
  };
}

const ended =
  (taskId: string) =>
  (event: LiveEvent): boolean =>
    event.kind === 'task' && event.taskId === taskId && event.task.status === 'completed';

describe('one stream of many topics', () => {
  test('begins with a reset, then sends the runs and changes of the applications that were named, and of no others', async () => {
    const platform = await startTestPlatform();
    const { client } = platform;
    const mine = await client.saveApplication(json(SHOP));
    const other = await client.saveApplication(json({ name: 'other', component: [webservice('web')] }));
    const { seen, until } = listen(platform, [{ kind: 'app', id: mine.id }]);
    await until(({ kind }) => kind === 'reset');
    await client.execWorkflow(other.id);
    const { taskId } = await client.execWorkflow(mine.id);
    await until(ended(taskId));
    await client.saveApplication(json({ ...SHOP, description: 'sells more' }));
    await until((event) => event.kind === 'application' && event.application.revision === 2);
    expect(seen[0]).toMatchObject({ kind: 'reset', reason: 'start' });
    const runEvents = seen.flatMap((event) => (event.kind === 'task' || event.kind === 'job' ? [event] : []));
    expect(new Set(runEvents.map((event) => event.taskId))).toEqual(new Set([taskId]));
    expect(runEvents.map(({ sequence }) => sequence)).toEqual(runEvents.map((_, index) => index + 1));
    expect(seen.at(-1)).toMatchObject({ kind: 'application', change: 'updated', appId: mine.id });
  });

  test('a client that reconnects with an id gets what happened meanwhile, once', async () => {
    const platform = await startTestPlatform();
    const { client } = platform;
    const { id } = await client.saveApplication(json(SHOP));
    const first = listen(platform, [{ kind: 'runs' }, { kind: 'applications' }]);
    await first.until(({ kind }) => kind === 'reset');
    await first.leave();
    const { taskId } = await client.execWorkflow(id);
    for await (const _event of client.followRun(taskId));
    await client.saveApplication(json({ ...SHOP, description: 'sells more' }));
    const back = listen(platform, [{ kind: 'runs' }, { kind: 'applications' }], first.seen.at(-1)?.id);
    await back.until(({ kind }) => kind === 'application');
    await back.until(ended(taskId));
    const sequences = back.seen.flatMap((event) => ('sequence' in event ? [event.sequence] : []));
    expect(sequences).toEqual(sequences.map((_, index) => index + 1));
    expect(back.seen.filter(({ kind }) => kind === 'reset')).toEqual([]);
  });

  test('an id whose successors were removed, or of another database, gets a reset and the stream continues', async () => {
    const platform = await startTestPlatform({ engine: { keepRunsPerApplication: 1, retentionIntervalMs: 20 } });
    const { client } = platform;
    const { id } = await client.saveApplication(json(SHOP));
    const runs = [];
    for (let run = 0; run < 3; run += 1) {
      const { taskId } = await client.execWorkflow(id);
      for await (const _event of client.followRun(taskId));
      runs.push(taskId);
    }
    await eventually(async () => (await client.listTasks(id)).tasks.length === 1);
    for (const after of ['0.0', '999999.0', '0.999999']) {
      const { seen, until, leave } = listen(platform, [{ kind: 'runs' }], after);
      await until(({ kind }) => kind === 'reset');
      expect(seen).toMatchObject([{ kind: 'reset', reason: 'gone' }]);
      const { taskId } = await client.execWorkflow(id);
      await until(ended(taskId));
      await leave();
    }
  });

  test('a deleted application is reported as gone although no request reads applications', async () => {
    const platform = await startTestPlatform();
    const { client } = platform;
    const { id } = await client.saveApplication(json(SHOP));
    const { until } = listen(platform, [{ kind: 'applications' }]);
    await until(({ kind }) => kind === 'reset');
    await client.deleteApplication(id);
    await until((event) => event.kind === 'application' && event.change === 'deleted' && event.appId === id);
  });

  test('a caller who may read one project gets nothing of the others, whatever topics are requested', async () => {
    const platform = await startTestPlatform();
    const { client, url } = platform;
    const mine = await client.saveApplication(json({ ...SHOP, project: 'mine' }));
    const theirs = { ...SHOP, project: 'other', namespace: 'other' };
    const other = await client.saveApplication(json(theirs));
    await client.createUser({ name: 'ada', roles: [{ project: 'mine', role: 'viewer' }] });
    const { token } = await client.createToken({ name: 'hers', user: 'ada' });
    const hers = createPlatformClient({ url, token });
    const { seen, until } = listen({ client: hers }, [{ kind: 'runs' }, { kind: 'applications' }]);
    await until(({ kind }) => kind === 'reset');
    const hidden = await client.execWorkflow(other.id);
    for await (const _event of client.followRun(hidden.taskId));
    await client.saveApplication(json({ ...theirs, description: 'changed' }));
    const { taskId } = await client.execWorkflow(mine.id);
    await until(ended(taskId));
    expect(JSON.stringify(seen)).not.toContain(other.id);
    // Nor when it is named, or when an id makes the server believe that it was let in before.
    const named = hers.followEvents({ topics: [{ kind: 'app', id: other.id }] });
    await expect(named[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'APPLICATION_NOT_FOUND' });
    const back = listen(
      { client: hers },
      [
        { kind: 'app', id: other.id },
        { kind: 'run', id: taskId },
      ],
      '0.0',
    );
    await back.until(ended(taskId));
    expect(JSON.stringify(back.seen)).not.toContain(other.id);
  });

  test('component states of the cluster reach the clients of an instance that did not store them', async () => {
    const cluster = await startTestCluster({ nodes: 1 });
    onTestFinished(() => cluster.close());
    const place = await createTestSqlite();
    const platforms = [];
    for (let instance = 0; instance < 2; instance += 1) {
      platforms.push(await startTestPlatform({ kube: cluster.client, jobs: 'real', place }));
    }
    const [first, second] = platforms;
    if (first === undefined || second === undefined) throw new Error('there are not two');
    const { id } = await first.client.saveApplication(json({ name: 'shop', component: [webservice('web')] }));
    const topics: readonly Topic[] = [{ kind: 'app', id }];
    const listeners = platforms.map((platform) => listen(platform, topics));
    await Promise.all(listeners.map(({ until }) => until(({ kind }) => kind === 'reset')));
    await first.client.execWorkflow(id);
    for (const { until } of listeners) {
      await until((event) => event.kind === 'component' && event.component.status === 'Running');
    }
  });

  test.each([
    ['topics=', 400],
    ['', 400],
    ['topics=nothing', 400],
    ['topics=app:none', 404],
    ['topics=run:none', 404],
  ])('%s is refused', async (query, status) => {
    const platform = await startTestPlatform();
    expect(await readError(await platform.send('GET', `/api/v1/events?${query}`))).toMatchObject({ status });
  });

  test('an id that cannot be read is refused, and so is a request without a token', async () => {
    const platform = await startTestPlatform();
    const headers = { 'last-event-id': '12' };
    const refused = await platform.send('GET', '/api/v1/events?topics=runs', { headers });
    expect(await readError(refused)).toMatchObject({ status: 400, error: 'BAD_REQUEST' });
    const stranger = createPlatformClient({ url: platform.url, clock: systemClock });
    const following = stranger.followEvents({ topics: [{ kind: 'runs' }] });
    await expect(following[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});
