import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { objectStoreKeys } from '@kubemin/apiserver';
import { systemRandom } from '@kubemin/base';
import { newSecretKey, readSecretKeys, secretKeysText } from '@kubemin/base/vault';
import { eventually, freePort } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readAdminToken } from '../connection/admin-token.ts';
import { dataDirectory } from '../connection/data-directory.ts';
import { KubeminHome } from '../test-support/kubemin-home.ts';
import type { KubeminProcess } from '../test-support/kubemin-process.ts';

const CANARY = 'canary-of-the-object-store';
const LIMIT = { timeoutMs: 20_000 };

let home: KubeminHome;
let port: number;
beforeEach(async () => {
  home = await KubeminHome.create();
  port = await freePort();
});
afterEach(() => home.remove());

async function start(...flags: readonly string[]): Promise<KubeminProcess> {
  const ports = ['--secure-port', '0', '--insecure-port', String(port)];
  const started = home.start('apiserver', '--data-dir', home.at(), ...ports, ...flags);
  await started.waitForOutput('API server is up');
  return started;
}

async function call(method: string, path: string, body?: object): Promise<string> {
  const token = (await readAdminToken(dataDirectory(home.at('data/apiserver')).adminToken)) ?? '';
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', connection: 'close' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return response.text();
}

/** All files of the data directory that hold the value, in clear or as base64. */
async function filesWithCanary(): Promise<readonly string[]> {
  const forms = [CANARY, Buffer.from(CANARY).toString('base64')];
  const found: string[] = [];
  for (const entry of await readdir(home.at(), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path);
    if (forms.some((form) => bytes.includes(form))) found.push(path);
  }
  return found;
}

test('R-05: a planted Secret is in no byte of the data directory, whichever key wrote it', async () => {
  await mkdir(home.at());
  await chmod(home.at(), 0o755);
  const configuration = home.at('encryption.json');
  const provider = { aescbc: { keys: [{ name: 'key1', secret: Buffer.alloc(32, 7).toString('base64') }] } };
  await writeFile(
    configuration,
    JSON.stringify({
      apiVersion: 'apiserver.config.k8s.io/v1',
      kind: 'EncryptionConfiguration',
      resources: [{ resources: ['secrets'], providers: [provider, { identity: {} }] }],
    }),
  );
  const objects = home.at('data/apiserver/objects');
  const configured = await start('--encryption-provider-config', configuration);
  expect((await stat(home.at())).mode & 0o777).toBe(0o700);
  const secret = { metadata: { name: 'planted' }, stringData: { password: CANARY } };
  await call('POST', '/api/v1/namespaces/default/secrets', secret);
  expect(await filesWithCanary()).toEqual([]);
  expect(objectStoreKeys(objects)).toMatchObject([{ provider: 'aescbc', name: 'key1' }]);
  await configured.end('SIGKILL');
  const refused = await home.start('apiserver', '--data-dir', home.at(), '--insecure-port', '0').finished();
  expect([refused.exitCode === 0, refused.stderr]).toEqual([
    false,
    expect.stringContaining('key key1 of provider aescbc'),
  ]);
  expect(objectStoreKeys(objects)).toMatchObject([{ provider: 'aescbc', name: 'key1' }]);
});

test('R-05: without a configuration the key file encrypts, and a new first key is taken by the running process', async () => {
  const started = await start();
  await call('POST', '/api/v1/namespaces/default/secrets', {
    metadata: { name: 'planted' },
    stringData: { password: CANARY },
  });
  expect(await filesWithCanary()).toEqual([]);
  const objects = home.at('data/apiserver/objects');
  const { secretKeys } = dataDirectory(home.at('data/apiserver'));
  const [old, ...none] = readSecretKeys(await readFile(secretKeys, 'utf8'), secretKeys);
  expect([objectStoreKeys(objects).map(({ name }) => name), none]).toEqual([[old?.id], []]);
  const added = newSecretKey(systemRandom);
  await writeFile(secretKeys, secretKeysText([added, ...(old === undefined ? [] : [old])]));
  await eventually(() => objectStoreKeys(objects).every(({ name }) => name === added.id), LIMIT);
  expect(await call('GET', '/api/v1/namespaces/default/secrets/planted')).toContain(
    Buffer.from(CANARY).toString('base64'),
  );
  await started.end('SIGTERM');
  expect(await filesWithCanary()).toEqual([]);
});
