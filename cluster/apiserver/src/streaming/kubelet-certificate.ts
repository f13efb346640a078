import { checkServerIdentity, type PeerCertificate, type TLSSocket } from 'node:tls';
import { TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import type { KubeObject } from '@kubemin/kubeapi';
import { certificates } from '@kubemin/kubeapi/resources';
import type { CertificateSigningRequest } from '@kubemin/kubeapi/types/certificates.v1';
import type { ServerParts } from '../registry/index.ts';

const SERVING_SIGNER = 'kubernetes.io/kubelet-serving';
const NODE_GROUP = 'system:nodes';

/** What OpenSSL reports of a certificate that the given authority has not signed. */
const FOREIGN = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];

/**
 * Verifies the certificates of kubelets that the cluster's authority has signed. Kubelets sign their own until they
 * have one; from then on nothing else is accepted for the node.
 */
export class KubeletCertificates {
  readonly #hasSigned: (node: string) => boolean;
  readonly #seen = new Set<string>();

  /** @param hasSigned whether the authority is known to have signed one for the node */
  constructor(hasSigned: (node: string) => boolean) {
    this.#hasSigned = hasSigned;
  }

  /** Throws unless the connection, made with the cluster's authority as `ca`, is with the kubelet of the node. */
  verify(socket: TLSSocket, node: string): void {
    if (socket.authorized) {
      const problem = nodeIdentityProblem(socket.getPeerCertificate(), node);
      if (problem !== undefined) throw notVerified(node, problem);
      this.#seen.add(node);
      return;
    }
    const reason = String(Reflect.get(Object(socket.authorizationError), 'code') ?? socket.authorizationError);
    if (!FOREIGN.includes(reason)) throw notVerified(node, reason);
    if (this.#seen.has(node) || this.#hasSigned(node)) {
      throw notVerified(node, 'the cluster has signed a certificate for this node, and this is another one');
    }
  }
}

/** What is wrong with a certificate as that of a node's kubelet: its subject, or a name it is good for, must be the node. */
export function nodeIdentityProblem(certificate: PeerCertificate, node: string): string | undefined {
  const { CN, O } = certificate.subject ?? {};
  const groups: readonly unknown[] = [O].flat();
  if (CN === `system:node:${node}` && groups.includes(NODE_GROUP)) return undefined;
  return checkServerIdentity(node, certificate)?.message;
}

/** Whether the cluster's authority has signed a serving certificate for a node, as far as its requests are kept. */
export function hasServingCertificate(server: ServerParts, node: string): boolean {
  const requests = [...server.cache.collection(certificates.v1.certificatesigningrequests.plural).list('')];
  return requests
    .filter(isRequest)
    .some(
      ({ spec, status }) =>
        spec.signerName === SERVING_SIGNER &&
        spec.username === `system:node:${node}` &&
        (status?.certificate ?? '') !== '',
    );
}

function notVerified(node: string, reason: string): TerminalError {
  return new TerminalError(verbatim(`the certificate of the kubelet of node ${node} is not valid: ${reason}`), {
    code: 'NODE_CERTIFICATE_INVALID',
  });
}

function isRequest(object: KubeObject): object is CertificateSigningRequest {
  return object.kind === 'CertificateSigningRequest';
}
