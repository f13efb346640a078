import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { systemClock } from '@kubemin/base';
import { quickDirectory, type TemporaryDirectory } from '@kubemin/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ImagePullError } from './image-error.ts';
import type { ImageStore, StoredImage } from './image-store.ts';
import { MEDIA_TYPES, sha256 } from './manifest.ts';
import { type PullOptions, type PullProgress, pullImage } from './pull-image.ts';
import { layerBytes, openTestStore } from './test-support/image-fixture.ts';
import { TestRegistry } from './test-support/test-registry.ts';

let directory: TemporaryDirectory;
let store: ImageStore;
let registry: TestRegistry;
let layer: { readonly tar: Buffer; readonly stored: Buffer };

beforeEach(async () => {
  directory = await quickDirectory();
  store = await openTestStore(directory.path);
  registry = await TestRegistry.start();
  const tar = await layerBytes([{ name: 'etc/motd', text: 'pulled' }]);
  layer = { tar, stored: gzipSync(tar) };
});

afterEach(async () => {
  await registry.stop();
  await directory.remove();
});

/** Time does not pass while it waits for a retry. */
const clock = { ...systemClock, sleep: async () => undefined };

function pull(name: string, options: Partial<PullOptions> = {}): Promise<StoredImage> {
  return pullImage(store, name, { fetch, clock, allowHttpLoopback: true, ...options });
}

const credentials = (server: string, username = 'user', password = 'secret') => [{ server, username, password }];
const BASIC = `Basic ${Buffer.from('user:secret').toString('base64')}`;

test('an image is pulled, stored and unpacked; a second pull asks for the manifest only', async () => {
  const manifest = registry.addImage('team/app', 'v1', [layer]);
  const progress: PullProgress[] = [];
  const image = await pull(`${registry.host}/team/app:v1`, { onProgress: (seen) => progress.push(seen) });
  expect(image.references).toEqual([`${registry.host}/team/app:v1`]);
  expect(image.repoDigests).toEqual([`${registry.host}/team/app@${manifest.digest}`]);
  expect(await readFile(join(await store.root(image), 'etc/motd'), 'utf8')).toBe('pulled');
  expect(progress).toContainEqual({
    digest: sha256(layer.stored),
    received: layer.stored.length,
    total: layer.stored.length,
  });
  registry.requests.length = 0;
  expect(await pull(`${registry.host}/team/app:v1`)).toEqual(image);
  expect(registry.requests.map(({ path }) => path)).toEqual(['/v2/team/app/manifests/v1']);
  expect((await pull(`${registry.host}/team/app@${manifest.digest}`)).id).toBe(image.id);
});

test('of several platforms the one of this machine is pulled', async () => {
  const arm64 = registry.addImage('app', 'arm', [layer], { platform: { os: 'linux', architecture: 'arm64' } });
  const amd64 = registry.addImage('app', 'amd', [layer]);
  const index = JSON.stringify({
    schemaVersion: 2,
    mediaType: MEDIA_TYPES.dockerIndex,
    manifests: [
      { ...arm64, platform: { os: 'linux', architecture: 'arm64' } },
      { ...amd64, platform: { os: 'linux', architecture: 'amd64' } },
      { ...amd64, platform: { os: 'unknown', architecture: 'unknown' } },
    ],
  });
  registry.addManifest('app', 'multi', MEDIA_TYPES.dockerIndex, index);
  const image = await pull(`${registry.host}/app:multi`);
  expect(image.manifest.digest).toBe(amd64.digest);
  expect(image.repoDigests).toEqual([`${registry.host}/app@${sha256(index)}`]);
  expect((await store.find(`${registry.host}/app@${sha256(index)}`))?.id).toBe(image.id);
  await expect(pull(`${registry.host}/app:arm`)).rejects.toThrow('no match for platform linux/amd64 in manifest');
});

describe('signing in', () => {
  /** Returns 401 with a challenge unless the request has the authorization. */
  function protect(wanted: string, challenge: () => string): void {
    registry.override = (request, response) => {
      if (request.url?.startsWith('/v2/') !== true || request.headers.authorization === wanted) return false;
      response.writeHead(401, { 'www-authenticate': challenge() }).end();
      return true;
    };
  }

  test('by a token that is fetched with name and password', async () => {
    registry.addImage('app', 'latest', [layer]);
    const tokens = await TestRegistry.start();
    try {
      protect(
        'Bearer t0ken',
        () => `Bearer realm="http://${tokens.host}/token",service="reg",scope="repository:app:pull"`,
      );
      tokens.override = (request, response) => {
        if (request.headers.authorization === BASIC) response.end('{"token":"t0ken"}');
        else response.writeHead(401).end();
        return true;
      };
      await pull(`${registry.host}/app`, { credentials: credentials(registry.host) });
      expect(tokens.requests.map(({ path }) => path)).toEqual(['/token?service=reg&scope=repository%3Aapp%3Apull']);
      await store.prune([]);
      await expect(pull(`${registry.host}/app`)).rejects.toThrow(
        `rpc error: code = Unknown desc = failed to pull and unpack image "${registry.host}/app:latest": failed to resolve reference "${registry.host}/app:latest": failed to authorize: failed to fetch anonymous token: unexpected status from GET request to http://${tokens.host}/token?service=reg&scope=repository%3Aapp%3Apull: 401`,
      );
      await expect(pull(`${registry.host}/app`, { credentials: credentials('other.local') })).rejects.toMatchObject({
        code: 'PULL_UNAUTHORIZED',
      });
    } finally {
      await tokens.stop();
    }
  });

  test('by name and password; the next credentials are tried when the first are wrong', async () => {
    registry.addImage('app', 'latest', [layer]);
    protect(BASIC, () => 'Basic realm="registry"');
    await expect(pull(`${registry.host}/app`)).rejects.toThrow(
      'pull access denied, repository does not exist or may require authorization: authorization failed: no basic auth credentials',
    );
    await expect(
      pull(`${registry.host}/app`, { credentials: credentials(registry.host, 'user', 'wrong') }),
    ).rejects.toThrow('insufficient_scope: authorization failed');
    await pull(`${registry.host}/app`, {
      credentials: [...credentials(`${registry.host}/app`, 'user', 'wrong'), ...credentials(registry.host)],
    });
  });
});

describe('redirects', () => {
  test('to another host do not carry the authorization', async () => {
    registry.addImage('app', 'latest', [layer]);
    const storage = await TestRegistry.start();
    try {
      storage.blobs.set('data', layer.stored);
      registry.override = (request, response) => {
        if (request.headers.authorization !== BASIC)
          response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end();
        else if (request.url?.endsWith(`/blobs/${sha256(layer.stored)}`) === true) {
          response.writeHead(307, { location: `http://${storage.host}/x/blobs/data` }).end();
        } else return false;
        return true;
      };
      await pull(`${registry.host}/app`, { credentials: credentials(registry.host) });
      expect(storage.requests).toEqual([{ path: '/x/blobs/data', authorization: undefined }]);
    } finally {
      await storage.stop();
    }
  });

  test('to another path of the registry keep it', async () => {
    registry.addImage('app', 'latest', [layer]);
    registry.blobs.set('data', layer.stored);
    registry.override = (request, response) => {
      if (request.headers.authorization !== BASIC)
        response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end();
      else if (request.url?.includes('/blobs/sha256:') !== true || !request.url.endsWith(sha256(layer.stored)))
        return false;
      else response.writeHead(302, { location: '/elsewhere/blobs/data' }).end();
      return true;
    };
    await pull(`${registry.host}/app`, { credentials: credentials(registry.host) });
    expect(registry.requests).toContainEqual({ path: '/elsewhere/blobs/data', authorization: BASIC });
  });

  test('in circles, or to what is not https, are refused', async () => {
    registry.override = (request, response) => {
      response.writeHead(302, { location: request.url ?? '' }).end();
      return true;
    };
    await expect(pull(`${registry.host}/app`)).rejects.toThrow('too many or invalid redirects');
    registry.override = (_, response) => {
      response.writeHead(302, { location: 'http://192.0.2.1/x' }).end();
      return true;
    };
    await expect(pull(`${registry.host}/app`)).rejects.toThrow('refused to use http://192.0.2.1: it is not https');
  });
});

describe('failures', () => {
  test('a missing image has the text of Kubernetes', async () => {
    const name = `${registry.host}/app:none`;
    const failure = pull(name);
    await expect(failure).rejects.toBeInstanceOf(ImagePullError);
    await expect(failure).rejects.toMatchObject({
      code: 'PULL_NOT_FOUND',
      message: `rpc error: code = NotFound desc = failed to pull and unpack image "${name}": failed to resolve reference "${name}": ${name}: not found`,
    });
  });

  test('a registry that is not there is a refused connection', async () => {
    const gone = await TestRegistry.start();
    const { host } = gone;
    await gone.stop();
    await expect(pull(`${host}/app`)).rejects.toMatchObject({
      code: 'PULL_UNREACHABLE',
      message: `rpc error: code = Unknown desc = failed to pull and unpack image "${host}/app:latest": failed to resolve reference "${host}/app:latest": failed to do request: Get "http://${host}/v2/app/manifests/latest": dial tcp ${host}: connect: connection refused`,
    });
  });

  test('a name that cannot be parsed is refused before any request', async () => {
    await expect(pull('Bad Name')).rejects.toMatchObject({ code: 'INVALID_IMAGE_NAME' });
    expect(registry.requests).toEqual([]);
  });

  test('http is not used unless it is allowed', async () => {
    registry.addImage('app', 'latest', [layer]);
    await expect(pull(`${registry.host}/app`, { allowHttpLoopback: false })).rejects.toThrow(
      `Get "https://${registry.host}/`,
    );
    await pull(`${registry.host}/app`, { allowHttpLoopback: false, httpRegistries: [registry.host] });
  });

  test('a blob with another content is refused and not stored', async () => {
    registry.addImage('app', 'latest', [layer]);
    registry.blobs.set(sha256(layer.stored), Buffer.from(layer.stored).fill(0));
    await expect(pull(`${registry.host}/app`)).rejects.toThrow(
      new RegExp(
        `code = FailedPrecondition desc = .*failed commit on ref "layer-${sha256(layer.stored)}": unexpected digest .* expected ${sha256(layer.stored)}: failed precondition`,
      ),
    );
    expect(await store.list()).toEqual([]);
    expect(registry.requests.filter(({ path }) => path.endsWith(sha256(layer.stored)))).toHaveLength(3);
  });

  test('a manifest with another digest than asked for is refused', async () => {
    const { digest } = registry.addImage('app', 'latest', [layer]);
    registry.manifests.set(`/v2/app/manifests/${digest}`, { mediaType: '', body: '{"schemaVersion":2,"layers":[]}' });
    await expect(pull(`${registry.host}/app@${digest}`)).rejects.toThrow(`of manifest, expected ${digest}`);
  });

  test('a connection that breaks in the middle of a blob is tried again', async () => {
    registry.addImage('app', 'latest', [layer]);
    let broken = 0;
    registry.override = (request, response) => {
      if (request.url?.endsWith(sha256(layer.stored)) !== true || broken === 2) return false;
      broken += 1;
      response.writeHead(200, { 'content-length': layer.stored.length });
      response.write(layer.stored.subarray(0, 20), () => response.destroy());
      return true;
    };
    expect((await pull(`${registry.host}/app`)).layers).toHaveLength(1);
    await store.prune([]);
    broken = 0;
    await expect(pull(`${registry.host}/app`, { attempts: 2 })).rejects.toMatchObject({ code: 'PULL_UNREACHABLE' });
  });

  test('a blob that ends too early without an error is refused by its size', async () => {
    registry.addImage('app', 'latest', [layer]);
    registry.blobs.set(sha256(layer.stored), layer.stored.subarray(0, 20));
    await expect(pull(`${registry.host}/app`)).rejects.toThrow(/unexpected size of .*: 20 bytes, expected/);
  });

  test('a status of the registry is reported, without the query of a redirect', async () => {
    registry.override = (request, response) => {
      if (request.url?.startsWith('/storage') === true) response.writeHead(503).end();
      else response.writeHead(307, { location: '/storage?signature=secret' }).end();
      return true;
    };
    await expect(pull(`${registry.host}/app`)).rejects.toThrow(
      /unexpected status from GET request to http:\S+\/storage: 503$/,
    );
  });

  test('a registry that sends nothing ends after the idle time, and an abort ends at once', async () => {
    registry.override = () => true;
    await expect(pull(`${registry.host}/app`, { idleTimeoutMs: 20 })).rejects.toThrow('i/o timeout');
    await expect(pull(`${registry.host}/app`, { signal: AbortSignal.timeout(20) })).rejects.toBeInstanceOf(
      ImagePullError,
    );
  });

  test('a manifest that is too large or of no known form is refused', async () => {
    registry.addManifest('app', 'large', '', ' '.repeat(5 * 1024 * 1024));
    registry.addManifest('app', 'old', '', '{"schemaVersion":1}');
    await expect(pull(`${registry.host}/app:large`)).rejects.toThrow('response is larger than');
    await expect(pull(`${registry.host}/app:old`)).rejects.toThrow('manifest of schema version 1 is not supported');
  });
});
