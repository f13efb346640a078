import { createHash } from 'node:crypto';
import type { Clock } from '@kubemin/base';
import type { KubeClient } from '@kubemin/kube';
import { type ApiHandler, isStatusError, type UserInfo, unauthorized } from '@kubemin/kubeapi';
import { authentication } from '@kubemin/kubeapi/resources';
import type { TokenReview } from '@kubemin/kubeapi/types/authentication.v1';
import { ProblemError } from '../http/problem-error.ts';
import type { CallerGate } from './caller-transports.ts';

const DEFAULT_TTL_MS = 10_000;
const MAX_REMEMBERED = 1000;

/** Whom to ask about tokens, and how to act for their holders. */
export interface TokenReviewGateOptions {
  /** Must be allowed to create tokenreviews; used for nothing else. */
  readonly own: KubeClient;
  /** The way to the API with that user's rights. */
  as(user: UserInfo): ApiHandler;
  readonly clock: Clock;
  /** For how long an answer about a token is believed. @default 10 s */
  readonly ttlMs?: number | undefined;
}

interface Remembered {
  readonly user: UserInfo | undefined;
  readonly until: number;
}

/** A gate that asks the cluster whose bearer token it is. Callers without one are turned away: nobody acts as the program. */
export function tokenReviewGate(options: TokenReviewGateOptions): CallerGate {
  return new TokenReviewGate(options);
}

class TokenReviewGate implements CallerGate {
  readonly #options: TokenReviewGateOptions;
  /** By the hash of the token, oldest first: a dump of our memory shall not hold other people's credentials. */
  readonly #remembered = new Map<string, Remembered>();

  constructor(options: TokenReviewGateOptions) {
    this.#options = options;
  }

  async handlerFor(headers: Parameters<CallerGate['handlerFor']>[0], signal: AbortSignal): Promise<ApiHandler> {
    if (Object.keys(headers).some((name) => name.startsWith('impersonate-'))) {
      // To pass it over would be to lend rights that the caller has asked to do without.
      const message = 'impersonation is not passed on; send a token of whom you mean to be';
      throw new ProblemError(message, { status: 400, code: 'IMPERSONATION_UNSUPPORTED' });
    }
    const token = /^Bearer +([\x21-\x7e]+) *$/i.exec(headers.authorization ?? '')?.[1];
    if (token === undefined) {
      throw unauthorized('who is asking? Send the token you use with kubectl as "Authorization: Bearer TOKEN"');
    }
    const user = await this.#userOf(token, signal);
    if (user === undefined) throw unauthorized('the cluster does not know this token; it may have expired');
    return this.#options.as(user);
  }

  async #userOf(token: string, signal: AbortSignal): Promise<UserInfo | undefined> {
    const { clock, ttlMs = DEFAULT_TTL_MS } = this.#options;
    const key = createHash('sha256').update(token).digest('base64');
    const known = this.#remembered.get(key);
    if (known !== undefined && clock.monotonic() < known.until) return known.user;
    const user = await this.#review(token, signal);
    this.#remembered.delete(key);
    this.#remembered.set(key, { user, until: clock.monotonic() + ttlMs });
    const [oldest] = this.#remembered.keys();
    if (this.#remembered.size > MAX_REMEMBERED && oldest !== undefined) this.#remembered.delete(oldest);
    return user;
  }

  async #review(token: string, signal: AbortSignal): Promise<UserInfo | undefined> {
    const { status } = await this.#reviewed(token, signal);
    const { username, groups = [], uid, extra } = status?.user ?? {};
    if (status?.authenticated !== true || username === undefined || username === '') return undefined;
    return {
      username,
      groups,
      ...(uid !== undefined && uid !== '' && { uid }),
      ...(extra !== undefined && { extra }),
    };
  }

  async #reviewed(token: string, signal: AbortSignal): Promise<TokenReview> {
    const reviews = this.#options.own.resource(authentication.v1.tokenreviews);
    const review = {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenReview',
      metadata: {},
      spec: { token },
    } as const;
    try {
      return await reviews.create(review, { signal });
    } catch (error) {
      if (!isStatusError(error) || error.retryable) throw error;
      // Passed on as it is, it would look as if the caller were not allowed something.
      const message = 'whose token this is cannot be found out: this program must be allowed to create tokenreviews';
      throw new ProblemError(`${message} (${error.message})`, {
        status: 503,
        code: 'TOKEN_REVIEW_REFUSED',
        cause: error,
      });
    }
  }
}
