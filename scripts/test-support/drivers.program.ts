// Uses every queue driver and database that needs a server, where there is none, and prints how each fails; writes YAML
// and reads a certificate request.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadCertificateAuthority, loadOrCreateCertificates } from '@kubemin/apiserver';
import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { kafkaQueueDriver, openTaskQueue, redisQueueDriver } from '@kubemin/engine';
import { openDatabase } from '@kubemin/sql';

const UNREACHABLE = { host: '127.0.0.1', port: 1 };
const drivers = [
  redisQueueDriver(UNREACHABLE),
  kafkaQueueDriver({ brokers: [`${UNREACHABLE.host}:${UNREACHABLE.port}`] }),
];
for (const driver of drivers) {
  const queue = openTaskQueue({ driver, clock: systemClock, random: systemRandom, logger: silentLogger });
  const outcome = await queue.publish({ taskId: 'task', appId: 'app' }).then(
    () => 'published',
    (error: unknown) => String(error),
  );
  process.stdout.write(`${driver.name}: ${outcome}\n`);
  await queue.close();
}
for (const kind of ['postgres', 'mysql']) {
  const outcome = await openDatabase(`${kind}://user:password@${UNREACHABLE.host}:${UNREACHABLE.port}/database`).then(
    () => 'opened',
    (error: unknown) => String(error),
  );
  process.stdout.write(`${kind}: ${outcome}\n`);
}

const { default: yaml } = await import('yaml');
process.stdout.write(`yaml: ${yaml.stringify({ written: true })}`);

/** For /CN=developer/O=acme; the key is forgotten. */
const REQUEST = `-----BEGIN CERTIFICATE REQUEST-----
MIHeMIGFAgEAMCMxEjAQBgNVBAMMCWRldmVsb3BlcjENMAsGA1UECgwEYWNtZTBZ
MBMGByqGSM49AgEGCCqGSM49AwEHA0IABPU/veB3zY8uhzVY2C99H4+IsPHSD5+Z
jSUC9S2Dvtpl3kTE5x8gI4u+tGC6DSF8rDtL1EhIuKskubWICkDtxmygADAKBggq
hkjOPQQDAgNIADBFAiA0FwAhPnqaEKiSMH3dZyzLwKeeJ5wstpm1dlLnoNk03gIh
AM2L0i7UYKVLGZoBndxNKi4RsUqEMrH25PNAJnWlHeMf
-----END CERTIFICATE REQUEST-----
`;
const directory = await mkdtemp(join(tmpdir(), 'kubemin-drivers-'));
try {
  await loadOrCreateCertificates({ directory, hosts: [], clock: systemClock, random: systemRandom });
  const authority = await loadCertificateAuthority({ directory, clock: systemClock, random: systemRandom });
  const subject = await authority.read(REQUEST);
  process.stdout.write(`certificate request: ${subject?.commonName}, of ${subject?.organizations.join(', ')}\n`);
} finally {
  await rm(directory, { recursive: true, force: true });
}
