import type { RequestedSubject } from '@kubemin/kubeapi';
import type { CertificateSigningRequest } from '@kubemin/kubeapi/types/certificates.v1';

/** Who asks for what, as far as signers look at it. */
export interface Requested {
  readonly subject: RequestedSubject;
  readonly usages: readonly string[];
}

/** Why a signer refuses; undefined when it signs. */
type SignerRule = (requested: Requested) => string | undefined;

/** Nodes that ask for a certificate to identify themselves to the API server. */
export const NODE_CLIENT_SIGNER = 'kubernetes.io/kube-apiserver-client-kubelet';

const NODES = 'system:nodes';
const NODE_PREFIX = 'system:node:';

/** The signers that every cluster has. */
const SIGNERS: ReadonlyMap<string, SignerRule> = new Map<string, SignerRule>([
  ['kubernetes.io/kube-apiserver-client', ({ usages }) => usageProblem(usages, 'client auth')],
  [
    NODE_CLIENT_SIGNER,
    ({ subject, usages }) =>
      nodeProblem(subject) ??
      (subject.dnsNames.length + subject.addresses.length > 0
        ? 'DNS and IP subjectAltNames are not allowed'
        : undefined) ??
      usageProblem(usages, 'client auth'),
  ],
  [
    'kubernetes.io/kubelet-serving',
    ({ subject, usages }) =>
      nodeProblem(subject) ??
      (subject.dnsNames.length + subject.addresses.length === 0
        ? 'at least one DNS or IP subjectAltName is required'
        : undefined) ??
      usageProblem(usages, 'server auth'),
  ],
  ['kubernetes.io/legacy-unknown', () => undefined],
]);

/** Whether one of our signers is meant. */
export function isOurSigner(name: string): boolean {
  return SIGNERS.has(name);
}

/** Why the signer does not sign this; undefined when it does. */
export function signerProblem(signer: string, requested: Requested): string | undefined {
  const rule = SIGNERS.get(signer);
  return rule === undefined ? `there is no signer ${signer} here` : rule(requested);
}

/** What `purpose` needs, and nothing else. */
function usageProblem(usages: readonly string[], purpose: string): string | undefined {
  const allowed = [purpose, 'digital signature', 'key encipherment'];
  if (!usages.includes(purpose)) return `usages did not contain "${purpose}"`;
  const other = usages.find((usage) => !allowed.includes(usage));
  return other === undefined ? undefined : `usage "${other}" is not allowed: use ${allowed.join(', ')}`;
}

function nodeProblem({ commonName, organizations, otherNames }: RequestedSubject): string | undefined {
  if (organizations.length !== 1 || organizations[0] !== NODES) return `subject organization is not ${NODES}`;
  if (!commonName.startsWith(NODE_PREFIX)) return `subject common name does not begin with ${NODE_PREFIX}`;
  return otherNames.length > 0 ? 'email and URI subjectAltNames are not allowed' : undefined;
}

/** A right whose holder needs nobody's approval. */
interface Recognition {
  /** Of certificatesigningrequests. */
  readonly subresource: 'nodeclient' | 'selfnodeclient';
  readonly message: string;
}

/** The rights of which each suffices to approve the request, the narrowest first. */
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
