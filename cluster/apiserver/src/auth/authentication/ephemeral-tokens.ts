import type { Clock, Random } from '@kubemin/base';
import { tooManyRequests, type UserInfo } from '@kubemin/kubeapi';
import type { Authenticator } from './authenticator.ts';
import { tokenDigest } from './authorization-header.ts';

/** A token that lives longer than this is not ephemeral. */
export const MAX_TOKEN_SECONDS = 24 * 3600;

/** In the extra of the user of such a token. */
const TOKEN_EXTRA = 'authentication.kubemin.io/ephemeral-token';
const TOKEN_BYTES = 32;
const PREFIX = 'kme_';
/** Tokens are kept in memory; a client that requests ever more of them must not fill it. */
const MAX_TOKENS = 10_000;

/** What its owner may know about a token, besides the token. */
export interface EphemeralToken {
  /** Names the token for revocation; cannot be used to authenticate. */
  readonly id: string;
  readonly user: UserInfo;
  readonly expiresAt: number;
}

/** A new token: the only moment it can be seen. */
export interface IssuedToken extends EphemeralToken {
  readonly token: string;
}

/** Short-lived tokens issued while the server runs. Only digests are kept, in memory: a restart ends them all. */
export class EphemeralTokens {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #byDigest = new Map<string, EphemeralToken>();

  constructor({ clock, random }: { readonly clock: Clock; readonly random: Random }) {
    this.#clock = clock;
    this.#random = random;
  }

  issue(user: UserInfo, lifetimeMs: number): IssuedToken {
    this.#forgetExpired();
    if (this.#byDigest.size >= MAX_TOKENS) throw tooManyRequests('there are too many ephemeral tokens', 60);
    const token = `${PREFIX}${Buffer.from(this.#random.bytes(TOKEN_BYTES)).toString('base64url')}`;
    const entry = { id: this.#random.uuid(), user, expiresAt: this.#clock.now() + lifetimeMs };
    this.#byDigest.set(tokenDigest(token), entry);
    return { ...entry, token };
  }

  find(id: string): EphemeralToken | undefined {
    this.#forgetExpired();
    return [...this.#byDigest.values()].find((entry) => entry.id === id);
  }

  /** Whether there was such a token; it is refused from now on. */
  revoke(id: string): boolean {
    for (const [digest, entry] of this.#byDigest) {
      if (entry.id === id) return this.#byDigest.delete(digest);
    }
    return false;
  }

  readonly authenticate: Authenticator = async ({ authorization }) => {
    if (authorization === undefined) return { kind: 'none' };
    const found = this.#byDigest.get(authorization.bearer?.digest ?? '');
    if (found === undefined) return { kind: 'refused' };
    if (found.expiresAt <= this.#clock.now()) return { kind: 'refused', reason: 'the ephemeral token has expired' };
    const user = { ...found.user, extra: { ...found.user.extra, [TOKEN_EXTRA]: [found.id] } };
    return { kind: 'user', user, expiresAt: found.expiresAt };
  };

  #forgetExpired(): void {
    const now = this.#clock.now();
    for (const [digest, { expiresAt }] of this.#byDigest) if (expiresAt <= now) this.#byDigest.delete(digest);
  }
}

/** Whether the user came with an ephemeral token: those must not be able to make the next one, or they would never end. */
export function usesEphemeralToken({ extra }: UserInfo): boolean {
  return extra?.[TOKEN_EXTRA] !== undefined;
}
