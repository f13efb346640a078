import { createCipheriv, createHash, scryptSync } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { systemRandom } from '@kubemin/base';
import type { SealedBundle } from '@kubemin/client';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openBundle, sealBundle } from './bundle-seal.ts';

const PASSPHRASE = 'correct horse';

/** As the contract describes it for other programs. */
function sealedElsewhere(content: Buffer): SealedBundle {
  const salt = Buffer.alloc(16, 1).toString('base64');
  const nonce = Buffer.alloc(12, 2).toString('base64');
  const key = scryptSync(PASSPHRASE, Buffer.alloc(16, 1), 32, { N: 32_768, r: 8, p: 1, maxmem: 64 * 1024 * 1024 });
  const additional = Buffer.from(JSON.stringify(['KubeMinBundle', 1, salt, nonce]));
  const cipher = createCipheriv('aes-256-gcm', key, Buffer.alloc(12, 2));
  cipher.setAAD(additional);
  const data = Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]).toString('base64');
  const checksum = createHash('sha256').update(additional).update(data).digest('hex');
  return { kind: 'KubeMinBundle', version: 1, salt, nonce, data, checksum };
}

test('what was sealed opens with the passphrase, also when its letters are composed otherwise', async () => {
  const bundle = await sealBundle('{"a":"秘密"}', 'caf\u00e9 noir', systemRandom);
  expect(JSON.stringify(bundle)).not.toContain('秘密');
  expect(await openBundle(bundle, 'cafe\u0301 noir')).toBe('{"a":"秘密"}');
  const again = await sealBundle('{"a":"秘密"}', 'caf\u00e9 noir', systemRandom);
  expect(again.data).not.toBe(bundle.data);
});

test('a wrong passphrase, a damaged bundle and a version of the future are distinguished', async () => {
  const bundle = await sealBundle('content', PASSPHRASE, systemRandom);
  await expect(openBundle(bundle, 'wrong horse')).rejects.toMatchObject({ code: 'PASSPHRASE_WRONG' });
  await expect(openBundle({ ...bundle, version: 2 }, PASSPHRASE)).rejects.toMatchObject({
    code: 'BUNDLE_INVALID',
    message: expect.stringContaining('version 2'),
  });
  await expect(openBundle({ ...bundle, data: bundle.data.slice(0, 8) }, PASSPHRASE)).rejects.toMatchObject({
    code: 'BUNDLE_INVALID',
    message: expect.stringContaining('damaged'),
  });
});

test('a bundle of another program opens when it follows the contract, and is refused when it holds no gzip', async () => {
  expect(await openBundle(sealedElsewhere(gzipSync('content')), PASSPHRASE)).toBe('content');
  await expect(openBundle(sealedElsewhere(Buffer.from('content')), PASSPHRASE)).rejects.toMatchObject({
    code: 'BUNDLE_INVALID',
    message: expect.stringContaining('gzip'),
  });
});

test('no field of a bundle can be changed without it being refused, even with a checksum that fits', async () => {
  const bundle = await sealBundle('content', PASSPHRASE, systemRandom);
  const other = await sealBundle('other', PASSPHRASE, systemRandom);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('salt', 'nonce', 'data', 'checksum'), async (field) => {
      await expect(openBundle({ ...bundle, [field]: other[field] }, PASSPHRASE)).rejects.toMatchObject({
        code: expect.stringMatching(/BUNDLE_INVALID|PASSPHRASE_WRONG/),
      });
    }),
    { numRuns: 8 },
  );
  await expect(openBundle({ ...other, nonce: bundle.nonce, checksum: bundle.checksum }, PASSPHRASE)).rejects.toThrow();
});
