import type { CertificateSigningRequest } from '@kubemin/kubeapi/types/certificates.v1';
import { NODE_CLIENT_SIGNER, type Requested, signerProblem } from './signer-rules.ts';

/** A right whose holder needs nobody's approval. */
export interface Recognition {
  /** Of certificatesigningrequests. */
  readonly subresource: 'nodeclient' | 'selfnodeclient';
  readonly message: string;
}

/** Which rights would approve the request by themselves, the narrowest first. */
export function recognitions({ spec }: CertificateSigningRequest, requested: Requested): readonly Recognition[] {
  if (spec.signerName !== NODE_CLIENT_SIGNER || signerProblem(spec.signerName, requested) !== undefined) return [];
  const self: Recognition = {
    subresource: 'selfnodeclient',
    message: 'Auto approving self kubelet client certificate after SubjectAccessReview.',
  };
  const any: Recognition = {
    subresource: 'nodeclient',
    message: 'Auto approving kubelet client certificate after SubjectAccessReview.',
  };
  return requested.subject.commonName === spec.username ? [self, any] : [any];
}
