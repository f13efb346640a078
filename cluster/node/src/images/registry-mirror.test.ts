import { gzipSync } from 'node:zlib';
import { systemClock } from '@kubemin/base';
import { quickDirectory, type TemporaryDirectory } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ImageStore, StoredImage } from './image-store.ts';
import { type PullOptions, pullImage } from './pull-image.ts';
import { parseRegistryMirror } from './registry-mirror.ts';
import { layerBytes, openTestStore } from './test-support/image-fixture.ts';
import { TestRegistry } from './test-support/test-registry.ts';

let directory: TemporaryDirectory;
let store: ImageStore;
let origin: TestRegistry;
let mirror: TestRegistry;
let layer: { readonly tar: Buffer; readonly stored: Buffer };
beforeEach(async () => {
  directory = await quickDirectory();
  store = await openTestStore(directory.path);
  [origin, mirror] = await Promise.all([TestRegistry.start(), TestRegistry.start()]);
  const tar = await layerBytes([{ name: 'etc/motd', text: 'pulled' }]);
  layer = { tar, stored: gzipSync(tar) };
});
afterEach(async () => {
  await Promise.all([origin.stop(), mirror.stop()]);
  await directory.remove();
});

const clock = { ...systemClock, sleep: async () => undefined };

async function pull(
  mirrors: readonly string[],
  options: Partial<PullOptions> = {},
): Promise<{ readonly image: StoredImage; readonly failed: readonly string[] }> {
  const failed: string[] = [];
  const image = await pullImage(store, `${origin.host}/team/app:v1`, {
    ...{ fetch, clock, allowHttpLoopback: true, ...options },
    mirrors: mirrors.map(parseRegistryMirror),
    onMirrorFailed: (place, { message }) => failed.push(`${place}: ${message}`),
  });
  return { image, failed };
}

test('an image comes from the mirror of its registry, under its own name', async () => {
  mirror.addImage('hub/team/app', 'v1', [layer]);
  const { image, failed } = await pull([`${origin.host}=http://${mirror.host}/hub`]);
  expect(image.references).toEqual([`${origin.host}/team/app:v1`]);
  expect([failed, origin.requests]).toEqual([[], []]);
  expect(mirror.requests[0]?.path).toBe('/v2/hub/team/app/manifests/v1');
});

test('where mirrors have it not, or cannot be reached, the registry is asked', async () => {
  origin.addImage('team/app', 'v1', [layer]);
  const gone = await TestRegistry.start();
  const { host } = gone;
  await gone.stop();
  const mirrors = [`*=http://${host}`, `${origin.host}=http://${mirror.host}`, `quay.io=http://${mirror.host}`];
  const { failed } = await pull(mirrors);
  expect(failed).toEqual([expect.stringMatching(/^http:.*connection refused$/), expect.stringMatching(/not found$/)]);
  expect(mirror.requests.map(({ path }) => path)).toEqual([
    `/v2/team/app/manifests/v1?ns=${encodeURIComponent(origin.host)}`,
  ]);
});

test('credentials are those of the mirror, and never those of the registry', async () => {
  mirror.addImage('team/app', 'v1', [layer]);
  mirror.override = (request, response) => {
    if (request.headers.authorization !== undefined) return false;
    response.writeHead(401, { 'www-authenticate': 'Basic realm="mirror"' }).end();
    return true;
  };
  const login = (server: string, password: string) => ({ server, username: 'user', password });
  const credentials = [login(origin.host, 'of the registry'), login(mirror.host, 'of the mirror')];
  await pull([`${origin.host}=http://${mirror.host}`], { credentials });
  const sent = new Set(mirror.requests.flatMap(({ authorization }) => authorization ?? []));
  expect([...sent]).toEqual([`Basic ${Buffer.from('user:of the mirror').toString('base64')}`]);
});

test.each([
  ['https://mirror.example', { registry: 'docker.io', origin: 'https://mirror.example', prefix: '' }],
  ['ghcr.io=http://127.0.0.1:5001/ghcr/', { registry: 'ghcr.io', origin: 'http://127.0.0.1:5001', prefix: 'ghcr/' }],
  ['*=https://all.example', { registry: '*', origin: 'https://all.example', prefix: '' }],
])('%s is a mirror', (text, mirror) => {
  expect(parseRegistryMirror(text)).toEqual(mirror);
});

test.each([
  'mirror.example',
  'https://',
  'ftp://x',
  'https://user:pw@x',
  'https://x/?a=b',
  'https://x/UPPER',
  '=https://x',
])('%s is not a mirror', (text) => {
  expect(() => parseRegistryMirror(text)).toThrow('is not a mirror');
});
