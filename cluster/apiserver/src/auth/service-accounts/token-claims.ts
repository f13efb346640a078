import { isJsonObject } from '@kubemin/kubeapi';
import type { JWTPayload } from 'jose';

/** Objects a token can be bound to: gone with them. */
export type BoundKind = 'pod' | 'secret' | 'node';

/** One object, known beyond its name. */
export interface ObjectIdentity {
  readonly name: string;
  readonly uid: string;
}

/** The claims of a service-account token, times in seconds as in JWTs. */
export interface TokenClaims {
  readonly issuer: string;
  readonly audiences: readonly string[];
  readonly id: string;
  readonly issuedAt: number;
  readonly notBefore: number;
  readonly expiresAt: number;
  /** Use after this moment means that the token was not renewed as agreed. */
  readonly warnAfter?: number;
  readonly namespace: string;
  readonly account: ObjectIdentity;
  readonly bound: Readonly<Partial<Record<BoundKind, ObjectIdentity>>>;
}

const PRIVATE_CLAIM = 'kubernetes.io';
const BOUND_KINDS: readonly BoundKind[] = ['pod', 'secret', 'node'];

/** The claims as they stand in a JWT. */
export function toJwtPayload(claims: TokenClaims, subject: string): JWTPayload {
  return {
    iss: claims.issuer,
    sub: subject,
    aud: [...claims.audiences],
    exp: claims.expiresAt,
    iat: claims.issuedAt,
    nbf: claims.notBefore,
    jti: claims.id,
    [PRIVATE_CLAIM]: {
      namespace: claims.namespace,
      serviceaccount: claims.account,
      ...claims.bound,
      ...(claims.warnAfter !== undefined && { warnafter: claims.warnAfter }),
    },
  };
}

/** The inverse; undefined for a JWT that is not a service-account token. */
export function parseTokenClaims(payload: JWTPayload): TokenClaims | undefined {
  const own = payload[PRIVATE_CLAIM];
  if (!isJsonObject(own) || typeof own.namespace !== 'string') return undefined;
  const account = parseIdentity(own.serviceaccount);
  const { iss, exp, iat, nbf, jti } = payload;
  if (account === undefined || iss === undefined || exp === undefined) return undefined;
  const audiences = typeof payload.aud === 'string' ? [payload.aud] : (payload.aud ?? []);
  const bound: Partial<Record<BoundKind, ObjectIdentity>> = {};
  for (const kind of BOUND_KINDS) {
    const identity = parseIdentity(own[kind]);
    if (identity !== undefined) bound[kind] = identity;
    // A binding that cannot be read must not turn into none.
    else if (own[kind] !== undefined) return undefined;
  }
  return {
    issuer: iss,
    audiences,
    id: jti ?? '',
    issuedAt: iat ?? 0,
    notBefore: nbf ?? 0,
    expiresAt: exp,
    ...(typeof own.warnafter === 'number' && { warnAfter: own.warnafter }),
    namespace: own.namespace,
    account,
    bound,
  };
}

function parseIdentity(value: unknown): ObjectIdentity | undefined {
  if (!isJsonObject(value) || typeof value.name !== 'string' || typeof value.uid !== 'string') return undefined;
  return { name: value.name, uid: value.uid };
}
