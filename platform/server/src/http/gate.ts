import type { Route } from '@kubemin/client';
import type { Admission } from '../accounts/admission.ts';
import type { Authenticate, BearerCredentials } from '../accounts/bearer-token.ts';
import { ApiError } from '../api/api-error.ts';
import { type Caller, createCaller, Permissions, type RequestSubject } from '../api/caller.ts';
import { RateLimited, type RateLimiter } from '../api/rate-limiter.ts';
import { accountMessages } from '../messages/index.ts';

/** A request before its body is read. */
export interface Credentials extends BearerCredentials {
  readonly params: unknown;
}

/** A request that was let in. */
export interface AuthorizedRequest {
  readonly caller: Caller;
  readonly subject: RequestSubject;
  /** Whether the same request would be let in now with the same permissions: streams outlive many a token. */
  holds(): Promise<boolean>;
}

const ANONYMOUS: Caller = createCaller({ user: 'anonymous', userId: '', permissions: new Permissions([]) });

export interface GateOptions {
  readonly authenticate: Authenticate;
  readonly admission: Pick<Admission, 'admit'>;
  /** How often one token may ask. */
  readonly requests: RateLimiter;
}

/** The one place where it is decided who gets through to a handler. */
export class Gate {
  readonly #authenticate: Authenticate;
  readonly #admission: Pick<Admission, 'admit'>;
  readonly #requests: RateLimiter;

  constructor(options: GateOptions) {
    this.#authenticate = options.authenticate;
    this.#admission = options.admission;
    this.#requests = options.requests;
  }

  /** Authenticates the caller; refuses unknown callers, and those that send too many requests. */
  async recognise(route: Route, visit: Credentials): Promise<Caller> {
    if (route.access === 'public') return ANONYMOUS;
    const caller = await this.#authenticate(visit);
    const wait = this.#requests.take(caller.tokenId ?? caller.userId);
    if (wait > 0) throw new RateLimited(accountMessages.tooManyRequests, wait);
    return caller;
  }

  /** Lets a caller in, or refuses. */
  async pass(route: Route, visit: Credentials, caller: Caller): Promise<AuthorizedRequest> {
    if (route.access === 'public') return { caller, subject: {}, holds: async () => true };
    const subject = await this.#admission.admit(route, visit.params, caller);
    return { caller, subject, holds: () => this.#holds(route, visit, caller) };
  }

  async #holds(route: Route, visit: Credentials, before: Caller): Promise<boolean> {
    try {
      const caller = await this.#authenticate(visit);
      await this.#admission.admit(route, visit.params, caller);
      return caller.permissions.fingerprint === before.permissions.fingerprint;
    } catch (error) {
      // A failed lookup is no rejection.
      return !(error instanceof ApiError);
    }
  }
}
