import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { systemRandom } from '../basics/random.ts';
import { KeyRing, sealKeyId } from './key-ring.ts';
import { ReloadingVault } from './reloading-vault.ts';
import { newSecretKey, readSecretKeys, secretKeysText } from './secret-key.ts';

const makeKeyRing = (...keys: ReturnType<typeof newSecretKey>[]) =>
  new KeyRing(keys, { random: systemRandom, where: 'secret-keys' });
const [first, second] = [newSecretKey(systemRandom), newSecretKey(systemRandom)];

describe('a key ring', () => {
  test('opens every text it has sealed, and no seal shows or repeats its text', () => {
    const ring = makeKeyRing(first);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 0, maxLength: 300 }), (text) => {
        const sealed = ring.seal(text);
        expect(ring.open(sealed)).toBe(text);
        expect(sealKeyId(sealed)).toBe(first.id);
        expect(ring.seal(text)).not.toBe(sealed);
      }),
    );
    expect(ring.seal('a canary of some length')).not.toContain('canary');
  });

  test('returns text that was stored unsealed as it is', () => {
    expect(makeKeyRing(first).open('{"name":"shop"}')).toBe('{"name":"shop"}');
  });

  test('seals with the first key and still opens what an older one sealed', () => {
    const old = makeKeyRing(first).seal('before');
    const rotated = makeKeyRing(second, first);
    expect(rotated.open(old)).toBe('before');
    expect(sealKeyId(rotated.seal('after'))).toBe(second.id);
  });

  test('names a key it does not have, where it looked and what to do', () => {
    const sealed = makeKeyRing(first).seal('text');
    expect(() => makeKeyRing(second).open(sealed)).toThrow(
      new RegExp(`key ${first.id}, which is not in secret-keys \\(it has ${second.id}\\).*--secret-key-file`),
    );
  });

  test('refuses a key of the right name and the wrong bytes', () => {
    const impostor = { id: first.id, bytes: second.bytes };
    expect(() => makeKeyRing(impostor).open(makeKeyRing(first).seal('text'))).toThrow(
      /cannot decrypt a secret of the database with key/,
    );
  });

  test('refuses a seal in which anything was altered or cut off', () => {
    const ring = makeKeyRing(first);
    const sealed = ring.seal('text');
    const start = sealed.lastIndexOf(':') + 1;
    fc.assert(
      fc.property(fc.integer({ min: start, max: sealed.length - 2 }), fc.constantFrom('A', '_'), (at, character) => {
        fc.pre(sealed[at] !== character);
        expect(() => ring.open(`${sealed.slice(0, at)}${character}${sealed.slice(at + 1)}`)).toThrow();
        expect(() => ring.open(sealed.slice(0, at))).toThrow();
      }),
    );
  });
});

describe('a key file', () => {
  test('gives back the keys that were written, in their order', () => {
    expect(readSecretKeys(secretKeysText([second, first]), 'f')).toEqual([
      { id: second.id, bytes: Buffer.from(second.bytes) },
      { id: first.id, bytes: Buffer.from(first.bytes) },
    ]);
  });

  test.each([
    ['nothing', '# only words\n', 'it has no key'],
    ['a short key', 'abc c2hvcnQ=\n', 'line 1 is not a key'],
    ['one id twice', secretKeysText([first, first]), 'two of its keys have the same id'],
  ])('with %s is refused without its text being shown', (_name, text, words) => {
    expect(() => readSecretKeys(text, 'secret-keys')).toThrow(`secret-keys is not a file of secret keys: ${words};`);
  });
});

describe('a reloading vault', () => {
  test('opens what another instance sealed with a key made since, and soon seals with it', () => {
    let ring = makeKeyRing(first);
    let now = 0;
    const vault = new ReloadingVault(() => ring, { monotonic: () => now });
    ring = makeKeyRing(second, first);
    expect(sealKeyId(vault.seal('soon after'))).toBe(first.id);
    now = 1_000;
    expect(sealKeyId(vault.seal('later'))).toBe(second.id);
    const third = newSecretKey(systemRandom);
    ring = makeKeyRing(third, second, first);
    expect(vault.open(ring.seal('news'))).toBe('news');
  });
});
