import { type Clock, ownEntry, type Random, TerminalError } from '@kubemin/base';
import type { CertificateAuthority } from '@kubemin/kubeapi';
import { startMessages } from '../messages/index.ts';
import { signForeign } from './certificate-builder.ts';
import { readCertificate } from './certificate-files.ts';
import { extendedKeyUsage, type KeyUsage, keyUsage, type Purpose } from './certificate-parts.ts';
import { type CertificateRequest, readCertificateRequest } from './certificate-request.ts';
import type { Der } from './der.ts';

/** Where the authority's certificate and key are, and what it signs with. */
export interface CertificateAuthorityOptions {
  readonly directory: string;
  readonly clock: Clock;
  readonly random: Random;
}

const YEAR_S = 365 * 24 * 3600;

const KEY_USAGES: Readonly<Record<string, KeyUsage>> = {
  'digital signature': 'digitalSignature',
  signing: 'digitalSignature',
  'content commitment': 'contentCommitment',
  'key encipherment': 'keyEncipherment',
  'data encipherment': 'dataEncipherment',
  'key agreement': 'keyAgreement',
};

const PURPOSES: Readonly<Record<string, Purpose>> = {
  'server auth': 'serverAuth',
  'client auth': 'clientAuth',
  'code signing': 'codeSigning',
  'email protection': 'emailProtection',
  's/mime': 'emailProtection',
  timestamping: 'timeStamping',
  'ocsp signing': 'ocspSigning',
};

/** The authority that the directory holds, once `loadOrCreateCertificates` has been there. */
export async function loadCertificateAuthority(options: CertificateAuthorityOptions): Promise<CertificateAuthority> {
  const { directory, clock, random } = options;
  const authority = await readCertificate(directory, 'ca');
  if (authority === undefined) {
    throw new TerminalError(startMessages.noAuthority({ directory }), {
      code: 'CERTIFICATE_AUTHORITY_MISSING',
    });
  }
  return {
    ca: authority.cert,
    async read(csr) {
      const request = await parse(csr);
      return request?.subject;
    },
    async sign({ csr, usages, expirationSeconds = YEAR_S }) {
      const request = await parse(csr);
      if (request === undefined) {
        throw new TerminalError(startMessages.requestInvalid, {
          code: 'CERTIFICATE_REQUEST_INVALID',
        });
      }
      const { subjectName, publicKey, alternativeNames } = request;
      const extensions = [...usageExtensions(usages), ...alternativeNames];
      const wanted = { subject: subjectName, publicKey, extensions, validMs: expirationSeconds * 1000 };
      return signForeign(authority, wanted, { now: clock.now(), random });
    },
  };
}

function usageExtensions(usages: readonly string[]): readonly Der[] {
  const known = <T>(table: Readonly<Record<string, T>>): readonly T[] => [
    ...new Set(usages.flatMap((usage) => ownEntry(table, usage) ?? [])),
  ];
  const [keys, purposes] = [known(KEY_USAGES), known(PURPOSES)];
  return [
    ...(keys.length > 0 ? [keyUsage(...keys)] : []),
    ...(purposes.length > 0 ? [extendedKeyUsage(...purposes)] : []),
  ];
}

async function parse(csr: string): Promise<CertificateRequest | undefined> {
  const request = await readCertificateRequest(csr);
  return request?.isSelfSigned === true ? request : undefined;
}
