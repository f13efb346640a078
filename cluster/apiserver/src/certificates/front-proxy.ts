import { makeAuthority, makeClientCertificate } from './certificate-builder.ts';
import { isUsable } from './certificate-check.ts';
import { type KeyedCertificate, readCertificate, writeCertificate } from './certificate-files.ts';
import type { KubeletCertificateOptions } from './kubelet-certificates.ts';

/** The certificate for aggregated API servers, and the authority that signed it. */
export interface FrontProxyCertificate extends KeyedCertificate {
  readonly ca: string;
}

const AUTHORITY = 'front-proxy-ca';
const SUBJECT = { name: 'front-proxy-client', groups: [] };

/**
 * What the API server shows to servers that it forwards requests to: made again at each start and never stored. Its
 * authority, which is stored, signs nothing else: a client with a certificate of it can claim to act for any user.
 */
export async function makeFrontProxyCertificate(options: KubeletCertificateOptions): Promise<FrontProxyCertificate> {
  const { directory, clock, random } = options;
  const now = clock.now();
  const found = await readCertificate(directory, AUTHORITY);
  const authority =
    found !== undefined && isUsable(found, { now })
      ? found
      : await makeAuthority({ now, random }, 'kubemin-front-proxy-ca');
  if (authority !== found) await writeCertificate(directory, AUTHORITY, authority);
  const { cert, key } = await makeClientCertificate(authority, SUBJECT, { now, random });
  return { ca: authority.cert, cert, key };
}
