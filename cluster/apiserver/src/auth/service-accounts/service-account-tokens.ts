import type { Clock, Random } from '@kubemin/base';
import type { KubeObject, UserInfo } from '@kubemin/kubeapi';
import type { Authentication, Authenticator } from '../authentication/authenticator.ts';
import type { BearerToken } from '../authentication/authorization-header.ts';
import { serviceAccountGroups, serviceAccountUsername } from '../authentication/service-account-user.ts';
import type { ServiceAccountSigner } from './service-account-signer.ts';
import {
  type BoundKind,
  type ObjectIdentity,
  parseTokenClaims,
  type TokenClaims,
  toJwtPayload,
} from './token-claims.ts';

/** Who signs tokens, and for whom. */
export interface ServiceAccountSettings {
  readonly signer: ServiceAccountSigner;
  /** A URL; verifiers find the keys under it. */
  readonly issuer: string;
  /** What this API server calls itself. @default the issuer */
  readonly audiences?: readonly string[];
}

/** Looks up the objects tokens stand for. */
export type TokenObjects = (
  kind: BoundKind | 'serviceaccount',
  namespace: string,
  name: string,
) => KubeObject | undefined;

/** What the tokens work with. */
export interface ServiceAccountTokensOptions extends ServiceAccountSettings {
  readonly find: TokenObjects;
  readonly clock: Clock;
  readonly random: Random;
}

/** What a new token is for. */
export interface TokenSpec {
  readonly namespace: string;
  readonly account: ObjectIdentity;
  readonly audiences: readonly string[];
  readonly lifetimeSeconds: number;
  readonly warnAfterSeconds?: number;
  readonly bound: TokenClaims['bound'];
}

/** Checking a signature costs more than all the rest of a request; a token that is used again is remembered. */
const REMEMBERED_TOKENS = 4096;
const EXTRA_PREFIX = 'authentication.kubernetes.io/';

/** Issues and checks the tokens of service accounts. A token dies with its account, and with what it is bound to. */
export class ServiceAccountTokens {
  readonly #options: ServiceAccountTokensOptions;
  readonly #verified = new Map<string, TokenClaims>();

  constructor(options: ServiceAccountTokensOptions) {
    this.#options = options;
  }

  get issuer(): string {
    return this.#options.issuer;
  }

  get signer(): ServiceAccountSigner {
    return this.#options.signer;
  }

  /** Tokens for one of these are good here. */
  get audiences(): readonly string[] {
    return this.#options.audiences ?? [this.#options.issuer];
  }

  async issue(wish: TokenSpec): Promise<{ readonly token: string; readonly claims: TokenClaims }> {
    const { signer, issuer, clock, random } = this.#options;
    const now = Math.floor(clock.now() / 1000);
    const { namespace, account, audiences, bound } = wish;
    const claims: TokenClaims = {
      issuer,
      audiences,
      id: random.uuid(),
      issuedAt: now,
      notBefore: now,
      expiresAt: now + wish.lifetimeSeconds,
      ...(wish.warnAfterSeconds !== undefined && { warnAfter: now + wish.warnAfterSeconds }),
      namespace,
      account,
      bound,
    };
    const subject = serviceAccountUsername({ namespace, name: account.name });
    return { token: await signer.sign(toJwtPayload(claims, subject)), claims };
  }

  readonly authenticate: Authenticator = async (credentials): Promise<Authentication> => {
    if (credentials.authorization === undefined) return { kind: 'none' };
    const { bearer } = credentials.authorization;
    const claims = bearer === undefined ? undefined : await this.#verifiedClaims(bearer);
    if (claims === undefined) return { kind: 'refused' };
    const wanted = credentials.audiences ?? this.audiences;
    const audiences = wanted.filter((audience) => claims.audiences.includes(audience));
    const problem = audiences.length === 0 ? audienceProblem(claims, wanted) : this.#claimsProblem(claims);
    if (problem !== undefined) return { kind: 'refused', reason: problem };
    return { kind: 'user', user: serviceAccountUser(claims), audiences, expiresAt: claims.expiresAt * 1000 };
  };

  async #verifiedClaims({ token, digest }: BearerToken): Promise<TokenClaims | undefined> {
    const known = this.#verified.get(digest);
    if (known !== undefined || !token.includes('.')) return known;
    const claims = await this.#verify(token);
    if (claims === undefined) return undefined;
    const [oldest] = this.#verified.keys();
    if (this.#verified.size >= REMEMBERED_TOKENS && oldest !== undefined) this.#verified.delete(oldest);
    this.#verified.set(digest, claims);
    return claims;
  }

  async #verify(token: string): Promise<TokenClaims | undefined> {
    try {
      const claims = parseTokenClaims(await this.#options.signer.verify(token));
      return claims?.issuer === this.#options.issuer ? claims : undefined;
    } catch {
      // Not a JWT, or not signed by this server: for another authenticator.
      return undefined;
    }
  }

  /** Checked on every use: a token can become invalid at any time. */
  #claimsProblem(claims: TokenClaims): string | undefined {
    const { find, clock } = this.#options;
    const now = clock.now() / 1000;
    if (now >= claims.expiresAt) return 'service account token has expired';
    if (now < claims.notBefore) return 'service account token is not valid yet';
    const { namespace, account, bound } = claims;
    const targets: readonly (readonly [BoundKind | 'serviceaccount', string, ObjectIdentity | undefined])[] = [
      ['serviceaccount', namespace, account],
      ['pod', namespace, bound.pod],
      ['secret', namespace, bound.secret],
      // A pod's token names its node for information; it is bound to the pod.
      ['node', '', bound.pod === undefined ? bound.node : undefined],
    ];
    const dead = targets.find(
      ([kind, where, identity]) =>
        identity !== undefined && !isPresent(find(kind, where, identity.name), identity, now),
    );
    return dead === undefined ? undefined : 'service account token has been invalidated';
  }
}

/** Something on its way out is good until its deletion time. */
function isPresent(object: KubeObject | undefined, { uid }: ObjectIdentity, now: number): boolean {
  if (object === undefined || object.metadata.uid !== uid) return false;
  const { deletionTimestamp } = object.metadata;
  return deletionTimestamp === undefined || Date.parse(deletionTimestamp) / 1000 > now;
}

function audienceProblem(claims: TokenClaims, wanted: readonly string[]): string {
  return `token audiences ${JSON.stringify(claims.audiences)} is invalid for the target audiences ${JSON.stringify(wanted)}`;
}

function serviceAccountUser({ namespace, account, bound, id }: TokenClaims): UserInfo {
  const facts = {
    'credential-id': id === '' ? undefined : `JTI=${id}`,
    ...named('node', bound.node),
    ...named('pod', bound.pod),
  };
  const extra = Object.entries(facts).flatMap(([key, value]) =>
    value === undefined ? [] : [[`${EXTRA_PREFIX}${key}`, [value]] as const],
  );
  return {
    username: serviceAccountUsername({ namespace, name: account.name }),
    uid: account.uid,
    groups: serviceAccountGroups(namespace),
    ...(extra.length > 0 && { extra: Object.fromEntries(extra) }),
  };
}

function named(kind: string, identity: ObjectIdentity | undefined): Readonly<Record<string, string>> {
  return identity === undefined ? {} : { [`${kind}-name`]: identity.name, [`${kind}-uid`]: identity.uid };
}
