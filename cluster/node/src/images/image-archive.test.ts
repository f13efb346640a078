import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { quickDirectory, type TemporaryDirectory } from '@kubemin/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadImages, saveImages } from './image-archive.ts';
import { formatImageConfig } from './image-config.ts';
import type { ImageStore } from './image-store.ts';
import { formatManifest, MEDIA_TYPES, sha256 } from './manifest.ts';
import { concatChunks } from './tar-format.ts';
import { EMPTY_CONFIG, type LayerEntry, layerBytes, openTestStore, storeImage } from './test-support/image-fixture.ts';

let directory: TemporaryDirectory;
let store: ImageStore;
let other: ImageStore;
let tar: Buffer;

beforeEach(async () => {
  directory = await quickDirectory();
  store = await openTestStore(join(directory.path, 'one'));
  other = await openTestStore(join(directory.path, 'two'));
  tar = await layerBytes([{ name: 'etc/motd', text: 'hello' }]);
});

afterEach(() => directory.remove());

async function* whole(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Content as text is good enough for what is no binary; layers go in by their bytes. */
function archive(files: Readonly<Record<string, string | Buffer>>, more: readonly LayerEntry[] = []): Promise<Buffer> {
  return layerBytes([
    ...more,
    ...Object.entries(files).map(([name, content]) => ({ name, text: content.toString('latin1') })),
  ]);
}

function descriptor(content: string | Buffer, mediaType = ''): { mediaType: string; digest: string; size: number } {
  return { mediaType, digest: sha256(content), size: Buffer.byteLength(content) };
}

const blobName = (content: string | Buffer): string => `blobs/sha256/${sha256(content).slice(7)}`;

test('what is saved is loaded with the same ids and names', async () => {
  const first = await storeImage(store, ['app:1', 'app:2'], {
    layers: [{ tar, stored: gzipSync(tar) }],
    config: { cmd: ['x'] },
  });
  const second = await storeImage(store, ['registry.local/team/other'], { layers: [{ tar }] });
  const saved = await concatChunks(saveImages(store, [first.id, 'registry.local/team/other', 'app:1']));
  const loaded = await loadImages(other, whole(saved));
  expect(loaded).toHaveLength(2);
  expect(await other.list()).toEqual([first, second].sort((a, b) => (a.id < b.id ? -1 : 1)));
  expect(await readFile(join(await other.root(await other.get('app:2')), 'etc/motd'), 'utf8')).toBe('hello');
  expect(await concatChunks(saveImages(other, [first.id, second.id]))).toEqual(
    await concatChunks(saveImages(store, [first.id, second.id])),
  );
});

test('by one of its references an image is saved with that name only, and archives may be compressed', async () => {
  await storeImage(store, ['app:1', 'app:2'], { layers: [{ tar }] });
  const saved = await concatChunks(saveImages(store, ['app:1']));
  const [image] = await loadImages(other, whole(gzipSync(saved)));
  expect(image?.references).toEqual(['docker.io/library/app:1']);
  await expect(concatChunks(saveImages(store, ['none']))).rejects.toMatchObject({ code: 'IMAGE_NOT_FOUND' });
});

describe('archives of docker save', () => {
  const config = (layers: readonly Buffer[]): string =>
    formatImageConfig({ ...EMPTY_CONFIG, layers: layers.map(sha256) });

  test('in the older form, with links between layers', async () => {
    const bytes = await archive(
      {
        'one/layer.tar': tar,
        'abc.json': config([tar, tar]),
        'manifest.json': JSON.stringify([
          { Config: 'abc.json', RepoTags: ['old:1', 'old:2'], Layers: ['one/layer.tar', 'two/layer.tar'] },
        ]),
        repositories: '{}',
      },
      [{ name: 'one/' }, { name: 'two/' }, { name: 'two/layer.tar', type: 'symlink', linkName: '../one/layer.tar' }],
    );
    const [image] = await loadImages(store, whole(bytes));
    expect(image?.references).toEqual(['docker.io/library/old:1', 'docker.io/library/old:2']);
    expect(image?.layers).toHaveLength(2);
    expect(await readFile(join(await store.root(await store.get('old:1')), 'etc/motd'), 'utf8')).toBe('hello');
  });

  test('without a name they need one', async () => {
    const bytes = await archive({
      'l.tar': tar,
      'c.json': config([tar]),
      'manifest.json': JSON.stringify([{ Config: 'c.json', RepoTags: null, Layers: ['l.tar'] }]),
    });
    await expect(loadImages(store, whole(bytes))).rejects.toThrow('the archive names no image; give a name for it');
    expect((await loadImages(store, whole(bytes), { name: 'named' })).flatMap(({ references }) => references)).toEqual([
      'docker.io/library/named:latest',
    ]);
  });

  test.each([
    [
      'a missing layer',
      { 'manifest.json': '[{"Config":"c.json","Layers":["x"]}]', 'c.json': '{}' },
      'archive has no "x"',
    ],
    ['no image', { 'hello.txt': 'x' }, 'neither index.json nor manifest.json'],
    ['a wrong form', { 'manifest.json': '[{"Config":1}]' }, 'manifest.json[0].Config is not a string'],
    ['a wrong digest', { [`blobs/sha256/${'0'.repeat(64)}`]: 'x' }, 'unexpected digest'],
    [
      'too few layers',
      { 'c.json': '{}', x: 'x', 'manifest.json': '[{"Config":"c.json","RepoTags":["a"],"Layers":["x"]}]' },
      'image config has 0 layers',
    ],
  ])('with %s are refused', async (_, files, message) => {
    await expect(loadImages(store, whole(await archive(files)))).rejects.toThrow(message);
    expect(await store.list()).toEqual([]);
  });
});

describe('OCI layouts', () => {
  /** A manifest with its config and layer, as files of a layout. */
  function platformImage(architecture: string): { manifest: string; files: Record<string, string | Buffer> } {
    const config = formatImageConfig({
      ...EMPTY_CONFIG,
      platform: { os: 'linux', architecture },
      layers: [sha256(tar)],
    });
    const manifest = formatManifest(descriptor(config, MEDIA_TYPES.ociConfig), [descriptor(tar, MEDIA_TYPES.ociLayer)]);
    return { manifest, files: { [blobName(config)]: config, [blobName(tar)]: tar, [blobName(manifest)]: manifest } };
  }

  test('of several platforms the one for this machine is taken, and known by the digest of the index', async () => {
    const [amd64, arm64] = [platformImage('amd64'), platformImage('arm64')];
    const inner = JSON.stringify({
      schemaVersion: 2,
      manifests: [
        { ...descriptor(arm64.manifest), platform: { os: 'linux', architecture: 'arm64', variant: 'v8' } },
        { ...descriptor(amd64.manifest), platform: { os: 'linux', architecture: 'amd64' } },
      ],
    });
    const outer = {
      manifests: [{ ...descriptor(inner), annotations: { 'org.opencontainers.image.ref.name': 'multi:1' } }],
    };
    // The other platform's content may be absent.
    const bytes = await archive({ ...amd64.files, [blobName(inner)]: inner, 'index.json': JSON.stringify(outer) });
    const [image] = await loadImages(store, whole(bytes));
    expect(image?.config.platform.architecture).toBe('amd64');
    expect(image?.manifest.digest).toBe(sha256(amd64.manifest));
    expect(image?.repoDigests).toEqual([`docker.io/library/multi@${sha256(inner)}`]);
  });

  test('platforms may be listed in the outer index', async () => {
    const [amd64, arm64] = [platformImage('amd64'), platformImage('arm64')];
    const outer = {
      manifests: [arm64, amd64].map(({ manifest }, index) => ({
        ...descriptor(manifest),
        platform: { os: 'linux', architecture: ['arm64', 'amd64'][index] },
        annotations: { 'org.opencontainers.image.ref.name': 'v7' },
      })),
    };
    const bytes = await archive({ ...amd64.files, ...arm64.files, 'index.json': JSON.stringify(outer) });
    const [image] = await loadImages(store, whole(bytes), { name: 'registry.local/app:ignored' });
    expect(image?.references).toEqual(['registry.local/app:v7']);
    expect(image?.config.platform.architecture).toBe('amd64');
  });

  test('without this platform, or with missing content, they are refused', async () => {
    const arm64 = platformImage('arm64');
    const index = (manifest: string): string =>
      JSON.stringify({ manifests: [{ ...descriptor(manifest), annotations: { 'io.containerd.image.name': 'a:1' } }] });
    const foreign = await archive({ ...arm64.files, 'index.json': index(arm64.manifest) });
    await expect(loadImages(store, whole(foreign))).rejects.toThrow('no match for platform linux/amd64');
    const { manifest } = platformImage('amd64');
    await expect(loadImages(store, whole(await archive({ 'index.json': index(manifest) })))).rejects.toThrow(
      'is missing',
    );
    await expect(
      loadImages(store, whole(await archive({ 'index.json': index(manifest), [blobName(manifest)]: manifest }))),
    ).rejects.toThrow('is missing');
  });
});
