import { systemRandom } from '@kubemin/base';
import { describe, expect, it } from 'vitest';
import { hashPassword, isPasswordHash, verifyPassword } from './password-hash.ts';

describe('KC-INIT-2: what is stored of a password', () => {
  it('proves the password, proves no other, and differs every time', async () => {
    const hash = await hashPassword('correct horse', systemRandom);
    expect(hash).not.toContain('correct');
    expect(await verifyPassword(hash, 'correct horse')).toBe(true);
    expect(await verifyPassword(hash, 'correct horsf')).toBe(false);
    expect(await hashPassword('correct horse', systemRandom)).not.toBe(hash);
  });

  it('is the same for two spellings of one letter', async () => {
    expect(await verifyPassword(await hashPassword('caf\u00e9-caf\u00e9', systemRandom), 'cafe\u0301-cafe\u0301')).toBe(
      true,
    );
  });

  it('proves nothing when it is cut, empty or made at another price', async () => {
    const hash = await hashPassword('correct horse', systemRandom);
    for (const other of ['', hash.slice(0, -4), hash.replace('ln=15', 'ln=1'), `x${hash}`]) {
      expect(await verifyPassword(other, 'correct horse')).toBe(false);
    }
  });

  it('is distinguished from a password in its place', async () => {
    expect(isPasswordHash(await hashPassword('correct horse', systemRandom))).toBe(true);
    expect(isPasswordHash(`$2b$12$${'a'.repeat(53)}`)).toBe(true);
    for (const text of ['', 'correct horse', '$scrypt$', '$2b$12$short', '$1$md5$x']) {
      expect(isPasswordHash(text)).toBe(false);
    }
  });
});
