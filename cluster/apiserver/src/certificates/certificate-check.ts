import { createPrivateKey, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import type { KeyedCertificate } from './certificate-files.ts';
import { withoutZone } from './certificate-parts.ts';

/** Certificates are renewed this long before they end. */
const RENEW_BEFORE_MS = 30 * 24 * 3600 * 1000;

/** What a certificate has to be good for. */
export interface CertificateNeeds {
  readonly now: number;
  /** Names and addresses it must be good for. */
  readonly hosts?: readonly string[];
  /** PEM of the authority that must have signed it. */
  readonly issuer?: string;
}

/** Whether a certificate can still be used: readable, with its key, not expired, for these hosts, from this issuer. */
export function isUsable(files: KeyedCertificate, { now, hosts = [], issuer }: CertificateNeeds): boolean {
  try {
    const certificate = new X509Certificate(files.cert);
    const isValidNow =
      now >= Date.parse(certificate.validFrom) && now < Date.parse(certificate.validTo) - RENEW_BEFORE_MS;
    const keyFits = certificate.checkPrivateKey(createPrivateKey(files.key));
    const signed = issuer === undefined || certificate.verify(new X509Certificate(issuer).publicKey);
    return isValidNow && keyFits && signed && hosts.every((host) => covers(certificate, host));
  } catch {
    // Damaged files are replaced like expired ones.
    return false;
  }
}

function covers(certificate: X509Certificate, host: string): boolean {
  const found = isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(withoutZone(host));
  return found !== undefined;
}
