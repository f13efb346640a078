import { createHash } from 'node:crypto';
import { readdir, stat, utimes } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { quickDirectory, type TemporaryDirectory } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ImageStore, makeImage, pullImage, pushImage } from '../images/index.ts';
import { type RegistryServer, startRegistry } from './index.ts';

const TOKEN = 'secret';
const MANIFEST = 'application/vnd.oci.image.manifest.v1+json';
const DAY_MS = 24 * 60 * 60 * 1000;

let directory: TemporaryDirectory;
let registry: RegistryServer;
const start = (): Promise<RegistryServer> =>
  startRegistry({
    directory: join(directory.path, 'registry'),
    port: 0,
    authorizePush: async (token, repository) => {
      if (token !== TOKEN) return 'unknown-token';
      return repository?.startsWith('foreign/') === true ? 'denied' : 'allowed';
    },
    hosts: ['registry.test'],
    clock: { ...systemClock, now: () => systemClock.now() + clockAhead },
    random: systemRandom,
    logger: silentLogger,
  });
let clockAhead = 0;
beforeAll(async () => {
  directory = await quickDirectory();
  registry = await start();
});
afterAll(async () => {
  await registry.close();
  await directory.remove();
});

interface Sent {
  readonly method?: string;
  readonly body?: Uint8Array | string;
  readonly headers?: Record<string, string>;
}

/** A request with the token; headers can replace it. */
function send(path: string, { method = 'GET', body, headers = {} }: Sent = {}): Promise<Response> {
  const authorization = `Basic ${Buffer.from(`any:${TOKEN}`).toString('base64')}`;
  const url = path.startsWith('/') ? `http://${registry.address}${path}` : path;
  return fetch(url, {
    method,
    headers: { authorization, ...headers },
    ...(body !== undefined && { body: Buffer.from(body) }),
  });
}

const digestOf = (content: Uint8Array | string): string =>
  `sha256:${createHash('sha256').update(content).digest('hex')}`;

async function codeOf(response: Response): Promise<string> {
  const { errors }: { readonly errors: readonly { readonly code: string }[] } = JSON.parse(await response.text());
  return `${response.status} ${errors[0]?.code}`;
}

async function pushBlob(repository: string, content: string): Promise<{ digest: string; size: number }> {
  const path = `/v2/${repository}/blobs/uploads/?digest=${digestOf(content)}`;
  expect((await send(path, { method: 'POST', body: content })).status).toBe(201);
  return { digest: digestOf(content), size: content.length };
}

function manifestText(config: { digest: string; size: number }, more: object = {}): string {
  const mediaType = 'application/vnd.oci.image.config.v1+json';
  return JSON.stringify({
    schemaVersion: 2,
    mediaType: MANIFEST,
    config: { mediaType, ...config },
    layers: [],
    ...more,
  });
}

async function pushManifest(repository: string, reference: string, text: string): Promise<Response> {
  const headers = { 'content-type': MANIFEST };
  return send(`/v2/${repository}/manifests/${reference}`, { method: 'PUT', body: text, headers });
}

test('a blob that arrives in parts can be continued after a part was cut off and after a restart of the registry', async () => {
  const begun = await send('/v2/parts/blobs/uploads/', { method: 'POST' });
  const location = begun.headers.get('location') ?? '';
  expect([begun.status, begun.headers.get('range')]).toEqual([202, '0-0']);
  const first = await send(location, { method: 'PATCH', body: 'hello ', headers: { 'content-range': '0-5' } });
  expect([first.status, first.headers.get('range')]).toEqual([202, '0-5']);

  await cutOff(location, 'wor');
  // Until the registry has noticed, the part that was cut off is still being sent.
  const wrongPart = { method: 'PATCH', body: 'ld', headers: { 'content-range': '3-4' } };
  await expect.poll(async () => codeOf(await send(location, wrongPart))).toBe('416 RANGE_INVALID');
  await registry.close();
  registry = await start();
  await expect.poll(async () => (await send(location)).headers.get('range')).toBe('0-8');

  const digest = digestOf('hello world');
  const last = await send(`${location}?digest=${digest}`, {
    method: 'PUT',
    body: 'ld',
    headers: { 'content-range': '9-10' },
  });
  expect([last.status, last.headers.get('docker-content-digest')]).toEqual([201, digest]);
  expect(await (await send(`/v2/parts/blobs/${digest}`)).text()).toBe('hello world');
  expect(await codeOf(await send(location))).toBe('404 BLOB_UPLOAD_UNKNOWN');
});

/** Sends a part of a body that was announced longer, and closes the connection. */
async function cutOff(path: string, part: string): Promise<void> {
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-length': '100' };
  const request = httpRequest(`http://${registry.address}${path}`, { method: 'PATCH', headers });
  request.on('error', () => undefined);
  await new Promise<void>((resolve) => request.write(part, () => resolve()));
  await expect
    .poll(async () => (await stat(join(directory.path, 'registry', 'uploads', path.split('/').at(-1) ?? ''))).size)
    .toBe(9);
  request.destroy();
}

test('content with another digest is refused and leaves nothing', async () => {
  const wrong = await send(`/v2/wrong/blobs/uploads/?digest=${digestOf('a')}`, { method: 'POST', body: 'b' });
  expect(await codeOf(wrong)).toBe('400 DIGEST_INVALID');
  expect(await readdir(join(directory.path, 'registry', 'uploads'))).toEqual([]);
  expect(await codeOf(await send(`/v2/wrong/blobs/${digestOf('b')}`))).toBe('404 BLOB_UNKNOWN');
});

test('a repository returns only blobs that it received or that were mounted into it', async () => {
  const { digest } = await pushBlob('one', 'only in one');
  expect(await codeOf(await send(`/v2/two/blobs/${digest}`))).toBe('404 BLOB_UNKNOWN');
  const failed = await send(`/v2/two/blobs/uploads/?mount=${digest}&from=three`, { method: 'POST' });
  expect(failed.status).toBe(202);
  const mounted = await send(`/v2/two/blobs/uploads/?mount=${digest}&from=one`, { method: 'POST' });
  expect(mounted.status).toBe(201);
  expect(await (await send(`/v2/two/blobs/${digest}`)).text()).toBe('only in one');
});

test('parts of a blob are sent as a range asks for them', async () => {
  const { digest } = await pushBlob('ranges', '0123456789');
  const range = async (text: string): Promise<string> => {
    const response = await send(`/v2/ranges/blobs/${digest}`, { headers: { range: text } });
    return `${response.status} ${response.headers.get('content-range')} ${response.status === 416 ? '' : await response.text()}`;
  };
  expect(await range('bytes=2-4')).toBe('206 bytes 2-4/10 234');
  expect(await range('bytes=7-')).toBe('206 bytes 7-9/10 789');
  expect(await range('bytes=-3')).toBe('206 bytes 7-9/10 789');
  expect(await range('bytes=10-')).toBe('416 bytes */10 ');
  expect(await range('lines=1-2')).toBe('200 null 0123456789');
});

test('a manifest is found by tag and digest; tags are listed in pages; deleting it removes its tags', async () => {
  const config = await pushBlob('shop/web', '{}');
  const text = manifestText(config);
  for (const tag of ['1.0', '1.1', 'latest']) expect((await pushManifest('shop/web', tag, text)).status).toBe(201);
  const found = await send('/v2/shop/web/manifests/1.0', { method: 'HEAD' });
  expect([found.headers.get('content-type'), found.headers.get('docker-content-digest')]).toEqual([
    MANIFEST,
    digestOf(text),
  ]);
  expect(await (await send(`/v2/shop/web/manifests/${digestOf(text)}`)).text()).toBe(text);

  const page = await send('/v2/shop/web/tags/list?n=2');
  expect(await page.json()).toEqual({ name: 'shop/web', tags: ['1.0', '1.1'] });
  const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
  expect(await (await send(next)).json()).toEqual({ name: 'shop/web', tags: ['latest'] });
  expect(await (await send('/v2/_catalog')).json()).toMatchObject({
    repositories: expect.arrayContaining(['shop/web']),
  });

  expect((await send('/v2/shop/web/manifests/1.1', { method: 'DELETE' })).status).toBe(202);
  expect(await codeOf(await send('/v2/shop/web/manifests/1.1'))).toBe('404 MANIFEST_UNKNOWN');
  expect((await send(`/v2/shop/web/manifests/${digestOf(text)}`, { method: 'DELETE' })).status).toBe(202);
  expect(await (await send('/v2/shop/web/tags/list')).json()).toEqual({ name: 'shop/web', tags: [] });
});

test('what describes a manifest is listed by its subject, also before the subject exists', async () => {
  const config = await pushBlob('signed', '{}');
  const image = manifestText(config, { annotations: { made: 'first' } });
  const subject = { mediaType: MANIFEST, digest: digestOf(image), size: image.length };
  const signature = manifestText(config, { artifactType: 'application/x.signature', subject });
  const pushed = await pushManifest('signed', digestOf(signature), signature);
  expect(pushed.headers.get('oci-subject')).toBe(digestOf(image));
  const referrers = async (query = ''): Promise<readonly unknown[]> => {
    const response = await send(`/v2/signed/referrers/${digestOf(image)}${query}`);
    const { manifests }: { readonly manifests: readonly unknown[] } = JSON.parse(await response.text());
    return manifests;
  };
  expect(await referrers()).toMatchObject([{ digest: digestOf(signature), artifactType: 'application/x.signature' }]);
  expect(await referrers('?artifactType=other')).toEqual([]);
  await send(`/v2/signed/manifests/${digestOf(signature)}`, { method: 'DELETE' });
  expect(await referrers()).toEqual([]);
});

test.each([
  ['blobs that are missing', manifestText({ digest: digestOf('missing'), size: 7 }), '400 MANIFEST_BLOB_UNKNOWN'],
  ['no JSON', '{', '400 MANIFEST_INVALID'],
  ['another schema', '{"schemaVersion":1}', '400 MANIFEST_INVALID'],
  ['neither config nor manifests', '{"schemaVersion":2}', '400 MANIFEST_INVALID'],
  ['another media type', '{"schemaVersion":2,"mediaType":"a/b","manifests":[]}', '400 MANIFEST_INVALID'],
  ['layers that are no list', '{"schemaVersion":2,"config":{"digest":"x"},"layers":{}}', '400 MANIFEST_INVALID'],
  ['a digest that is none', '{"schemaVersion":2,"config":{"digest":"sha256:1"}}', '400 DIGEST_INVALID'],
  ['more than 4 MiB', ' '.repeat(4 * 1024 * 1024 + 1), '413 SIZE_INVALID'],
])('a manifest with %s is refused', async (_, text, code) => {
  expect(await codeOf(await pushManifest('bad', 'latest', text))).toBe(code);
});

test.each([
  ['/v2/Upper/tags/list', '400 NAME_INVALID'],
  ['/v2/a/../b/tags/list', '404 NAME_UNKNOWN'],
  ['/v2/_tags/tags/list', '400 NAME_INVALID'],
  [`/v2/${'a'.repeat(256)}/tags/list`, '400 NAME_INVALID'],
  ['/v2/none/tags/list', '404 NAME_UNKNOWN'],
  ['/v2/none/manifests/latest', '404 NAME_UNKNOWN'],
  ['/v2/none/manifests/-bad', '400 TAG_INVALID'],
  ['/v2/none/blobs/sha256:..', '400 DIGEST_INVALID'],
  ['/v2/none/blobs/..%2f..%2fsecret', '400 DIGEST_INVALID'],
  ['/v2/none/blobs/uploads/..%2f..%2flock.db', '405 UNSUPPORTED'],
  ['/etc/passwd', '404 UNSUPPORTED'],
])('%s is refused', async (path, code) => {
  const method = code.startsWith('405') ? 'POST' : 'GET';
  expect(await codeOf(await send(path, { method }))).toBe(code);
});

describe('who may do what', () => {
  test('pulling needs no token; pushing and deleting need the token', async () => {
    const { digest } = await pushBlob('guarded', 'content');
    const without = { authorization: '' };
    const wrong = { authorization: `Bearer ${TOKEN}x` };
    expect((await send(`/v2/guarded/blobs/${digest}`, { headers: without })).status).toBe(200);
    for (const headers of [without, wrong]) {
      const refused = await send('/v2/guarded/blobs/uploads/', { method: 'POST', headers });
      expect(refused.headers.get('www-authenticate')).toBe('Basic realm="kubemin"');
      expect(await codeOf(refused)).toBe('401 UNAUTHORIZED');
      expect(await codeOf(await send(`/v2/guarded/blobs/${digest}`, { method: 'DELETE', headers }))).toBe(
        '401 UNAUTHORIZED',
      );
      // Clients ask here whether they have to log in.
      expect((await send('/v2/', { headers })).status).toBe(401);
    }
    expect((await send('/v2/', { headers: { authorization: `Bearer ${TOKEN}` } })).status).toBe(200);
  });

  test('a token that does not allow a repository is refused with what it needs', async () => {
    const refused = await send('/v2/foreign/app/blobs/uploads/', { method: 'POST' });
    expect(await codeOf(refused)).toBe('403 DENIED');
  });

  test.each([
    ['a page of another origin', { origin: 'http://127.0.0.1:3000' }],
    ['a page without a stated origin', { 'sec-fetch-site': 'cross-site' }],
    ['a name that was let point to this machine', { host: 'rebound.example' }],
  ])('%s is refused', async (_, headers) => {
    expect(await rawStatus(headers)).toBe(403);
  });

  test('a name that was configured is served', async () => {
    expect(await rawStatus({ host: 'registry.test:80' })).toBe(200);
  });
});

/** With headers that fetch does not let through. */
function rawStatus(headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(`http://${registry.address}/v2/_catalog`, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on('error', reject).end();
  });
}

test('garbage: what no manifest needs goes after a day, and nothing else', async () => {
  const config = await pushBlob('garbage', '{"kept":true}');
  const kept = manifestText(config, { annotations: { name: 'kept' } });
  await pushManifest('garbage', 'latest', kept);
  const orphan = await pushBlob('garbage', 'orphan');
  const untagged = manifestText(config, { annotations: { name: 'untagged' } });
  await pushManifest('garbage', digestOf(untagged), untagged);
  await send('/v2/garbage/blobs/uploads/', { method: 'POST' });

  expect(await registry.store.collectGarbage()).toMatchObject({ blobs: 0, uploads: 0, manifests: 0 });
  clockAhead = 2 * DAY_MS;
  try {
    const collected = await registry.store.collectGarbage();
    expect(collected.manifests).toBe(0);
    expect(Math.min(collected.uploads, collected.blobs)).toBeGreaterThan(0);
    expect(await readdir(join(directory.path, 'registry', 'uploads'))).toEqual([]);
    expect(await codeOf(await send(`/v2/garbage/blobs/${orphan.digest}`))).toBe('404 BLOB_UNKNOWN');
    expect((await send(`/v2/garbage/manifests/${digestOf(untagged)}`)).status).toBe(200);
    await registry.store.collectGarbage({ untagged: true });
    expect((await send(`/v2/garbage/manifests/${digestOf(untagged)}`)).status).toBe(404);
    expect(await (await send('/v2/garbage/manifests/latest')).text()).toBe(kept);
    expect((await send(`/v2/garbage/blobs/${config.digest}`)).status).toBe(200);
  } finally {
    clockAhead = 0;
  }
});

test('a blob that is pushed while garbage is collected is not lost', async () => {
  const old = await pushBlob('busy', 'pushed before');
  const link = join(directory.path, 'registry', 'blobs', 'sha256', old.digest.slice('sha256:'.length));
  await utimes(link, 0, 0);
  await send(`/v2/busy/blobs/${old.digest}`, { method: 'DELETE' });
  const [, again] = await Promise.all([registry.store.collectGarbage(), pushBlob('busy', 'pushed before')]);
  expect(await (await send(`/v2/busy/blobs/${again.digest}`)).text()).toBe('pushed before');
});

test('a second registry on the same directory is refused', async () => {
  await expect(start()).rejects.toMatchObject({ code: 'REGISTRY_IN_USE' });
});

describe('images of an image store', () => {
  const open = (name: string): Promise<ImageStore> =>
    ImageStore.open({ directory: join(directory.path, name), random: systemRandom, architecture: 'amd64' });
  const access = { fetch, clock: systemClock, allowHttpLoopback: true };
  const login = (password: string) => ({ server: registry.address, username: 'any', password });

  test('one that was pushed is pulled into another store, and its blobs are not sent twice', async () => {
    const store = await open('images');
    const layers = [[{ type: 'text', path: 'etc/motd', mode: 0o644, text: 'pushed' }]] as const;
    const made = await makeImage(store, { references: ['app:1'], layers });
    const target = `${registry.address}/team/app:1`;
    const credentials = [login(TOKEN)];
    const { digest } = await pushImage(store, 'app:1', target, { ...access, credentials });
    expect((await pushImage(store, 'app:1', `${target}.1`, { ...access, credentials })).digest).toBe(digest);

    const pulled = await pullImage(await open('other-images'), target, access);
    expect([pulled.id, pulled.manifest.digest]).toEqual([made.id, digest]);
    expect(await (await send('/v2/team/app/tags/list')).json()).toEqual({ name: 'team/app', tags: ['1', '1.1'] });
  });

  test('a wrong token, a missing image and a registry that is away are named', async () => {
    const store = await open('images');
    const push = (name: string, target: string) =>
      pushImage(store, name, target, { ...access, credentials: [login('wrong')] });
    await expect(push('app:1', `${registry.address}/app`)).rejects.toMatchObject({ code: 'PUSH_UNAUTHORIZED' });
    await expect(push('none', `${registry.address}/app`)).rejects.toMatchObject({ code: 'IMAGE_NOT_FOUND' });
    await expect(push('app:1', '127.0.0.1:1/app')).rejects.toMatchObject({ code: 'PUSH_UNREACHABLE' });
  });
});
