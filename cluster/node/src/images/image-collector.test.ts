import { gzipSync } from 'node:zlib';
import { ManualClock, quickDirectory } from '@kubemin/testing';
import { expect, onTestFinished, test } from 'vitest';
import { type CollectionWish, ImageCollector } from './image-collector.ts';
import { pullImage } from './pull-image.ts';
import { layerBytes, openTestStore, storeImage } from './test-support/image-fixture.ts';
import { TestRegistry } from './test-support/test-registry.ts';

const MINUTE_MS = 60_000;

/** A store with pulled images and one that was made here; its disk gets emptier by 10 % with each image that goes. */
async function startCollector(names: readonly string[], usedPercent: number) {
  const directory = await quickDirectory();
  const registry = await TestRegistry.start();
  onTestFinished(async () => {
    await registry.stop();
    await directory.remove();
  });
  const store = await openTestStore(directory.path);
  const clock = new ManualClock();
  const ids = new Map<string, string>();
  for (const name of names) {
    const tar = await layerBytes([{ name: 'etc/name', text: name }]);
    registry.addImage(name, 'v1', [{ tar, stored: gzipSync(tar) }]);
    const { id } = await pullImage(store, `${registry.host}/${name}:v1`, { fetch, clock, allowHttpLoopback: true });
    ids.set(id, name);
  }
  const own = await storeImage(store, ['own:1'], {
    layers: [{ tar: await layerBytes([{ name: 'own', text: 'own' }]) }],
  });
  ids.set(own.id, 'own');
  const present = async () => (await store.list()).map(({ id }) => ids.get(id)).sort();
  const before = names.length + 1;
  const collector = new ImageCollector({
    ...{ store, clock, isPinned: ({ origin }) => origin !== 'pulled' },
    usedPercent: async () => usedPercent - 10 * (before - (await present()).length),
  });
  const collect = async (wish: Partial<CollectionWish>) => {
    const limits = { highPercent: 85, lowPercent: 80, minimumAgeMs: 2 * MINUTE_MS, maximumAgeMs: 0 };
    const { removed, isShort } = await collector.collect({ ids: [], references: [], ...limits, ...wish });
    return { removed: removed.map((id) => ids.get(id)), isShort };
  };
  const reference = (name: string): string => `${registry.host}/${name}:v1`;
  const id = (name: string): string => [...ids].find(([, known]) => known === name)?.[0] ?? '';
  return { clock, collect, present, reference, id };
}

test('on a full disk images go that were not used for longest, until it is emptier than the low threshold', async () => {
  const { clock, collect, present, reference, id } = await startCollector(['a', 'b', 'c', 'd'], 95);
  await collect({ highPercent: 100, ids: [id('a'), id('b'), id('c'), id('d')] });
  await clock.advance(MINUTE_MS);
  await collect({ highPercent: 100, references: [reference('b'), reference('d')] });
  await clock.advance(MINUTE_MS);
  await collect({ highPercent: 100, references: [reference('d')] });
  await clock.advance(MINUTE_MS);
  expect(await collect({ ids: [id('a')] })).toEqual({ removed: ['c', 'b'], isShort: false });
  expect(await present()).toEqual(['a', 'd', 'own']);
});

test('images that are too new stay, as do those that containers or pods use and those that no registry has', async () => {
  const { clock, collect, present, reference, id } = await startCollector(['a', 'b', 'c'], 99);
  expect(await collect({})).toEqual({ removed: [], isShort: true });
  await clock.advance(2 * MINUTE_MS);
  expect(await collect({ ids: [id('a')], references: [reference('b')] })).toEqual({ removed: ['c'], isShort: true });
  expect(await present()).toEqual(['a', 'b', 'own']);
});

test('below the high threshold only images go that were not used for the maximum age', async () => {
  const { clock, collect } = await startCollector(['a', 'b'], 85);
  await collect({});
  await clock.advance(10 * MINUTE_MS);
  expect(await collect({ highPercent: 85 })).toEqual({ removed: [], isShort: false });
  expect((await collect({ maximumAgeMs: 5 * MINUTE_MS })).removed.toSorted()).toEqual(['a', 'b']);
});

test('when all that nothing uses is to go, age does not matter', async () => {
  const { collect, present } = await startCollector(['a', 'b'], 50);
  await collect({ highPercent: 0, lowPercent: 0, minimumAgeMs: 0 });
  expect(await present()).toEqual(['own']);
});
