import type { KubeObject } from '@kubemin/kubeapi';
import { certificates } from '@kubemin/kubeapi/resources';
import type { CertificateSigningRequest } from '@kubemin/kubeapi/types/certificates.v1';
import { isAbout } from './about.ts';
import type { AdmissionPlugin } from './admission.ts';

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

function isRequest(object: KubeObject): object is CertificateSigningRequest {
  return object.kind === 'CertificateSigningRequest';
}
