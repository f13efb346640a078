import type { Clock, Random } from '@kubemin/base';
import { KUBERNETES_SERVICE_IP } from '../strategy/index.ts';
import { makeAuthority, makeServerCertificate } from './certificate-builder.ts';
import { isUsable } from './certificate-check.ts';
import { type KeyedCertificate, readCertificate, writeCertificate } from './certificate-files.ts';

const ALWAYS_COVERED = [
  '127.0.0.1',
  '::1',
  'localhost',
  'kubernetes',
  'kubernetes.default',
  'kubernetes.default.svc',
  'kubernetes.default.svc.cluster.local',
  KUBERNETES_SERVICE_IP,
];

/** Where certificates are kept and for whom they are. */
export interface CertificatesOptions {
  readonly directory: string;
  /** Names and addresses clients will use, besides the usual ones. */
  readonly hosts: readonly string[];
  readonly clock: Clock;
  readonly random: Random;
}

/** What a server needs (`cert`, `key`) and what its clients must trust (`ca`), all PEM. */
export interface Certificates {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

/** The certificates in the directory; those that are missing, expire soon or are for other hosts are created again. */
export async function loadOrCreateCertificates(options: CertificatesOptions): Promise<Certificates> {
  const hosts = [
    ...new Set([...ALWAYS_COVERED, ...options.hosts.filter((host) => host !== '0.0.0.0' && host !== '::')]),
  ];
  const authority = await loadOrCreateAuthority(options);
  const { cert, key } = await loadOrCreateServerCertificate(options, authority, hosts);
  return { ca: authority.cert, cert, key };
}

async function loadOrCreateAuthority({ directory, clock, random }: CertificatesOptions): Promise<KeyedCertificate> {
  const now = clock.now();
  const found = await readCertificate(directory, 'ca');
  if (found !== undefined && isUsable(found, { now })) return found;
  const made = await makeAuthority({ now, random });
  await writeCertificate(directory, 'ca', made);
  return made;
}

async function loadOrCreateServerCertificate(
  { directory, clock, random }: CertificatesOptions,
  authority: KeyedCertificate,
  hosts: readonly string[],
): Promise<KeyedCertificate> {
  const now = clock.now();
  const found = await readCertificate(directory, 'apiserver');
  if (found !== undefined && isUsable(found, { now, hosts, issuer: authority.cert })) return found;
  const made = await makeServerCertificate(authority, hosts, { now, random });
  await writeCertificate(directory, 'apiserver', made);
  return made;
}
