import { generateKeyPairSync, sign, X509Certificate } from 'node:crypto';
import { systemRandom } from '@kubemin/base';
import { expect, test } from 'vitest';
import { makeAuthority, makeServerCertificate } from './certificate-builder.ts';
import { bitString, parts, sequence } from './der.ts';

const when = { now: Date.now(), random: systemRandom };

test('an authority whose key is no elliptic curve is refused with the fix, instead of signing an unusable certificate', async () => {
  const { cert } = await makeAuthority(when);
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const foreign = { cert, key: key.export({ type: 'pkcs8', format: 'pem' }).toString() };
  await expect(makeServerCertificate(foreign, ['localhost'], when)).rejects.toMatchObject({
    code: 'CERTIFICATE_AUTHORITY_UNSUITED',
    message: expect.stringMatching(/type rsa.*remove both/),
  });
});

test('an authority of version 1 signs under its own name', async () => {
  const authority = await makeAuthority(when);
  const [signed = Buffer.of(), algorithm = Buffer.of()] = parts(new X509Certificate(authority.cert).raw);
  // Neither version nor extensions.
  const plain = sequence(...parts(signed).slice(1, -1));
  const old = new X509Certificate(sequence(plain, algorithm, bitString(sign('sha256', plain, authority.key))));
  const { cert } = await makeServerCertificate({ cert: old.toString(), key: authority.key }, ['localhost'], when);
  expect(new X509Certificate(cert).issuer).toBe('CN=kubemin-ca');
  expect(new X509Certificate(cert).verify(old.publicKey)).toBe(true);
});
