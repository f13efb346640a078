import { createHash } from 'node:crypto';
import type { Clock } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import type { KubeClient } from '@kubemin/kube';
import { type ApiHandler, isStatusError, type UserInfo } from '@kubemin/kubeapi';
import { authentication } from '@kubemin/kubeapi/resources';
import type { TokenReview } from '@kubemin/kubeapi/types/authentication.v1';
import { ProblemError } from '../http/index.ts';
import { apiextMessages } from '../messages/index.ts';
import type { CallerAuthenticator } from './caller-transports.ts';

const DEFAULT_TTL_MS = 10_000;
const MAX_CACHED_REVIEWS = 1000;

/** How tokens are reviewed, and how requests are sent as their users. */
export interface TokenReviewAuthenticatorOptions {
  /** Must be allowed to create tokenreviews; used only for them. */
  readonly reviewClient: KubeClient;
  /** Sends requests to the API with the permissions of that user. */
  handlerFor(user: UserInfo): ApiHandler;
  readonly clock: Clock;
  /** How long the review of a token is cached. @default 10 s */
  readonly ttlMs?: number | undefined;
}

interface CachedReview {
  readonly user: UserInfo | undefined;
  readonly until: number;
}

/** Authenticates bearer tokens by TokenReview. Requests without a token are rejected, so that no caller acts as the program. */
export function tokenReviewAuthenticator(options: TokenReviewAuthenticatorOptions): CallerAuthenticator {
  return new TokenReviewAuthenticator(options);
}

class TokenReviewAuthenticator implements CallerAuthenticator {
  readonly #options: TokenReviewAuthenticatorOptions;
  /** By the hash of the token, oldest first: a memory dump must not contain credentials of callers. */
  readonly #reviews = new Map<string, CachedReview>();

  constructor(options: TokenReviewAuthenticatorOptions) {
    this.#options = options;
  }

  async handlerFor(
    headers: Parameters<CallerAuthenticator['handlerFor']>[0],
    signal: AbortSignal,
  ): Promise<ApiHandler> {
    if (Object.keys(headers).some((name) => name.startsWith('impersonate-'))) {
      // Ignoring it would grant permissions that the caller asked to drop.
      const message = apiextMessages.impersonation;
      throw new ProblemError(message, { status: 400, code: 'IMPERSONATION_UNSUPPORTED' });
    }
    const token = /^Bearer +([\x21-\x7e]+) *$/i.exec(headers.authorization ?? '')?.[1];
    if (token === undefined) {
      throw unauthorized(apiextMessages.noToken);
    }
    const user = await this.#authenticate(token, signal);
    if (user === undefined) throw unauthorized(apiextMessages.tokenRefused);
    return this.#options.handlerFor(user);
  }

  async #authenticate(token: string, signal: AbortSignal): Promise<UserInfo | undefined> {
    const { clock, ttlMs = DEFAULT_TTL_MS } = this.#options;
    const key = createHash('sha256').update(token).digest('base64');
    const known = this.#reviews.get(key);
    if (known !== undefined && clock.monotonic() < known.until) return known.user;
    const user = await this.#review(token, signal);
    this.#reviews.delete(key);
    this.#reviews.set(key, { user, until: clock.monotonic() + ttlMs });
    const [oldest] = this.#reviews.keys();
    if (this.#reviews.size > MAX_CACHED_REVIEWS && oldest !== undefined) this.#reviews.delete(oldest);
    return user;
  }

  async #review(token: string, signal: AbortSignal): Promise<UserInfo | undefined> {
    const { status } = await this.#createReview(token, signal);
    const { username, groups = [], uid, extra } = status?.user ?? {};
    if (status?.authenticated !== true || username === undefined || username === '') return undefined;
    return {
      username,
      groups,
      ...(uid !== undefined && uid !== '' && { uid }),
      ...(extra !== undefined && { extra }),
    };
  }

  async #createReview(token: string, signal: AbortSignal): Promise<TokenReview> {
    const reviews = this.#options.reviewClient.resource(authentication.v1.tokenreviews);
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
      // Passed on unchanged, it would look like a missing permission of the caller.
      throw new ProblemError(apiextMessages.reviewRefused({ reason: error.message }), {
        status: 503,
        code: 'TOKEN_REVIEW_REFUSED',
        cause: error,
      });
    }
  }
}

function unauthorized(message: Message): ProblemError {
  return new ProblemError(message, { status: 401, code: 'KUBE_UNAUTHORIZED' });
}
