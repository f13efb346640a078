import { forbidden, type KubeObject } from '@kubemin/kubeapi';
import { certificates } from '@kubemin/kubeapi/resources';
import type { CertificateSigningRequest } from '@kubemin/kubeapi/types/certificates.v1';
import { isAbout } from './about.ts';
import type { AdmissionFactory } from './admission.ts';

const SIGNER = 'kubernetes.io/kube-apiserver-client';
const MASTERS = 'system:masters';

/** Nobody gets a certificate of the group that may do everything, and that cannot be taken back. */
export const certificateSubjectRestriction: AdmissionFactory = () => ({
  name: 'CertificateSubjectRestriction',
  applies: (request) => request.operation === 'create' && isAbout(request, certificates.v1.certificatesigningrequests),
  async validate(object) {
    if (!isRequest(object) || object.spec.signerName !== SIGNER) return;
    const refuse = (why: string): Error =>
      forbidden(why, { ...certificates.v1.certificatesigningrequests, name: object.metadata.name ?? '' });
    const organizations = await organizationsOf(object.spec.request);
    if (organizations === undefined) throw refuse('unable to parse the certificate request');
    if (organizations.includes(MASTERS)) throw refuse(`use of ${SIGNER} signer with ${MASTERS} group is not allowed`);
  },
});

/** Undefined for what cannot be read. The parser is large, so it is loaded when it is needed. */
async function organizationsOf(request: string): Promise<readonly string[] | undefined> {
  await import('reflect-metadata');
  const { Pkcs10CertificateRequest } = await import('@peculiar/x509');
  try {
    const parsed = new Pkcs10CertificateRequest(Buffer.from(request, 'base64').toString());
    return parsed.subjectName.getField('O');
  } catch {
    return undefined;
  }
}

function isRequest(object: KubeObject): object is CertificateSigningRequest {
  return object.kind === 'CertificateSigningRequest';
}
