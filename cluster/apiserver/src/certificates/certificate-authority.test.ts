import { X509Certificate } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock, systemRandom } from '@kubemin/base';
import type { CertificateAuthority } from '@kubemin/kubeapi';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadCertificateAuthority } from './certificate-authority.ts';
import { loadOrCreateCertificates } from './certificates.ts';

let directory: string;
let authority: CertificateAuthority;
const options = () => ({ directory, clock: systemClock, random: systemRandom });

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kubemin-authority-'));
  await loadOrCreateCertificates({ ...options(), hosts: [] });
  authority = await loadCertificateAuthority(options());
});
afterAll(() => rm(directory, { recursive: true }));

const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
  hash: 'SHA-256',
};

/** A request, made by another hand than ours. */
async function requestFor(name: string, algorithm: typeof EC | typeof RSA = EC): Promise<string> {
  await import('reflect-metadata');
  const { Pkcs10CertificateRequestGenerator, SubjectAlternativeNameExtension } = await import('@peculiar/x509');
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const names = new SubjectAlternativeNameExtension([
    { type: 'dns', value: 'node-1' },
    { type: 'ip', value: '10.0.0.7' },
  ]);
  const request = await Pkcs10CertificateRequestGenerator.create({
    name,
    keys,
    signingAlgorithm: algorithm,
    extensions: [names],
  });
  return request.toString('pem');
}

it('a request can be parsed, and the signed certificate contains what was requested and nothing else', async () => {
  const csr = await requestFor('CN=system:node:node-1, O=system:nodes');
  expect(await authority.read(csr)).toEqual({
    commonName: 'system:node:node-1',
    organizations: ['system:nodes'],
    dnsNames: ['node-1'],
    addresses: ['10.0.0.7'],
    otherNames: [],
  });
  const usages = ['digital signature', 'key encipherment', 'server auth'];
  const certificate = new X509Certificate(await authority.sign({ csr, usages, expirationSeconds: 3600 }));
  const ca = new X509Certificate(authority.ca);
  expect([certificate.verify(ca.publicKey), certificate.checkIssued(ca), certificate.ca]).toEqual([true, true, false]);
  expect(certificate.toLegacyObject().subject).toEqual({ CN: 'system:node:node-1', O: 'system:nodes' });
  expect([certificate.checkHost('node-1'), certificate.checkIP('10.0.0.7')]).toEqual(['node-1', '10.0.0.7']);
  expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
  expect(Date.parse(certificate.validTo) - Date.now()).toBeLessThanOrEqual(3600_000);
});

it('keys of other kinds are signed, too, and no certificate outlives its authority', async () => {
  const csr = await requestFor('CN=alice', RSA);
  const certificate = new X509Certificate(
    await authority.sign({ csr, usages: ['client auth'], expirationSeconds: 1e9 }),
  );
  const ca = new X509Certificate(authority.ca);
  expect(certificate.verify(ca.publicKey)).toBe(true);
  expect(Date.parse(certificate.validTo)).toBeLessThanOrEqual(Date.parse(ca.validTo));
});

it('what is no request, or was changed after it was signed, is neither read nor signed', async () => {
  const csr = await requestFor('CN=bob');
  const bytes = Buffer.from(csr.replace(/-----[^-]+-----/g, ''), 'base64');
  const at = bytes.indexOf('bob');
  bytes.write('eve', at);
  const forged = `-----BEGIN CERTIFICATE REQUEST-----\n${bytes.toString('base64')}\n-----END CERTIFICATE REQUEST-----\n`;
  expect([await authority.read(forged), await authority.read('nonsense')]).toEqual([undefined, undefined]);
  const signing = authority.sign({ csr: forged, usages: ['client auth'], expirationSeconds: undefined });
  await expect(signing).rejects.toMatchObject({ code: 'CERTIFICATE_REQUEST_INVALID' });
});

it('a directory without an authority is a clear error', async () => {
  const missing = { ...options(), directory: join(directory, 'none') };
  await expect(loadCertificateAuthority(missing)).rejects.toMatchObject({ code: 'CERTIFICATE_AUTHORITY_MISSING' });
});
