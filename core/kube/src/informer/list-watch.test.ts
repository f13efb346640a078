import { type ApiRequest, badRequest, expired, forbidden, internal, tooManyRequests } from '@kubemin/kubeapi';
import type { ConfigMap } from '@kubemin/kubeapi/types/core.v1';
import { ManualClock } from '@kubemin/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  expectCurrentInformer,
  type InformerHarness,
  informerHarness,
  startInformer,
} from '../test-support/informer-harness.ts';
import { bookmarkAt, isList, isWatch } from '../test-support/memory-api.ts';

let clock: ManualClock;
let harness: InformerHarness;

beforeEach(() => {
  clock = new ManualClock();
  harness = informerHarness(clock);
});

afterEach(() => {
  harness.abort.abort();
  expect(harness.logger.lines.filter(({ level }) => level === 'error')).toEqual([]);
});

const settle = () => clock.advance(0);
const started = () => startInformer(harness, clock);
const expectCurrent = () => expectCurrentInformer(harness);

function requests(kind: (request: ApiRequest) => boolean): number {
  return harness.api.requests.filter(kind).length;
}

async function* nothing(): AsyncGenerator<never> {
  yield* [];
}

test('it reports why it cannot follow, and since when, until the server accepts a watch again', async () => {
  const { api, informer } = harness;
  api.injectFault({ kind: 'refuse', error: forbidden('first') }, isList);
  api.injectFault({ kind: 'refuse', error: forbidden('second') }, isList);
  informer.start(harness.abort.signal);
  const begun = clock.monotonic();
  await settle();
  expect(informer.failure).toMatchObject({ error: { message: 'forbidden: first' }, since: begun });
  await clock.advance(1_000);
  expect(informer.failure).toMatchObject({ error: { message: 'forbidden: second' }, since: begun });
  await clock.advance(5_000);
  await informer.synced;
  expect(informer.failure).toBeUndefined();
  harness.logger.lines.length = 0;
});

describe('when the stream breaks', () => {
  test('a cut stream is resumed at once from where it was, without a list', async () => {
    const { api, view } = harness;
    api.put('a', { n: '1' });
    await started();
    api.put('a', { n: '2' });
    await settle();
    const resumeAt = api.version;
    api.cutWatches();
    api.put('b', { n: '1' });
    await settle();
    expectCurrent();
    expect(requests(isList)).toBe(1);
    expect(api.requests.at(-1)?.query.get('resourceVersion')).toBe(resumeAt);
    expect(view.steps).toEqual(['added default/a 1', 'updated default/a 2', 'added default/b 1']);
  });

  test('a bookmark moves the place to resume from, so that lost history does no harm', async () => {
    const { api } = harness;
    await started();
    api.send(bookmarkAt('40'));
    await settle();
    api.cutWatches();
    await settle();
    expect(api.requests.at(-1)?.query.get('resourceVersion')).toBe('40');
    expect(api.requests.at(-1)?.query.get('allowWatchBookmarks')).toBe('true');
  });

  test.each(['as ERROR event', 'as HTTP status'])(
    '410 %s: what was missed arrives as the difference, deletions included',
    async (how) => {
      const { api, view } = harness;
      for (const name of ['same', 'changed', 'gone']) api.put(name, { n: '1' });
      await started();
      view.seen.length = 0;
      api.cutWatches();
      if (how === 'as HTTP status') api.injectFault({ kind: 'refuse', error: expired('too old') }, isWatch);
      for (const n of ['2', '3']) api.put('changed', { n });
      api.put('fleeting', { n: '1' });
      api.remove('fleeting');
      api.remove('gone');
      api.put('new', { n: '1' });
      api.compact();
      await settle();
      expectCurrent();
      expect(view.steps).toEqual(['deleted default/gone 1', 'updated default/changed 3', 'added default/new 1']);
      expect(requests(isList)).toBe(2);
    },
  );

  test('410 in the middle of a stream keeps what came before it', async () => {
    const { api, view } = harness;
    await started();
    api.put('a', { n: '1' });
    api.send({ type: 'ERROR', object: expired('too old resource version').status });
    api.put('b', { n: '1' });
    await settle();
    expectCurrent();
    expect(view.steps).toEqual(['added default/a 1', 'added default/b 1']);
    expect(api.openWatches).toBe(1);
  });

  test('a server that returns 410 for every watch is not flooded', async () => {
    const { api } = harness;
    for (let index = 0; index < 50; index++) api.injectFault({ kind: 'refuse', error: expired('too old') }, isWatch);
    harness.informer.start(harness.abort.signal);
    await harness.informer.synced;
    await settle();
    expect(requests(isList)).toBe(2);
    await clock.advance(5_000);
    expect(requests(isList)).toBeLessThan(8);
  });

  test('any other ERROR event is followed by a resumption after a pause', async () => {
    const { api } = harness;
    await started();
    api.send({ type: 'ERROR', object: internal(new Error('etcd is away')).status });
    api.put('a', { n: '1' });
    await settle();
    expect(harness.view.steps).toEqual([]);
    await clock.advance(1_000);
    expectCurrent();
    expect(requests(isList)).toBe(1);
  });

  test('a stream that dies without a word is given up some time after its own limit', async () => {
    const { api } = harness;
    await started();
    api.muteWatches();
    api.put('a', { n: '1' });
    await clock.advance(480_000);
    await settle();
    expectCurrent();
    expect(requests(isList)).toBe(1);
  });

  test('a server that ends every watch at once is asked ever more rarely', async () => {
    const { api } = harness;
    await started();
    for (let index = 0; index < 100; index++) {
      api.injectFault(
        { kind: 'respond', response: { kind: 'watch', status: 200, headers: {}, events: nothing() } },
        isWatch,
      );
    }
    api.cutWatches();
    await clock.advance(60_000);
    expect(requests(isWatch)).toBeLessThan(12);
  });
});

describe('when the server fails', () => {
  test.each([
    ['500', internal(new Error('down'))],
    ['403', forbidden('not yet')],
    ['400', badRequest('no')],
  ])('%s on lists and watches is tried again with growing pauses until it works', async (_code, error) => {
    const { api, informer, logger } = harness;
    api.put('a', { n: '1' });
    for (let index = 0; index < 4; index++) api.injectFault({ kind: 'refuse', error }, isList);
    for (let index = 0; index < 4; index++) api.injectFault({ kind: 'refuse', error }, isWatch);
    informer.start(harness.abort.signal);
    await clock.advance(120_000);
    await informer.synced;
    expectCurrent();
    expect(api.openWatches).toBe(1);
    const pauses = logger.lines.map(({ fields }) => fields.pauseMs);
    expect(pauses).toEqual([600, 1200, 2400, 4800, 9600, 19200, 22500, 22500]);
  });

  test('the pause is short again once a watch has worked', async () => {
    const { api, logger } = harness;
    for (let index = 0; index < 3; index++) api.injectFault({ kind: 'refuse', error: internal('x') }, isList);
    harness.informer.start(harness.abort.signal);
    await clock.advance(60_000);
    expect(api.openWatches).toBe(1);
    api.injectFault({ kind: 'refuse', error: internal('x') }, isWatch);
    api.cutWatches();
    await settle();
    expect(logger.lines.map(({ fields }) => fields.pauseMs)).toEqual([600, 1200, 2400, 600]);
  });

  test('an exception of the transport is like any other failure', async () => {
    const { api } = harness;
    api.injectFault({ kind: 'throw', error: new Error('connection refused') });
    harness.informer.start(harness.abort.signal);
    await clock.advance(1_000);
    await harness.informer.synced;
    expectCurrent();
  });

  test('Retry-After is honoured', async () => {
    const { api } = harness;
    api.injectFault({ kind: 'refuse', error: tooManyRequests('slow down', 20) });
    harness.informer.start(harness.abort.signal);
    await clock.advance(19_000);
    expect(api.requests).toHaveLength(1);
    await clock.advance(2_000);
    expect(requests(isList)).toBe(2);
  });

  test('a list that never returns is abandoned and requested again', async () => {
    const { api, informer } = harness;
    api.put('a', { n: '1' });
    api.injectFault({ kind: 'hang' }, isList);
    informer.start(harness.abort.signal);
    await clock.advance(125_000);
    await informer.synced;
    expectCurrent();
  });

  test('after repeated failures of the watch, the next attempt lists', async () => {
    const { api } = harness;
    await started();
    for (let index = 0; index < 5; index++) api.injectFault({ kind: 'refuse', error: internal('x') }, isWatch);
    api.cutWatches();
    await clock.advance(60_000);
    expect(requests(isList)).toBe(2);
    expect(api.openWatches).toBe(1);
  });
});

describe('time goes forward only', () => {
  const stale = (object: ConfigMap, resourceVersion: string): ConfigMap => ({
    ...object,
    data: { n: 'stale' },
    metadata: { ...object.metadata, resourceVersion },
  });

  test('events of an older version change nothing', async () => {
    const { api, view } = harness;
    api.put('a', { n: '1' });
    await started();
    const object = api.put('a', { n: '2' });
    api.send({ type: 'ADDED', object });
    api.send({ type: 'MODIFIED', object: stale(object, '2') }, { type: 'DELETED', object: stale(object, '2') });
    await settle();
    expectCurrent();
    expect(view.steps).toEqual(['added default/a 1', 'updated default/a 2']);
    api.cutWatches();
    await settle();
    expect(api.requests.at(-1)?.query.get('resourceVersion')).toBe(api.version);
  });

  test('a list from a server that lags behind does not bring deleted objects back', async () => {
    const { api, view } = harness;
    const object = api.put('a', { n: '1' });
    await started();
    api.remove('a');
    await settle();
    api.cutWatches();
    api.put('b', { n: '1' });
    api.compact();
    const behind = { kind: 'ConfigMapList', apiVersion: 'v1', metadata: { resourceVersion: '2' }, items: [object] };
    api.injectFault(
      { kind: 'respond', response: { kind: 'object', status: 200, headers: {}, object: behind } },
      isList,
    );
    await clock.advance(5_000);
    expectCurrent();
    expect(view.steps).toEqual(['added default/a 1', 'deleted default/a 1', 'added default/b 1']);
  });

  test('a server that insists on an older state, as after a restored backup, is believed in the end', async () => {
    const { api, informer } = harness;
    for (let index = 0; index < 10; index++) api.put('a', { n: String(index) });
    await started();
    const backup = { kind: 'ConfigMapList', apiVersion: 'v1', metadata: { resourceVersion: '3' }, items: [] };
    for (let index = 0; index < 5; index++) {
      api.injectFault(
        { kind: 'respond', response: { kind: 'object', status: 200, headers: {}, object: backup } },
        isList,
      );
    }
    api.injectFault({ kind: 'refuse', error: expired('gone') }, isWatch);
    api.cutWatches();
    await clock.advance(5_000);
    expect(informer.list()).toHaveLength(1);
    for (let index = 0; index < 100; index++) api.injectFault({ kind: 'hang' }, isWatch);
    await clock.advance(60_000);
    expect(informer.list()).toEqual([]);
  });
});
