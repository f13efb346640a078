import type { Route } from '@kubemin/client';
import type { Admission, Authenticate, BearerCredentials } from '../accounts/index.ts';
import {
  ApiError,
  type Caller,
  createCaller,
  Permissions,
  RateLimited,
  type RateLimiter,
  type RequestSubject,
} from '../api/index.ts';
import { accountMessages } from '../messages/index.ts';

/** A request before its body is read. */
export interface Credentials extends BearerCredentials {
  readonly params: unknown;
}

/** A request whose caller is permitted to send it. */
export interface AuthorizedRequest {
  readonly caller: Caller;
  readonly subject: RequestSubject;
  /** Whether the same request would be authorized now with the same permissions: streams may outlive a token. */
  isStillAuthorized(): Promise<boolean>;
}

const ANONYMOUS: Caller = createCaller({ user: 'anonymous', userId: '', permissions: new Permissions([]) });

export interface RequestAuthorizerOptions {
  readonly authenticate: Authenticate;
  readonly admission: Pick<Admission, 'admit'>;
  /** The limit of requests of one token. */
  readonly requests: RateLimiter;
}

/** Authenticates and authorizes every request before its handler. */
export class RequestAuthorizer {
  readonly #authenticate: Authenticate;
  readonly #admission: Pick<Admission, 'admit'>;
  readonly #requests: RateLimiter;

  constructor(options: RequestAuthorizerOptions) {
    this.#authenticate = options.authenticate;
    this.#admission = options.admission;
    this.#requests = options.requests;
  }

  /** Authenticates the caller; refuses unknown callers, and those that send too many requests. */
  async authenticate(route: Route, credentials: Credentials): Promise<Caller> {
    if (route.access === 'public') return ANONYMOUS;
    const caller = await this.#authenticate(credentials);
    const wait = this.#requests.take(caller.tokenId ?? caller.userId);
    if (wait > 0) throw new RateLimited(accountMessages.tooManyRequests, wait);
    return caller;
  }

  /** Checks the permissions of a caller; throws when they do not suffice. */
  async authorize(route: Route, credentials: Credentials, caller: Caller): Promise<AuthorizedRequest> {
    if (route.access === 'public') return { caller, subject: {}, isStillAuthorized: async () => true };
    const subject = await this.#admission.admit(route, credentials.params, caller);
    return { caller, subject, isStillAuthorized: () => this.#isStillAuthorized(route, credentials, caller) };
  }

  async #isStillAuthorized(route: Route, credentials: Credentials, before: Caller): Promise<boolean> {
    try {
      const caller = await this.#authenticate(credentials);
      await this.#admission.admit(route, credentials.params, caller);
      return caller.permissions.fingerprint === before.permissions.fingerprint;
    } catch (error) {
      // A failed lookup is no rejection.
      return !(error instanceof ApiError);
    }
  }
}
