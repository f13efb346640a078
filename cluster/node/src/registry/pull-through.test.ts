import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { quickDirectory, type TemporaryDirectory } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeImage, parseRegistryMirror, pullImage, pushImage } from '../images/index.ts';
import { layerBytes, openTestStore } from '../images/test-support/image-fixture.ts';
import { TestRegistry } from '../images/test-support/test-registry.ts';
import { type RegistryServer, startRegistry } from './index.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let directory: TemporaryDirectory;
let origin: TestRegistry;
/** Of the origin, also when it has stopped. */
let host: string;
let registry: RegistryServer;
let clockAhead: number;
let layer: { readonly tar: Buffer; readonly stored: Buffer };
beforeEach(async () => {
  clockAhead = 0;
  directory = await quickDirectory();
  origin = await TestRegistry.start();
  host = origin.host;
  registry = await startRegistry({
    directory: join(directory.path, 'registry'),
    port: 0,
    authorizePush: async () => 'allowed',
    pullThrough: { registries: [host], fetch, allowHttpLoopback: true },
    clock: { ...systemClock, now: () => systemClock.now() + clockAhead },
    random: systemRandom,
    logger: silentLogger,
  });
  const tar = await layerBytes([{ name: 'etc/motd', text: 'pulled '.repeat(100_000) }]);
  layer = { tar, stored: gzipSync(tar) };
});
afterEach(async () => {
  await registry.close();
  await origin.stop();
  await directory.remove();
});

/** The repository of the origin, at this registry. */
const at = (path: string): string => `http://${registry.address}/v2/${host}/team/app/${path}`;

async function statusOf(path: string): Promise<string> {
  const response = await fetch(path);
  const body = await response.text();
  return response.ok ? `${response.status}` : `${response.status} ${JSON.parse(body).errors[0].code}`;
}

test('an image is pulled through the registry, and kept while its own registry is away', async () => {
  const { digest } = origin.addImage('team/app', 'v1', [layer]);
  const pull = async (name: string): Promise<string> => {
    const store = await openTestStore(join(directory.path, name));
    const mirrors = [parseRegistryMirror(`${host}=http://${registry.address}`)];
    const options = { fetch, clock: systemClock, allowHttpLoopback: true, mirrors };
    return (await pullImage(store, `${host}/team/app:v1`, options)).manifest.digest;
  };
  expect(await pull('first')).toBe(digest);
  const requested = origin.requests.length;
  expect(await pull('second')).toBe(digest);
  // Only whether the tag is still the same.
  expect(origin.requests.slice(requested).map(({ path }) => path)).toEqual(['/v2/team/app/manifests/v1']);
  await origin.stop();
  expect(await pull('third')).toBe(digest);
  expect(await statusOf(at('manifests/v2'))).toBe('503 UNAVAILABLE');
});

test('a tag that has moved is the new one, and one that was removed is gone', async () => {
  origin.addImage('team/app', 'v1', [layer]);
  const digestNow = async (): Promise<string | null> =>
    (await fetch(at('manifests/v1'))).headers.get('docker-content-digest');
  const before = await digestNow();
  const { digest } = origin.addImage('team/app', 'v1', [layer], { user: '7' });
  expect(await digestNow()).toBe(digest);
  expect(digest).not.toBe(before);
  expect(await statusOf(at(`manifests/${before}`))).toBe('200');
  origin.manifests.clear();
  expect(await statusOf(at('manifests/v1'))).toBe('404 MANIFEST_UNKNOWN');
});

test('what several clients ask for is fetched once, whole or in part', async () => {
  origin.addImage('team/app', 'v1', [layer]);
  const digest = `sha256:${createHash('sha256').update(layer.stored).digest('hex')}`;
  const get = async (headers: Record<string, string> = {}): Promise<Buffer> =>
    Buffer.from(await (await fetch(at(`blobs/${digest}`), { headers })).arrayBuffer());
  const bodies = await Promise.all([get(), get(), get({ range: 'bytes=1-3' })]);
  expect(bodies.map((body) => body.equals(layer.stored))).toEqual([true, true, false]);
  expect(bodies[2]).toEqual(layer.stored.subarray(1, 4));
  expect(origin.requests.filter(({ path }) => path.includes('/blobs/'))).toHaveLength(1);
});

test('a blob that is not what its digest states is not kept', async () => {
  origin.addImage('team/app', 'v1', [layer]);
  const digest = `sha256:${createHash('sha256').update(layer.stored).digest('hex')}`;
  origin.blobs.set(digest, Buffer.from('something else'));
  await fetch(at(`blobs/${digest}`)).then(
    (response) => response.text(),
    () => undefined,
  );
  origin.blobs.set(digest, layer.stored);
  const again = await fetch(at(`blobs/${digest}`));
  expect(Buffer.from(await again.arrayBuffer()).equals(layer.stored)).toBe(true);
});

test('what is missing, and what needs credentials, is refused; nothing can be pushed there', async () => {
  expect(await statusOf(at('manifests/none'))).toBe('404 MANIFEST_UNKNOWN');
  origin.override = (_request, response) => {
    response.writeHead(401, { 'www-authenticate': 'Basic realm="origin"' }).end();
    return true;
  };
  expect(await statusOf(at('manifests/v1'))).toBe('403 DENIED');
  const headers = { authorization: 'Bearer any' };
  const upload = await fetch(at('blobs/uploads/'), { method: 'POST', headers });
  expect([upload.status, await upload.text()]).toEqual([403, expect.stringContaining('cannot be pushed here')]);
  // Of a registry that is not pulled through there is nothing.
  const other = `http://${registry.address}/v2/quay.io/team/app/manifests/v1`;
  expect(await statusOf(other)).toBe('404 NAME_UNKNOWN');
});

test('images that were not asked for during 30 days go, others stay', async () => {
  origin.addImage('team/app', 'old', [layer]);
  const { digest } = origin.addImage('team/app', 'new', [layer], { user: '7' });
  await Promise.all([fetch(at('manifests/old')), fetch(at('manifests/new'))]);
  clockAhead = 20 * DAY_MS;
  await fetch(at('manifests/new'));
  clockAhead = 40 * DAY_MS;
  await origin.stop();
  const unused = (): number => systemClock.now() + clockAhead - 30 * DAY_MS;
  expect(await registry.store.collectGarbage({ expire: unused })).toMatchObject({ manifests: 1 });
  expect(await statusOf(at('manifests/old'))).toBe('503 UNAVAILABLE');
  expect((await fetch(at('manifests/new'))).headers.get('docker-content-digest')).toBe(digest);
});

test('what was pushed to another registry of ours is pulled through, and kept', async () => {
  const second = await startRegistry({
    ...{ directory: join(directory.path, 'second'), port: 0, authorizePush: async () => 'allowed' },
    ...{ clock: systemClock, random: systemRandom, logger: silentLogger },
  });
  const front = await startRegistry({
    ...{ directory: join(directory.path, 'front'), port: 0, authorizePush: async () => 'allowed' },
    ...{ clock: systemClock, random: systemRandom, logger: silentLogger },
    pullThrough: { registries: [second.address], fetch, allowHttpLoopback: true },
  });
  try {
    const store = await openTestStore(join(directory.path, 'pushing'));
    const layers = [[{ type: 'text', path: 'etc/motd', mode: 0o644, text: 'pushed' }]] as const;
    await makeImage(store, { references: ['app:1'], layers });
    const credentials = [{ server: second.address, username: 'any', password: 'any' }];
    const access = { fetch, clock: systemClock, allowHttpLoopback: true, credentials };
    const { digest } = await pushImage(store, 'app:1', `${second.address}/team/app:1`, access);
    const name = `${second.address}/team/app:1`;
    const mirrors = [parseRegistryMirror(`*=http://${front.address}`)];
    const pulled = await pullImage(await openTestStore(join(directory.path, 'pulling')), name, { ...access, mirrors });
    expect(pulled.manifest.digest).toBe(digest);
    expect(await front.store.tags(`${second.address}/team/app`)).toEqual(['1']);
  } finally {
    await Promise.all([front.close(), second.close()]);
  }
});
