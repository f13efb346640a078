import { type Clock, type Random, TerminalError } from '@kubemin/base';
import type { CertificateAuthority, RequestedSubject } from '@kubemin/kubeapi';
import { readCertificate } from './certificate-files.ts';
import { signForeign } from './certificate-maker.ts';
import { extendedKeyUsage, type KeyUsage, keyUsage, type Purpose } from './certificate-parts.ts';
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
    throw new TerminalError(`there is no certificate authority in ${directory}: load its certificates first`, {
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
        throw new TerminalError('the certificate request cannot be read, or is not signed by its own key', {
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
    ...new Set(usages.flatMap((usage) => table[usage] ?? [])),
  ];
  const [keys, purposes] = [known(KEY_USAGES), known(PURPOSES)];
  return [
    ...(keys.length > 0 ? [keyUsage(...keys)] : []),
    ...(purposes.length > 0 ? [extendedKeyUsage(...purposes)] : []),
  ];
}

interface ParsedRequest {
  readonly subject: RequestedSubject;
  readonly subjectName: Der;
  readonly publicKey: Der;
  readonly alternativeNames: readonly Der[];
}

/** The parser is large, so it is loaded when it is needed. */
async function parse(csr: string): Promise<ParsedRequest | undefined> {
  await import('reflect-metadata');
  const { Pkcs10CertificateRequest, SubjectAlternativeNameExtension } = await import('@peculiar/x509');
  try {
    const request = new Pkcs10CertificateRequest(csr);
    if (!(await request.verify())) return undefined;
    const extension = request.extensions.find((one) => one instanceof SubjectAlternativeNameExtension);
    const names = extension?.names.items ?? [];
    const named = (...types: readonly string[]): readonly string[] =>
      names.filter(({ type }) => types.includes(type)).map(({ value }) => value);
    return {
      subject: {
        commonName: request.subjectName.getField('CN')[0] ?? '',
        organizations: request.subjectName.getField('O'),
        dnsNames: named('dns'),
        addresses: named('ip'),
        otherNames: names.filter(({ type }) => type !== 'dns' && type !== 'ip').map(({ value }) => value),
      },
      subjectName: Buffer.from(request.subjectName.toArrayBuffer()),
      publicKey: Buffer.from(request.publicKey.rawData),
      alternativeNames: extension === undefined ? [] : [Buffer.from(extension.rawData)],
    };
  } catch {
    // Whoever sends something else than a request is told so; why the parser did not like it helps nobody.
    return undefined;
  }
}
