import type { UserInfo } from '@kubemin/kubeapi';
import type { AuthorizationHeader } from './authorization-header.ts';

/** A certificate a client showed, and whether the TLS layer could trace it to an accepted authority. */
export interface ClientCertificate {
  readonly verified: boolean;
  /** CN. */
  readonly commonName: string | undefined;
  /** O, any number of them. */
  readonly organizations: readonly string[];
  /** Milliseconds since the epoch; connections can outlive a certificate. */
  readonly notBefore: number;
  readonly notAfter: number;
}

/** What came with a request that may identify its sender. */
export interface Credentials {
  readonly authorization: AuthorizationHeader | undefined;
  /** The other end of the socket. Never taken from a header: clients control those. */
  readonly peerAddress?: string | undefined;
  readonly certificate?: ClientCertificate | undefined;
  readonly userAgent?: string | undefined;
  /** Whom a token has to be meant for. @default this API server */
  readonly audiences?: readonly string[] | undefined;
}

/** What credentials turned out to be. */
export type Authentication =
  | {
      readonly kind: 'user';
      readonly user: UserInfo;
      /** Those of the wanted audiences the token is meant for; undefined for credentials that know no audiences. */
      readonly audiences?: readonly string[];
      /** When the credentials expire, in milliseconds since the epoch; undefined for those that do not expire. */
      readonly expiresAt?: number;
    }
  /** Nothing was shown: an anonymous request. */
  | { readonly kind: 'none' }
  /** Something was shown and is wrong: never treated as anonymous. */
  | { readonly kind: 'refused'; readonly reason?: string };

/** Identifies the sender of a request. */
export type Authenticator = (credentials: Credentials) => Promise<Authentication>;
