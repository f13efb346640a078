import { systemClock } from '@kubemin/base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryStorage } from '../../storage/memory-storage.ts';
import { configMap, TestApi } from '../../test-support/test-api.ts';

const MAPS = '/api/v1/namespaces/default/configmaps';
let api: TestApi;

beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.close());

async function now(): Promise<string> {
  return (await api.list(MAPS)).metadata.resourceVersion ?? '';
}

describe('a watch', () => {
  it('from a version sends all changes since, then continues', async () => {
    const start = await now();
    await api.create(MAPS, configMap('w1'));
    await api.patch(`${MAPS}/w1`, { data: { a: '1' } });
    const watch = await api.watch(`${MAPS}?watch=1&resourceVersion=${start}`);
    expect(await watch.nextChanges(2)).toEqual(['ADDED w1', 'MODIFIED w1']);
    await api.ok('DELETE', `${MAPS}/w1`);
    expect(await watch.nextChanges(1)).toEqual(['DELETED w1']);
    watch.stop();
    expect(await watch.next()).toBeUndefined();
  });

  it('without a version sends the current state first', async () => {
    await api.create(MAPS, configMap('w2'));
    const watch = await api.watch(`${MAPS}?watch=true&fieldSelector=metadata.name%3Dw2`);
    expect(await watch.nextChanges(1)).toEqual(['ADDED w2']);
    watch.stop();
  });

  it('sees its own namespace only', async () => {
    const watch = await api.watch(`${MAPS}?watch=1&resourceVersion=${await now()}`);
    await api.create('/api/v1/namespaces/kube-system/configmaps', configMap('elsewhere'));
    await api.create(MAPS, configMap('here'));
    expect(await watch.nextChanges(1)).toEqual(['ADDED here']);
    watch.stop();
  });

  it('with a selector sees objects come into view and leave it', async () => {
    const watch = await api.watch(`${MAPS}?watch=1&resourceVersion=${await now()}&labelSelector=on%3Dyes`);
    await api.create(MAPS, configMap('lamp', { data: { watt: '1' } }));
    await api.patch(`${MAPS}/lamp`, { metadata: { labels: { on: 'yes' } } });
    await api.patch(`${MAPS}/lamp`, { data: { watt: '2' } });
    const dark = await api.patch(`${MAPS}/lamp`, { metadata: { labels: { on: 'no' } }, data: { watt: '3' } });
    const events = await watch.take(3);
    expect(events.map(({ type }) => type)).toEqual(['ADDED', 'MODIFIED', 'DELETED']);
    expect(events[2]?.object).toMatchObject({
      data: { watt: '2' },
      metadata: { labels: { on: 'yes' }, resourceVersion: dark.metadata.resourceVersion },
    });
    watch.stop();
  });

  it('hands every watcher the very same object', async () => {
    const url = `${MAPS}?watch=1&resourceVersion=${await now()}`;
    const [first, second] = [await api.watch(url), await api.watch(url)];
    await api.create(MAPS, configMap('shared'));
    expect((await first.next())?.object).toBe((await second.next())?.object);
    first.stop();
    second.stop();
  });

  it('ends when the server closes', async () => {
    const other = await TestApi.start();
    const watch = await other.watch(`${MAPS}?watch=1`);
    await other.close();
    expect(await watch.next()).toBeUndefined();
  });

  it('that is not read is closed before it fills the memory', async () => {
    const watch = await api.watch(`${MAPS}?watch=1&resourceVersion=${await now()}`);
    await api.create(MAPS, configMap('noisy'));
    for (let count = 0; count <= 10_000; count += 1)
      await api.patch(`${MAPS}/noisy`, { data: { count: String(count) } });
    expect(await watch.next()).toBeUndefined();
  });
});

describe('initial events', () => {
  it('end with a marked bookmark at the version of the state', async () => {
    await api.create(MAPS, configMap('initial'));
    const query =
      'watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&fieldSelector=metadata.name%3Dinitial';
    const watch = await api.watch(`${MAPS}?${query}`);
    const [added, bookmark] = await watch.take(2);
    expect(added).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'initial' } } });
    expect(bookmark).toEqual({
      type: 'BOOKMARK',
      object: {
        kind: 'ConfigMap',
        apiVersion: 'v1',
        metadata: { resourceVersion: await now(), annotations: { 'k8s.io/initial-events-end': 'true' } },
      },
    });
    watch.stop();
  });

  it.each([
    'sendInitialEvents=true',
    'resourceVersionMatch=NotOlderThan',
    'sendInitialEvents=true&resourceVersionMatch=Exact',
  ])('are refused with %s alone', async (query) => {
    expect(await api.refused('GET', `${MAPS}?watch=1&${query}`)).toMatchObject({ code: 422 });
  });
});

it('a watch from a compacted version gets 410 as an event, then ends', async () => {
  const storage = memoryStorage();
  const before = await TestApi.start({ storage });
  await before.create(MAPS, configMap('old'));
  await before.close();
  await storage.compact(await storage.revision());
  const after = await TestApi.start({ storage });
  const watch = await after.watch(`${MAPS}?watch=1&resourceVersion=3`);
  expect(await watch.next()).toMatchObject({ type: 'ERROR', object: { kind: 'Status', code: 410, reason: 'Expired' } });
  expect(await watch.next()).toBeUndefined();
  await after.close();
});

it('a watch resumes across a restart without missing anything', async () => {
  const storage = memoryStorage();
  const before = await TestApi.start({ storage });
  const { metadata } = await before.create(MAPS, configMap('one'));
  await before.create(MAPS, configMap('two'));
  await before.ok('DELETE', `${MAPS}/one`);
  await before.close();
  const after = await TestApi.start({ storage });
  const watch = await after.watch(`${MAPS}?watch=1&resourceVersion=${metadata.resourceVersion}`);
  expect(await watch.nextChanges(2)).toEqual(['ADDED two', 'DELETED one']);
  await after.close();
});

it('timeoutSeconds ends a watch, with a bookmark shortly before when asked', async () => {
  const timers: { readonly ms: number; readonly run: () => void }[] = [];
  const after = (ms: number, run: () => void): (() => void) => {
    timers.push({ ms, run });
    return () => undefined;
  };
  const clock = { ...systemClock, after };
  const timed = await TestApi.start({ clock });
  const watch = await timed.watch(`${MAPS}?watch=1&resourceVersion=0&timeoutSeconds=300&allowWatchBookmarks=true`);
  timers.find(({ ms }) => ms === 298_000)?.run();
  expect(await watch.next()).toMatchObject({ type: 'BOOKMARK' });
  timers.find(({ ms }) => ms === 300_000)?.run();
  expect(await watch.next()).toBeUndefined();
  await timed.close();
});
