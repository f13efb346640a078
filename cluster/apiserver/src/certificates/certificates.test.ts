import { X509Certificate } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock, systemRandom } from '@kubemin/base';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Certificates, loadOrCreateCertificates } from './certificates.ts';

const DAY_MS = 24 * 3600 * 1000;
let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kubemin-certificates-'));
});
afterEach(() => rm(directory, { recursive: true }));

function load(hosts: readonly string[] = [], daysLater = 0): Promise<Certificates> {
  const clock = { ...systemClock, now: () => Date.now() + daysLater * DAY_MS };
  return loadOrCreateCertificates({ directory, hosts, clock, random: systemRandom });
}

it('the serving certificate is signed by the authority and good for every usual name', async () => {
  const { ca, cert } = await load(['kube.example.test', '192.0.2.7']);
  const certificate = new X509Certificate(cert);
  expect(certificate.verify(new X509Certificate(ca).publicKey)).toBe(true);
  expect(new X509Certificate(ca).ca).toBe(true);
  for (const host of ['localhost', 'kubernetes.default.svc', 'kube.example.test'])
    expect(certificate.checkHost(host)).toBe(host);
  for (const ip of ['127.0.0.1', '::1', '10.96.0.1', '192.0.2.7']) expect(certificate.checkIP(ip)).toBe(ip);
});

it('every file is readable by the owner only', async () => {
  await load();
  const files = await readdir(directory);
  expect(files.sort()).toEqual(['apiserver.crt', 'apiserver.key', 'ca.crt', 'ca.key']);
  for (const file of files) expect((await stat(join(directory, file))).mode & 0o777).toBe(0o600);
});

it('the next start uses the same certificates', async () => {
  expect(await load()).toEqual(await load());
});

it('a certificate near its end is renewed by the same authority', async () => {
  const first = await load();
  const later = await load([], 340);
  expect(later.ca).toBe(first.ca);
  expect(later.cert).not.toBe(first.cert);
  expect(new X509Certificate(later.cert).verify(new X509Certificate(first.ca).publicKey)).toBe(true);
});

it('a new host gets a new certificate', async () => {
  const first = await load();
  expect((await load(['new.example.test'])).cert).not.toBe(first.cert);
});

it('an address of one link is covered without the zone that only this machine knows, and stays so', async () => {
  const first = await load(['fe80::1%eth0']);
  expect(new X509Certificate(first.cert).checkIP('fe80::1')).toBe('fe80::1');
  expect((await load(['fe80::1%eth0'])).cert).toBe(first.cert);
});

it('damaged files are replaced, and what depends on them', async () => {
  const first = await load();
  await writeFile(join(directory, 'ca.crt'), 'not a certificate');
  const repaired = await load();
  expect(repaired.ca).not.toBe(first.ca);
  expect(new X509Certificate(repaired.cert).verify(new X509Certificate(repaired.ca).publicKey)).toBe(true);
});

it('certificates that cannot be written are a clear error', async () => {
  // Something stands where the draft of the key would go; permissions alone would not stop root.
  await mkdir(join(directory, 'ca.key.new'));
  await expect(load()).rejects.toMatchObject({ code: 'CERTIFICATES_NOT_WRITABLE' });
});
