import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemRandom } from '@kubemin/base';
import { KeyRing, newSecretKey, ReloadingVault, type SecretKey } from '@kubemin/base/vault';
import { ManualClock, temporaryDirectory } from '@kubemin/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fileStorage } from '../file-storage.ts';
import type { Storage } from '../storage.ts';
import { objectStoreKeys, readEncryptionConfiguration, secretsCodec } from './encryption-configuration.ts';

const CANARY = 'planted-canary-value';
const SECRET = '/registry/secrets/default/login';
const [first, second] = [newSecretKey(systemRandom), newSecretKey(systemRandom)];

let directory: string;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ path: directory, remove } = await temporaryDirectory());
});
afterEach(() => remove());

function createVault(...keys: SecretKey[]): ReloadingVault {
  const ring = new KeyRing(keys, { random: systemRandom, where: 'the test' });
  return new ReloadingVault(() => ring, new ManualClock());
}
const createCodec = (...keys: SecretKey[]) => secretsCodec(createVault(...keys), 'the test');
const openWith = (...keys: SecretKey[]): Promise<Storage> => fileStorage({ directory, codec: createCodec(...keys) });

async function filesWith(text: string): Promise<readonly string[]> {
  const names = await readdir(directory, { recursive: true });
  const found: string[] = [];
  for (const name of names) if ((await readFile(join(directory, name))).includes(text)) found.push(name);
  return found;
}

async function textAt(storage: Storage, key: string): Promise<string> {
  return Buffer.from((await storage.get(key))?.value ?? []).toString();
}

describe('R-05: values of secrets on the disk', () => {
  test('R-05: a Secret is in no file of the store while it is open, updated, deleted, compacted and closed', async () => {
    const storage = await openWith(first);
    const made = await storage.put(SECRET, Buffer.from(CANARY), 0);
    const updated = await storage.put(SECRET, Buffer.from(`${CANARY} again`), made);
    await storage.put('/registry/configmaps/default/a', Buffer.from('in clear'), 0);
    expect(await filesWith(CANARY)).toEqual([]);
    expect(await filesWith('in clear')).not.toEqual([]);
    expect(await textAt(storage, SECRET)).toBe(`${CANARY} again`);
    await storage.delete(SECRET, updated);
    await storage.compact(await storage.revision());
    expect(await filesWith(CANARY)).toEqual([]);
    await storage.close();
    expect(await filesWith(CANARY)).toEqual([]);
  });

  test('R-05: what an earlier version kept in clear is encrypted at the next start, history and free pages included', async () => {
    const before = await fileStorage({ directory });
    let revision = 0;
    for (let count = 0; count < 120; count += 1) {
      revision = await before.put(SECRET, Buffer.from(`${CANARY} ${count} ${'x'.repeat(3000)}`), revision);
    }
    // Compaction leaves free pages behind, with what was in them.
    await before.compact(revision - 60);
    await before.close();
    expect(await filesWith(CANARY)).toEqual(['objects.sqlite']);

    const after = await openWith(first);
    expect(await filesWith(CANARY)).toEqual([]);
    expect(await textAt(after, SECRET)).toContain(`${CANARY} 119`);
    expect([await after.revision(), await after.compactedRevision()]).toEqual([revision, revision - 60]);
    const past = await after.list('/registry/', { revision: revision - 30 });
    expect(Buffer.from(past.entries[0]?.value ?? []).toString()).toContain(`${CANARY} 89`);
    await after.put(SECRET, Buffer.from(CANARY), revision);
    expect(await filesWith(CANARY)).toEqual([]);
    await after.close();
  });

  test('R-05: an encryption that was broken off half way goes on at the next start, and removes what is left', async () => {
    const before = await fileStorage({ directory });
    for (let count = 0; count < 80; count += 1) {
      await before.put(`/registry/secrets/default/${count}`, Buffer.from(`${CANARY} ${'x'.repeat(2000)}`), 0);
    }
    await before.close();
    const vault = createVault(first);
    let seals = 0;
    const failing = {
      byteMark: vault.byteMark,
      openBytes: (sealed: Uint8Array, context: string) => vault.openBytes(sealed, context),
      sealBytes: (bytes: Uint8Array, context: string) => {
        seals += 1;
        if (seals > 60) throw new Error('killed');
        return vault.sealBytes(bytes, context);
      },
    };
    await expect(fileStorage({ directory, codec: secretsCodec(failing, 'the test') })).rejects.toThrow('killed');
    expect(await filesWith(CANARY)).not.toEqual([]);
    const after = await openWith(first);
    expect(await filesWith(CANARY)).toEqual([]);
    expect((await after.list('/registry/secrets/')).entries).toHaveLength(80);
    await after.close();
  });

  test('R-05: with a new first key everything is stored again, while it is open or at the next start', async () => {
    const storage = await openWith(first);
    await storage.put(SECRET, Buffer.from(CANARY), 0);
    expect(await storage.rewriteValues?.()).toBe(0);
    await storage.close();
    const rotated = await openWith(second, first);
    expect(await textAt(rotated, SECRET)).toBe(CANARY);
    await rotated.close();
    expect(await filesWith(`k8s:enc:kubemin:v1:${first.id}:`)).toEqual([]);
    const alone = await openWith(second);
    expect(await textAt(alone, SECRET)).toBe(CANARY);
    await alone.close();

    let ring = new KeyRing([second], { random: systemRandom, where: 'the test' });
    const clock = new ManualClock();
    const running = await fileStorage({
      directory,
      codec: secretsCodec(new ReloadingVault(() => ring, clock), 'the test'),
    });
    ring = new KeyRing([first, second], { random: systemRandom, where: 'the test' });
    await clock.advance(1_000);
    expect(await running.rewriteValues?.()).toBe(1);
    await running.close();
    const again = await openWith(first);
    expect(await textAt(again, SECRET)).toBe(CANARY);
    await again.close();
  });

  test('R-05: a missing or wrong key is named, and nothing is written', async () => {
    const storage = await openWith(first);
    await storage.put(SECRET, Buffer.from(CANARY), 0);
    await storage.close();
    const before = await readFile(join(directory, 'objects.sqlite'));
    await expect(openWith(second)).rejects.toMatchObject({
      code: 'SECRET_KEY_UNKNOWN',
      message: expect.stringContaining(`key ${first.id}`),
    });
    await expect(openWith({ id: first.id, bytes: second.bytes })).rejects.toMatchObject({ code: 'SEAL_BROKEN' });
    expect((await readFile(join(directory, 'objects.sqlite'))).equals(before)).toBe(true);
    const after = await openWith(first);
    expect(await textAt(after, SECRET)).toBe(CANARY);
    await after.close();
  });

  test('R-05: a value does not open in the place of another', () => {
    const codec = createCodec(first);
    const stored = codec.encode(SECRET, Buffer.from(CANARY));
    expect(Buffer.from(codec.decode(SECRET, stored)).toString()).toBe(CANARY);
    expect(() => codec.decode('/registry/secrets/other/login', stored)).toThrow(
      expect.objectContaining({ code: 'SEAL_BROKEN' }),
    );
  });
});

const KEY = (byte: number) => Buffer.alloc(32, byte).toString('base64');

function configuration(
  resources: readonly string[],
  options: { readonly vault?: ReloadingVault },
  ...providers: readonly object[]
) {
  const document = {
    apiVersion: 'apiserver.config.k8s.io/v1',
    kind: 'EncryptionConfiguration',
    resources: [{ resources, providers }],
  };
  return readEncryptionConfiguration({
    text: JSON.stringify(document),
    where: 'enc.yaml',
    random: systemRandom,
    ...options,
  });
}
const provider = (name: string, ...keys: readonly [string, number][]) => ({
  [name]: { keys: keys.map(([key, byte]) => ({ name: key, secret: KEY(byte) })) },
});

describe('R-05: an EncryptionConfiguration', () => {
  test.each(['aesgcm', 'aescbc'])('R-05: %s writes as Kubernetes does, with the first key, and reads all', (name) => {
    const old = configuration(['secrets'], {}, provider(name, ['key1', 1]));
    const stored = old.encode(SECRET, Buffer.from(CANARY));
    expect(Buffer.from(stored).toString('latin1')).toMatch(new RegExp(`^k8s:enc:${name}:v1:key1:`));
    const rotated = configuration(['secrets'], {}, provider(name, ['key2', 2], ['key1', 1]), { identity: {} });
    expect(Buffer.from(rotated.decode(SECRET, stored)).toString()).toBe(CANARY);
    expect(rotated.inspect(SECRET, stored)).toMatchObject({ form: 'old' });
    expect(rotated.inspect(SECRET, Buffer.from('{}'))).toMatchObject({ form: 'clear' });
    const other = configuration(['secrets'], {}, provider(name, ['key2', 2]));
    expect(() => other.decode(SECRET, stored)).toThrow(`key key1 of provider ${name}, which enc.yaml does not have`);
    const impostor = configuration(['secrets'], {}, provider(name, ['key1', 9]));
    expect(() => impostor.decode(SECRET, stored)).toThrow(`does not decrypt with key key1`);
  });

  test('R-05: secrets of the product are read where nothing else knows their key, and refused by name', () => {
    const stored = createCodec(first).encode(SECRET, Buffer.from(CANARY));
    const other = configuration(['secrets'], {}, provider('aesgcm', ['key1', 1]));
    expect(() => other.decode(SECRET, stored)).toThrow(`key ${first.id} of provider kubemin`);
  });

  test('R-05: values of the key file are read under a configuration, and written with its keys', async () => {
    const own = await openWith(first);
    await own.put(SECRET, Buffer.from(CANARY), 0);
    await own.close();
    const codec = configuration(['secrets'], { vault: createVault(first) }, provider('aesgcm', ['key1', 1]));
    const configured = await fileStorage({ directory, codec });
    expect(await textAt(configured, SECRET)).toBe(CANARY);
    await configured.close();
    expect(objectStoreKeys(directory)).toEqual([{ provider: 'aesgcm', name: 'key1', values: 1 }]);
    // And back again, by way of a configuration that writes in clear.
    const clear = configuration(['secrets'], {}, { identity: {} }, provider('aesgcm', ['key1', 1]));
    await (await fileStorage({ directory, codec: clear })).close();
    expect(await filesWith(CANARY)).toEqual(['objects.sqlite']);
    await (await openWith(first)).close();
    expect(await filesWith(CANARY)).toEqual([]);
  });

  test.each([
    [['secrets'], ['secrets'], ['configmaps', 'deployments', 'widgets.example.org']],
    [['deployments.apps'], ['deployments'], ['secrets', 'statefulsets']],
    [['*.apps'], ['deployments', 'statefulsets'], ['secrets', 'jobs']],
    [['*.'], ['secrets', 'configmaps', 'pods'], ['deployments', 'widgets.example.org']],
    [['*.example.org'], ['widgets.example.org'], ['secrets', 'widgets.example.com']],
    [['*.*'], ['secrets', 'deployments', 'widgets.example.org'], []],
  ])('R-05: resources %j', (resources, covered, others) => {
    const codec = configuration(resources, {}, provider('aesgcm', ['key1', 1]));
    const covers = (collection: string) => codec.covers(`/registry/${collection}/default/a`);
    expect([covered.map(covers), others.map(covers)]).toEqual([covered.map(() => true), others.map(() => false)]);
  });

  test('R-05: everything wrong is named at once, keys never', () => {
    const read = (text: string) => () => readEncryptionConfiguration({ text, where: 'enc.yaml', random: systemRandom });
    const text = `kind: EncryptionConfiguration
resources:
- resources: [secrets, '*']
  providers:
  - secretbox: { keys: [{ name: a, secret: ${KEY(1)} }] }
  - aesgcm: { keys: [{ name: b, secret: dG9vIHNob3J0 }] }
- resources: []
  providers: []
`;
    for (const part of [
      'apiVersion',
      "'*'".slice(1, 2),
      'secretbox is not supported',
      'keys[0].secret',
      'resources[1]',
    ]) {
      expect(read(text)).toThrow(part);
    }
    expect(read(text)).not.toThrow(/dG9v/);
    expect(read('kind: [')).toThrow('enc.yaml is not YAML');
  });
});
