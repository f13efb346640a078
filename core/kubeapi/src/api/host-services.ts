import type { Duplex } from 'node:stream';
import type { Node } from '../generated/types/core.v1.gen.ts';

/** The subject of a certificate request. */
export interface RequestedSubject {
  readonly commonName: string;
  readonly organizations: readonly string[];
  readonly dnsNames: readonly string[];
  readonly addresses: readonly string[];
  /** Emails, URIs and whatever else it is to be good for. */
  readonly otherNames: readonly string[];
}

/** A requested certificate. */
export interface SignRequest {
  /** PEM. */
  readonly csr: string;
  /** As Kubernetes writes them: `client auth`. */
  readonly usages: readonly string[];
  /** @default one year */
  readonly expirationSeconds: number | undefined;
}

/** Signs the certificates of a cluster for keys of others; the program that runs its API server has it. */
export interface CertificateAuthority {
  /** Its own certificate, PEM. */
  readonly ca: string;
  /** Undefined for what is no request, or not signed by the key it names. */
  read(csr: string): Promise<RequestedSubject | undefined>;
  /** The certificate, PEM. Whether it may be had is for the caller to know. */
  sign(request: SignRequest): Promise<string>;
}

/** How an API server reaches the kubelet endpoint of a node. */
export interface NodeConnections {
  /**
   * A connection that speaks HTTP/1.1, already secured; who asked for it ends it. Rejects when the node cannot be
   * reached, and when the signal aborts before it could.
   */
  connect(node: Node, signal: AbortSignal): Promise<Duplex>;
}
