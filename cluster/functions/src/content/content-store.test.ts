import { randomBytes } from 'node:crypto';
import { Disposables, silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { createManager } from '@kubemin/controller';
import type { OwnerReference } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import { eventually, ManualClock, startTestCluster, type TestCluster } from '@kubemin/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  CHUNK_BYTES,
  CONTENT_KEY,
  chunkName,
  computeDigest,
  listContentChunks,
  MAX_CONTENT_BYTES,
} from './content-chunks.ts';
import { contentCollectorModule } from './content-collector.ts';
import { type ContentStore, createContentStore } from './content-store.ts';

const open = new Disposables();
const namespace = 'default';
let cluster: TestCluster;
let store: ContentStore;

beforeAll(async () => {
  cluster = await startTestCluster({ controllers: false });
  open.add(cluster.close);
  store = createContentStore({ client: cluster.client, clock: systemClock });
});
afterAll(() => open.dispose());

const configMaps = () => cluster.client.resource(core.v1.configmaps, namespace);
const random = { bytes: (size: number) => randomBytes(size) };

function owner(name: string): OwnerReference {
  return { apiVersion: 'v1', kind: 'ConfigMap', name, uid: `uid-of-${name}` };
}

async function chunks(digest: string): Promise<readonly (string | undefined)[]> {
  const { items } = await configMaps().list({ labelSelector: `functions.kubemin.io/content=${digest.slice(7, 47)}` });
  return items.map(({ metadata }) => metadata.name);
}

describe('stored content', () => {
  test.each([0, 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES + 5])(
    'of %i bytes is read as it was put',
    async (size) => {
      const bytes = random.bytes(size);
      const ref = await store.put(bytes, { namespace });
      expect(ref).toEqual({ digest: computeDigest(bytes), size });
      expect(Buffer.from(await store.get(ref.digest, { namespace })).equals(bytes)).toBe(true);
      expect(await store.find(ref.digest, { namespace })).toEqual(ref);
      expect(await chunks(ref.digest)).toHaveLength(Math.max(1, Math.ceil(size / CHUNK_BYTES)));
    },
  );

  test('is stored once, also by several writers at the same time', async () => {
    const bytes = random.bytes(2 * CHUNK_BYTES);
    const refs = await Promise.all(Array.from({ length: 4 }, () => store.put(bytes, { namespace })));
    const before = await Promise.all((await chunks(refs[0]?.digest ?? '')).map((name) => configMaps().get(name ?? '')));
    await store.put(bytes, { namespace });
    const after = await Promise.all(before.map(({ metadata }) => configMaps().get(metadata.name ?? '')));
    expect(after.map(({ metadata }) => metadata.uid)).toEqual(before.map(({ metadata }) => metadata.uid));
    expect(before).toHaveLength(2);
  });

  test('is found whole or not at all', async () => {
    const ref = await store.put(random.bytes(2 * CHUNK_BYTES), { namespace });
    await configMaps().delete(chunkName(ref.digest, 1));
    await expect(store.get(ref.digest, { namespace })).rejects.toMatchObject({ code: 'CONTENT_MISSING' });
    await configMaps().delete(chunkName(ref.digest, 0));
    await expect(store.get(ref.digest, { namespace })).rejects.toMatchObject({ code: 'CONTENT_MISSING' });
    expect(await store.find(ref.digest, { namespace })).toBeUndefined();
  });

  test('that another client has changed is refused, and replaced when it is put again', async () => {
    const bytes = random.bytes(100);
    const { digest } = await store.put(bytes, { namespace });
    const name = chunkName(digest, 0);
    const { immutable: _, ...stored } = await configMaps().get(name);
    await configMaps().delete(name);
    const { resourceVersion: _version, uid: _uid, ...metadata } = stored.metadata;
    await configMaps().create({ ...stored, metadata, binaryData: { [CONTENT_KEY]: btoa('other') } });
    await expect(store.get(digest, { namespace })).rejects.toMatchObject({ code: 'CONTENT_DAMAGED' });
    await store.put(bytes, { namespace });
    expect(Buffer.from(await store.get(digest, { namespace })).equals(bytes)).toBe(true);
  });

  test('is refused above the limit, with the limit in the message', async () => {
    const error = await store.put(new Uint8Array(MAX_CONTENT_BYTES + 1), { namespace }).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'CONTENT_TOO_LARGE' });
    expect(error.message).toContain(`${MAX_CONTENT_BYTES}`);
  });

  test.each(['', 'sha256:', 'md5:aa', `sha256:${'A'.repeat(64)}`, `sha256:${'a'.repeat(63)}/..`])(
    'is not looked up by %j',
    async (digest) => {
      await expect(store.get(digest, { namespace })).rejects.toMatchObject({ code: 'CONTENT_DIGEST_INVALID' });
    },
  );

  test('has the owners that were added and not removed', async () => {
    const bytes = random.bytes(CHUNK_BYTES + 1);
    const ref = await store.put(bytes, { namespace, owner: owner('first') });
    await store.retain(ref, owner('second'), { namespace });
    await store.put(bytes, { namespace, owner: owner('second') });
    const owners = async () =>
      (await configMaps().get(chunkName(ref.digest, 1))).metadata.ownerReferences?.map(({ name }) => name) ?? [];
    const isUnowned = async () =>
      'functions.kubemin.io/content-unowned' in
      ((await configMaps().get(chunkName(ref.digest, 1))).metadata.labels ?? {});
    expect([...(await owners())].sort()).toEqual(['first', 'second']);
    await store.release(ref, 'uid-of-first', { namespace });
    expect(await owners()).toEqual(['second']);
    expect(await isUnowned()).toBe(false);
    await store.release(ref, 'uid-of-second', { namespace });
    expect(await owners()).toEqual([]);
    expect(await isUnowned()).toBe(true);
    await store.put(bytes, { namespace, owner: owner('third') });
    expect(await isUnowned()).toBe(false);
  });
});

test('the cluster deletes content with the last of its owners', async () => {
  const whole = await startTestCluster({ nodes: 0 });
  open.add(whole.close);
  const maps = whole.client.resource(core.v1.configmaps, namespace);
  const contents = createContentStore({ client: whole.client, clock: systemClock });
  const make = async (name: string): Promise<OwnerReference> => {
    const { metadata } = await maps.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });
    return { apiVersion: 'v1', kind: 'ConfigMap', name, uid: metadata.uid ?? '' };
  };
  const [first, second] = [await make('first'), await make('second')];
  const ref = await contents.put(random.bytes(CHUNK_BYTES + 1), { namespace, owner: first });
  await contents.retain(ref, second, { namespace });
  await maps.delete('first');
  await eventually(async () => (await maps.get(chunkName(ref.digest, 1))).metadata.ownerReferences?.length === 1);
  expect(await contents.find(ref.digest, { namespace })).toEqual(ref);
  await maps.delete('second');
  await eventually(async () => (await maps.list({ labelSelector: 'functions.kubemin.io/content' })).items.length === 0);
});

test('the chunks cover the content without a gap', () => {
  const digest = computeDigest(new Uint8Array());
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MAX_CONTENT_BYTES }), (size) => {
      const parts = listContentChunks({ digest, size });
      expect(parts[0]?.start).toBe(0);
      expect(parts.at(-1)?.end).toBe(size);
      for (const [index, part] of parts.entries()) {
        expect(part.end - part.start).toBeLessThanOrEqual(CHUNK_BYTES);
        if (index > 0) expect(part.start).toBe(parts[index - 1]?.end);
      }
      expect(new Set(parts.map(({ configMap }) => configMap)).size).toBe(parts.length);
    }),
  );
});

test('the collector deletes content without an owner after the grace period since it was last put', async () => {
  const clock = new ManualClock();
  const timed = createContentStore({ client: cluster.client, clock });
  const unowned = await timed.put(random.bytes(CHUNK_BYTES + 1), { namespace });
  const owned = await timed.put(random.bytes(10), { namespace, owner: owner('living') });
  const stopping = new AbortController();
  const manager = createManager({ client: cluster.client, clock, random: systemRandom, logger: silentLogger });
  const running = manager.with(contentCollectorModule({ graceMs: 60_000 })).run(stopping.signal);
  try {
    await manager.ready;
    await clock.advance(50_000);
    const again = await timed.put(random.bytes(20), { namespace });
    // The chunks of other tests have the time of the machine, which is after that of this clock.
    await eventually(async () => {
      await clock.advance(11_000);
      return (await chunks(unowned.digest)).length === 0;
    });
    expect(await timed.find(owned.digest, { namespace })).toEqual(owned);
    expect(again.size).toBe(20);
  } finally {
    stopping.abort();
    await running;
  }
});
