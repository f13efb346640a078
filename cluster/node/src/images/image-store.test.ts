import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { systemRandom } from '@kubemin/base';
import { quickDirectory, type TemporaryDirectory } from '@kubemin/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ImageStore } from './image-store.ts';
import { sha256 } from './manifest.ts';
import { layerBytes, openTestStore, storeImage } from './test-support/image-fixture.ts';

let directory: TemporaryDirectory;
let store: ImageStore;
let tar: Buffer;

beforeEach(async () => {
  directory = await quickDirectory();
  store = await openTestStore(directory.path);
  tar = await layerBytes([{ name: 'etc/motd', text: 'hello' }]);
});

afterEach(() => directory.remove());

const blobPath = (digest: string): string => join(directory.path, 'blobs/sha256', digest.slice('sha256:'.length));

test('an image is found by reference, by digest and by id, also after the store was opened again', async () => {
  const image = await storeImage(store, ['app', 'registry.local/team/app:v1'], { layers: [{ tar }] });
  expect(image.references).toEqual(['docker.io/library/app:latest', 'registry.local/team/app:v1']);
  for (const opened of [store, await openTestStore(directory.path)]) {
    expect(await opened.list()).toEqual([image]);
    for (const name of [
      'app',
      'docker.io/library/app',
      image.id,
      image.manifest.digest,
      `app@${image.manifest.digest}`,
    ]) {
      expect(await opened.find(name)).toEqual(image);
    }
    expect(await opened.find('other')).toBeUndefined();
    expect(await opened.find(`other@${image.manifest.digest}`)).toBeUndefined();
    await expect(opened.get('other')).rejects.toThrow('image "other" not found');
  }
  expect(image.repoDigests).toContain(`registry.local/team/app@${image.manifest.digest}`);
});

describe('unpacking', () => {
  test.each([
    ['plain', (bytes: Buffer) => bytes],
    ['gzip', (bytes: Buffer) => gzipSync(bytes)],
    ['zstd', (bytes: Buffer) => zstdCompressSync(bytes)],
  ])('layers that are %s', async (_, compress) => {
    const image = await storeImage(store, ['app'], { layers: [{ tar, stored: compress(tar) }] });
    const root = await store.root(image);
    expect(root).toBe(join(directory.path, 'roots', image.id.slice('sha256:'.length)));
    expect(await readFile(join(root, 'etc/motd'), 'utf8')).toBe('hello');
  });

  test('concurrent requests share one unpacking', async () => {
    const image = await storeImage(store, ['app'], { layers: [{ tar }] });
    const [first, second] = [store.root(image), store.root(image)];
    expect(second).toBe(first);
    const root = await first;
    const { ino } = await stat(root);
    expect(await store.root(image)).toBe(root);
    expect((await stat(root)).ino).toBe(ino);
  });

  test.each<[string, (layer: Buffer) => Buffer]>([
    ['changed', (bytes) => Buffer.from(bytes).fill('x', 512, 520)],
    ['shortened', (bytes) => bytes.subarray(0, 700)],
  ])('a layer that was %s on the disk leaves nothing behind, and the image can be stored again', async (_, damage) => {
    const content = { layers: [{ tar }] };
    const image = await storeImage(store, ['app'], content);
    await writeFile(blobPath(image.layers[0]?.digest ?? ''), damage(tar));
    await expect(store.root(image)).rejects.toThrow('is damaged and was removed, pull or load the image again');
    expect(await readdir(join(directory.path, 'roots'))).toEqual([]);
    expect(await readdir(join(directory.path, 'tmp'))).toEqual([]);
    expect(await store.find('app')).toBeUndefined();
    expect(await readdir(await store.root(await storeImage(store, ['app'], content)))).toEqual(['etc']);
  });

  test('an image with a damaged manifest or config counts as missing, and the others stay usable', async () => {
    const damaged = await storeImage(store, ['damaged'], { layers: [{ tar }], config: { cmd: ['x'] } });
    const other = await storeImage(store, ['other'], { layers: [{ tar }] });
    await writeFile(blobPath(damaged.id), '{}');
    const opened = await openTestStore(directory.path);
    expect(await opened.list()).toEqual([other]);
    expect(await opened.find('damaged')).toBeUndefined();
    expect(await opened.find(damaged.id)).toBeUndefined();
    await opened.prune([other.id]);
    expect(await (await openTestStore(directory.path)).list()).toEqual([other]);
  });

  test('a compressed layer with another content than its config states is refused', async () => {
    const other = await layerBytes([{ name: 'other' }]);
    const image = await storeImage(store, ['app'], { layers: [{ tar, stored: gzipSync(other) }] });
    await expect(store.root(image)).rejects.toThrow('of an unpacked layer');
    const cut = await storeImage(store, ['cut'], { layers: [{ tar, stored: gzipSync(tar).subarray(0, 60) }] });
    await expect(store.root(cut)).rejects.toThrow('compressed content is damaged');
  });

  test('limits are those of the store', async () => {
    const small = await openTestStore(directory.path, { maxBytes: 3 });
    const image = await storeImage(small, ['app'], {
      layers: [{ tar: await layerBytes([{ name: 'a', text: 'x'.repeat(1e6) }]) }],
    });
    await expect(small.root(image)).rejects.toMatchObject({ code: 'INVALID_LAYER' });
  });
});

test('what a killed process left unfinished is removed when the store is opened', async () => {
  await mkdir(join(directory.path, 'tmp/root-1/etc'), { recursive: true });
  await writeFile(join(directory.path, 'tmp/index-2'), '{');
  await openTestStore(directory.path);
  expect(await readdir(join(directory.path, 'tmp'))).toEqual([]);
});

test('roots of an earlier start of the machine are unpacked again', async () => {
  const image = await storeImage(store, ['app'], { layers: [{ tar }] });
  const root = await store.root(image);
  const open = (bootId: string): Promise<ImageStore> =>
    ImageStore.open({ directory: directory.path, random: systemRandom, architecture: 'amd64', bootId });
  const rootNames = (): Promise<string[]> => readdir(join(directory.path, 'roots'));
  const first = await open('1');
  expect(await rootNames()).toEqual([]);
  expect(await first.root(image)).toBe(root);
  await open('1');
  expect(await rootNames()).toHaveLength(1);
  await open('2');
  expect(await rootNames()).toEqual([]);
});

test('a damaged index is refused by its path', async () => {
  await writeFile(join(directory.path, 'index.json'), '{"version":1,"images":[{}]}');
  await expect(openTestStore(directory.path)).rejects.toMatchObject({
    code: 'STORE_DAMAGED',
    message: expect.stringContaining('index.json is damaged: index.images[0].digest is not a string'),
  });
});

test('content with another digest or size than expected is not stored', async () => {
  const expected = { digest: sha256(tar), size: tar.length };
  for (const [content, message] of [
    [Buffer.from(tar).fill('x'), 'unexpected digest'],
    [tar.subarray(1), 'unexpected size'],
    [Buffer.concat([tar, tar]), 'more than'],
  ] as const) {
    await expect(store.write((writer) => writer.writeBlob([content], expected))).rejects.toThrow(message);
  }
  expect(await readdir(join(directory.path, 'blobs/sha256'))).toEqual([]);
  expect(await readdir(join(directory.path, 'tmp'))).toEqual([]);
});

describe('removing', () => {
  test('removes a reference, and with the last one the image', async () => {
    const image = await storeImage(store, ['app:1', 'app:2'], { layers: [{ tar }] });
    const root = await store.root(image);
    expect(await store.remove('app:1')).toBe(true);
    expect(await readdir(root)).toEqual(['etc']);
    expect(await store.remove('app:2')).toBe(true);
    expect(await store.remove('app:2')).toBe(false);
    expect(await readdir(join(directory.path, 'roots'))).toEqual([]);
    expect(await store.usage()).toEqual({ blobBytes: 0, rootBytes: 0 });
  });

  test('keeps the root of an image in use, and blobs that another image shares', async () => {
    const first = await storeImage(store, ['one'], { layers: [{ tar }] });
    const second = await storeImage(store, ['two'], { layers: [{ tar }], config: { cmd: ['x'] } });
    const root = await store.root(first);
    await store.remove(first.id, [first.id]);
    expect(await readdir(root)).toEqual(['etc']);
    expect(await store.list()).toEqual([second]);
    expect(await readdir(await store.root(second))).toEqual(['etc']);
  });

  test('prunes what is not in use, with roots and blobs that belong to nothing', async () => {
    const used = await storeImage(store, ['used'], { layers: [{ tar }] });
    const unused = await storeImage(store, ['unused'], { layers: [{ tar: await layerBytes([{ name: 'x' }]) }] });
    const kept = await storeImage(store, ['kept'], { layers: [{ tar }], config: { cmd: ['kept'] } });
    const removed = await storeImage(store, ['removed'], { layers: [{ tar }], config: { cmd: ['removed'] } });
    for (const image of [used, unused, removed]) await store.root(image);
    await store.remove('removed', [removed.id]);
    const result = await store.prune([used.id], (image) => image.references.includes('docker.io/library/kept:latest'));
    expect(result.images).toEqual([unused.id]);
    expect(result.blobBytes).toBeGreaterThan(0);
    expect((await store.list()).map(({ id }) => id)).toEqual([used.id, kept.id].sort());
    expect(await readdir(join(directory.path, 'roots'))).toEqual([used.id.slice('sha256:'.length)]);
  });

  test('does not prune what is being written', async () => {
    await store.write(async (writer) => {
      const blob = await writer.writeBlob([tar]);
      await store.prune([]);
      expect(await writer.has(blob)).toBe(true);
    });
    expect((await store.prune([])).blobBytes).toBe(tar.length);
  });
});

test('a tag moves to another image', async () => {
  const first = await storeImage(store, ['app'], { layers: [{ tar }] });
  const second = await storeImage(store, ['other'], { layers: [{ tar }], config: { cmd: ['x'] } });
  expect((await store.tag('other', 'app')).references).toEqual([
    'docker.io/library/app:latest',
    'docker.io/library/other:latest',
  ]);
  expect((await store.get('app')).id).toBe(second.id);
  expect(await store.find(first.id)).toBeUndefined();
});

test('an image for another platform is refused', async () => {
  const platform = { os: 'linux', architecture: 'riscv64' };
  await expect(storeImage(store, ['app'], { layers: [{ tar }], config: { platform } })).rejects.toThrow(
    'no match for platform linux/amd64 in manifest (it is for linux/riscv64)',
  );
});
