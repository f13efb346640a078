import type { RequestedSubject } from '@kubemin/kubeapi';
import type { Der } from './der.ts';

/** The contents of a certificate signing request. */
export interface CertificateRequest {
  readonly subject: RequestedSubject;
  readonly subjectName: Der;
  readonly publicKey: Der;
  readonly alternativeNames: readonly Der[];
  /** Whether it was signed with the key that it asks a certificate for. */
  readonly isSelfSigned: boolean;
}

/** Undefined for what is no request. The parser is large, so it is loaded when it is needed. */
export async function readCertificateRequest(pem: string): Promise<CertificateRequest | undefined> {
  await import('reflect-metadata');
  const { default: x509 } = await import('@peculiar/x509');
  const { Pkcs10CertificateRequest, SubjectAlternativeNameExtension } = x509;
  try {
    const request = new Pkcs10CertificateRequest(pem);
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
      isSelfSigned: await request.verify(),
    };
  } catch {
    // The parser's own message does not help the client.
    return undefined;
  }
}
