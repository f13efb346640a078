import { X509Certificate } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock, systemRandom } from '@kubemin/base';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadOrCreateCertificates } from './certificates.ts';
import { type FrontProxyCertificate, makeFrontProxyCertificate } from './front-proxy.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kubemin-front-proxy-'));
});
afterEach(() => rm(directory, { recursive: true }));

function make(): Promise<FrontProxyCertificate> {
  return makeFrontProxyCertificate({ directory, clock: systemClock, random: systemRandom });
}

it('the authority of the front proxy stays the same, and is not that of clients', async () => {
  const options = { directory, hosts: [], clock: systemClock, random: systemRandom };
  const clients = await loadOrCreateCertificates(options);
  const [first, second] = [await make(), await make()];
  expect(second.ca).toBe(first.ca);
  expect(second.cert).not.toBe(first.cert);
  const certificate = new X509Certificate(first.cert);
  expect(certificate.subject).toBe('CN=front-proxy-client');
  expect(certificate.verify(new X509Certificate(first.ca).publicKey)).toBe(true);
  expect(certificate.verify(new X509Certificate(clients.ca).publicKey)).toBe(false);
});
