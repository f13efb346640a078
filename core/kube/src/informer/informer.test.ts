import { expired } from '@kubemin/kubeapi';
import { ManualClock } from '@kubemin/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  expectCurrentInformer,
  FoldedView,
  type InformerHarness,
  informerHarness,
  startInformer,
} from '../test-support/informer-harness.ts';
import { isList, isWatch } from '../test-support/memory-api.ts';

let clock: ManualClock;
let harness: InformerHarness;

beforeEach(() => {
  clock = new ManualClock();
  harness = informerHarness(clock, { size: (object) => [object.data?.size ?? 'none'] });
});

afterEach(() => {
  harness.abort.abort();
  expect(harness.logger.lines.filter(({ level }) => level === 'error')).toEqual([]);
});

const settle = () => clock.advance(0);
const started = () => startInformer(harness, clock);
const expectCurrent = () => expectCurrentInformer(harness);

describe('following a healthy server', () => {
  test('the first list is there when synced resolves, and changes follow', async () => {
    const { api, view } = harness;
    api.put('a', { n: '1' });
    api.put('b', { n: '1' });
    await started();
    expectCurrent();
    api.put('a', { n: '2' });
    api.put('c', { n: '1' });
    api.remove('b');
    await settle();
    expectCurrent();
    expect(view.steps).toEqual([
      'added default/a 1',
      'added default/b 1',
      'updated default/a 2',
      'added default/c 1',
      'deleted default/b 1',
    ]);
  });

  test('a long list is read page by page, all pages of one version', async () => {
    const { api } = harness;
    for (let index = 0; index < 1203; index++) api.put(`object-${index}`, {});
    await started();
    expectCurrent();
    const lists = api.requests.filter(isList);
    expect(lists.map(({ query }) => query.get('limit'))).toEqual(['500', '500', '500']);
    expect(api.requests.find(isWatch)?.query.get('resourceVersion')).toBe(api.version);
  });

  test('history lost between two pages leads to one list in one piece', async () => {
    const { api } = harness;
    for (let index = 0; index < 700; index++) api.put(`object-${index}`, {});
    api.injectFault({ kind: 'refuse', error: expired('too old') }, ({ query }) => query.has('continue'));
    await started();
    expectCurrent();
    expect(api.requests.filter(isList).map(({ query }) => query.get('limit'))).toEqual(['500', '500', null]);
  });

  test('a server that goes on with another version between two pages is asked for everything in one piece', async () => {
    const { api } = harness;
    for (let index = 0; index < 700; index++) api.put(`object-${index}`, {});
    const object = { kind: 'ConfigMapList', metadata: { resourceVersion: '99999' }, items: [] };
    const response = { kind: 'object', status: 200, headers: {}, object } as const;
    api.injectFault({ kind: 'respond', response }, ({ query }) => query.has('continue'));
    await started();
    expectCurrent();
    expect(api.requests.filter(isList).map(({ query }) => query.get('limit'))).toEqual(['500', '500', null]);
  });

  test('an object that is deleted and created again under its name is a deletion and an addition', async () => {
    const { api, view } = harness;
    api.put('a', { n: '1' });
    await started();
    const streams = api.requests.length;
    api.cutWatches();
    api.compact();
    api.remove('a');
    api.put('a', { n: '2' });
    api.compact();
    await settle();
    expect(api.requests.length).toBeGreaterThan(streams);
    expectCurrent();
    expect(view.steps).toEqual(['added default/a 1', 'deleted default/a 1', 'added default/a 2']);
  });

  test('a deletion hands over the last known object', async () => {
    const { api, view } = harness;
    api.put('a', { n: 'last words' });
    await started();
    api.remove('a');
    await settle();
    expect(view.seen.at(-1)).toMatchObject({
      type: 'deleted',
      object: { data: { n: 'last words' }, metadata: { resourceVersion: api.version } },
    });
  });

  test('objects are found by index as they change', async () => {
    const { api, informer } = harness;
    api.put('a', { size: 'small' });
    api.put('b', { size: 'large' });
    await started();
    const names = (size: string) => informer.byIndex('size', size).map(({ metadata }) => metadata.name);
    expect([names('small'), names('large')]).toEqual([['a'], ['b']]);
    api.put('a', { size: 'large' });
    api.remove('b');
    await settle();
    expect([names('small'), names('large')]).toEqual([[], ['a']]);
    informer.addIndex('initial', ({ metadata }) => [metadata.name?.[0] ?? '']);
    expect(informer.byIndex('initial', 'a')).toHaveLength(1);
    expect(() => informer.byIndex('colour', 'red')).toThrow(expect.objectContaining({ code: 'INDEX_UNKNOWN' }));
    expect(() => informer.addIndex('size', () => [])).toThrow(expect.objectContaining({ code: 'INDEX_TAKEN' }));
  });
});

describe('handlers', () => {
  test('one that throws, or rejects, is logged; the stream and the others live on', async () => {
    const { api, informer, view, logger } = harness;
    informer.onChange(() => {
      throw new Error('thrown');
    });
    informer.onChange(() => Promise.reject(new Error('rejected')));
    const late = new FoldedView();
    informer.onChange(late.handler);
    await started();
    api.put('a', { n: '1' });
    api.put('a', { n: '2' });
    await settle();
    expectCurrent();
    expect(late.steps).toEqual(view.steps);
    const failures = logger.lines.splice(0).map(({ fields }) => fields.error);
    expect(failures).toHaveLength(4);
    expect(failures).toEqual(expect.arrayContaining([new Error('thrown'), new Error('rejected')]));
  });

  test('one whose promise never settles holds up neither the stream nor the others', async () => {
    const { api, informer, view } = harness;
    informer.onChange(() => new Promise(() => undefined));
    await started();
    for (const n of ['1', '2', '3']) api.put('a', { n });
    await settle();
    expectCurrent();
    expect(view.steps).toEqual(['added default/a 1', 'updated default/a 2', 'updated default/a 3']);
  });

  test('one that is registered late first sees what is there, then only what follows', async () => {
    const { api, informer } = harness;
    api.put('a', { n: '1' });
    await started();
    const late = new FoldedView();
    const unregister = informer.onChange(late.handler);
    expect(late.steps).toEqual(['added default/a 1']);
    api.put('a', { n: '2' });
    await settle();
    unregister();
    api.put('a', { n: '3' });
    await settle();
    expect(late.steps).toEqual(['added default/a 1', 'updated default/a 2']);
  });

  test('one that is registered by another in the middle of a list sees each object once', async () => {
    const { api, informer } = harness;
    for (const name of ['a', 'b', 'c']) api.put(name, { n: '1' });
    const inner = new FoldedView();
    informer.onChange(({ key }) => {
      if (key === 'default/b') informer.onChange(inner.handler);
    });
    await started();
    expect(inner.steps).toEqual(['added default/a 1', 'added default/b 1', 'added default/c 1']);
  });

  test('one that is unregistered by another hears no more, not even of the same change', async () => {
    const { api, informer } = harness;
    const second = new FoldedView();
    const unregister: (() => void)[] = [];
    informer.onChange(() => {
      for (const stop of unregister) stop();
    });
    unregister.push(informer.onChange(second.handler));
    await started();
    api.put('a', { n: '1' });
    await settle();
    expect(second.steps).toEqual([]);
  });

  test('a handler for one object gets only its changes: existing, deleted and created again', async () => {
    const { api, informer } = harness;
    for (const name of ['a', 'b']) api.put(name, { n: '1' });
    await started();
    const [own, absent] = [new FoldedView(), new FoldedView()];
    const unregister = informer.onChange(own.handler, { key: 'default/a' });
    informer.onChange(absent.handler, { key: 'default/c' });
    expect(own.steps).toEqual(['added default/a 1']);
    for (const name of ['b', 'a', 'c']) api.put(name, { n: '2' });
    api.remove('a');
    api.put('a', { n: '3' });
    await settle();
    unregister();
    api.put('a', { n: '4' });
    await settle();
    expect(own.steps).toEqual(['added default/a 1', 'updated default/a 2', 'deleted default/a 2', 'added default/a 3']);
    expect(absent.steps).toEqual(['added default/c 2']);
  });

  test('a handler for an index value gets what is added under it, changed, moved away and deleted', async () => {
    const { api, informer } = harness;
    api.put('a', { size: 'small' });
    api.put('b', { size: 'large' });
    await started();
    const seen: string[] = [];
    const unregister = informer.onChange(({ type, key, object }) => seen.push(`${type} ${key} ${object.data?.size}`), {
      index: 'size',
      value: 'small',
    });
    expect(seen.splice(0)).toEqual(['added default/a small']);
    api.put('c', { size: 'large' });
    api.put('b', { size: 'small' });
    api.put('b', { size: 'small', n: '2' });
    api.put('a', { size: 'large' });
    api.put('a', { size: 'large', n: '2' });
    api.remove('b');
    await settle();
    expect(seen.splice(0)).toEqual([
      'updated default/b small',
      'updated default/b small',
      'updated default/a large',
      'deleted default/b small',
    ]);
    unregister();
    api.put('c', { size: 'small' });
    await settle();
    expect(seen).toEqual([]);
    expect(() => informer.onChange(() => undefined, { index: 'colour', value: 'red' })).toThrow(
      expect.objectContaining({ code: 'INDEX_UNKNOWN' }),
    );
  });

  test('one that listens to a part and is registered or unregistered by another hears of each change once, or not', async () => {
    const { api, informer } = harness;
    await started();
    const [inner, doomed] = [new FoldedView(), new FoldedView()];
    const unregister: (() => void)[] = [];
    const scope = { key: 'default/a' };
    informer.onChange(() => {
      for (const stop of unregister) stop();
    }, scope);
    unregister.push(informer.onChange(doomed.handler, scope));
    const once = informer.onChange(() => {
      once();
      informer.onChange(inner.handler, scope);
    });
    api.put('a', { n: '1' });
    await settle();
    expect(inner.steps).toEqual(['added default/a 1']);
    expect(doomed.steps).toEqual([]);
  });

  test('an indexer that throws is logged and costs only its own index', async () => {
    const { api, informer, logger } = harness;
    informer.addIndex('broken', () => {
      throw new Error('bad index');
    });
    await started();
    api.put('a', { size: 'small' });
    await settle();
    expect(informer.byIndex('size', 'small')).toHaveLength(1);
    expect(informer.byIndex('broken', 'x')).toEqual([]);
    expect(logger.lines.splice(0)).toMatchObject([{ fields: { index: 'broken' } }]);
  });
});

describe('starting and stopping', () => {
  test('aborting ends the watch and the pauses; nothing is asked for afterwards', async () => {
    const { api, abort } = harness;
    await started();
    abort.abort();
    await settle();
    expect(api.openWatches).toBe(0);
    const asked = api.requests.length;
    api.put('a', { n: '1' });
    await clock.advance(600_000);
    expect(api.requests).toHaveLength(asked);
    expect(harness.informer.list()).toEqual([]);
  });

  test('stopped before its first list, it rejects the wait for the sync', async () => {
    const { api, informer, abort } = harness;
    api.injectFault({ kind: 'hang' });
    informer.start(abort.signal);
    await settle();
    abort.abort();
    await expect(informer.synced).rejects.toMatchObject({ code: 'INFORMER_STOPPED' });
  });

  test('a second start is refused', async () => {
    await started();
    expect(() => harness.informer.start(harness.abort.signal)).toThrow(
      expect.objectContaining({ code: 'INFORMER_STARTED_TWICE' }),
    );
  });
});
