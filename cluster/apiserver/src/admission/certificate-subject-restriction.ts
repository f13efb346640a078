import { forbidden, type KubeObject } from '@kubemin/kubeapi';
import { certificates } from '@kubemin/kubeapi/resources';
import type { CertificateSigningRequest } from '@kubemin/kubeapi/types/certificates.v1';
import { readCertificateRequest } from '../certificates/index.ts';
import { type AdmissionFactory, type AdmissionPlugin, isAbout } from '../registry/index.ts';

const SIGNER = 'kubernetes.io/kube-apiserver-client';
const MASTERS = 'system:masters';

/** Refuses certificates of system:masters: the group may do everything, and a certificate cannot be revoked. */
export const certificateSubjectRestriction: AdmissionFactory = () => ({
  name: 'CertificateSubjectRestriction',
  applies: (request) => request.operation === 'create' && isAbout(request, certificates.v1.certificatesigningrequests),
  async validate(object) {
    if (!isRequest(object) || object.spec.signerName !== SIGNER) return;
    const refuse = (why: string): Error =>
      forbidden(why, { ...certificates.v1.certificatesigningrequests, name: object.metadata.name ?? '' });
    const request = await readCertificateRequest(Buffer.from(object.spec.request, 'base64').toString());
    if (request === undefined) throw refuse('unable to parse the certificate request');
    if (request.subject.organizations.includes(MASTERS))
      throw refuse(`use of ${SIGNER} signer with ${MASTERS} group is not allowed`);
  },
});

function isRequest(object: KubeObject): object is CertificateSigningRequest {
  return object.kind === 'CertificateSigningRequest';
}

/** Stamps certificate requests with who sent them: signers rely on it, so it is always on and replaces what was sent. */
export const certificateRequester: AdmissionPlugin = {
  name: 'CertificateRequester',
  applies: (request) => request.operation === 'create' && isAbout(request, certificates.v1.certificatesigningrequests),
  mutate(object, { user }) {
    if (!isRequest(object)) return object;
    const { username: _n, uid: _u, groups: _g, extra: _e, ...asked } = object.spec;
    const stamped: CertificateSigningRequest = {
      ...object,
      spec: {
        ...asked,
        ...(user && { username: user.username, groups: user.groups }),
        ...(user?.uid !== undefined && { uid: user.uid }),
        ...(user?.extra !== undefined && { extra: user.extra }),
      },
    };
    return stamped;
  },
};
