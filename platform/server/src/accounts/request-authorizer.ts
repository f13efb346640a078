import type { Clock } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { type Access, EVERYWHERE, mayChange, type Route, type Subject } from '@kubemin/client';
import {
  ApiError,
  applicationNotFound,
  type Caller,
  createCaller,
  Permissions,
  type RequestSubject,
  runNotFound,
} from '../api/index.ts';
import { accountMessages } from '../messages/index.ts';
import type { ApplicationProjects } from './application-projects.ts';
import type { Authenticate, BearerCredentials } from './bearer-token.ts';

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
  readonly projects: Pick<ApplicationProjects, 'applicationProject' | 'taskId' | 'taskProject'>;
  /** The limit of requests of one token. */
  readonly requests: RateLimiter;
}

type NeededAction = Exclude<Access, 'public'>;

interface AccessQuestion {
  readonly action: NeededAction;
  readonly params: unknown;
  readonly caller: Caller;
  /** No record of it is stored, so the project need not be looked up where the caller may do it in all of them. */
  readonly readOnly: boolean;
}

/**
 * Authenticates and authorizes every request before its handler, by what its route declares. A caller who may not even
 * read a project gets the response for what does not exist: same status, same message.
 */
export class RequestAuthorizer {
  readonly #authenticate: Authenticate;
  readonly #projects: RequestAuthorizerOptions['projects'];
  readonly #requests: RateLimiter;
  readonly #bySubject: Readonly<Record<Subject, (question: AccessQuestion) => Promise<RequestSubject>>> = {
    platform: (question) => this.#platform(question),
    application: (question) => this.#application(question),
    task: (question) => this.#task(question),
    projects: (question) => this.#inProjects(question),
  };

  constructor(options: RequestAuthorizerOptions) {
    this.#authenticate = options.authenticate;
    this.#projects = options.projects;
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
    const subject = await this.#admit(route, credentials.params, caller);
    return { caller, subject, isStillAuthorized: () => this.#isStillAuthorized(route, credentials, caller) };
  }

  async #isStillAuthorized(route: Route, credentials: Credentials, before: Caller): Promise<boolean> {
    try {
      const caller = await this.#authenticate(credentials);
      await this.#admit(route, credentials.params, caller);
      return caller.permissions.fingerprint === before.permissions.fingerprint;
    } catch (error) {
      // A failed lookup is no rejection.
      return !(error instanceof ApiError);
    }
  }

  async #admit(route: Route, params: unknown, caller: Caller): Promise<RequestSubject> {
    const { access, subject } = route;
    if (access === 'public') return {};
    return this.#bySubject[subject]({ action: access, params, caller, readOnly: !mayChange(route) });
  }

  /** Every known caller may read the platform; changing it needs the role everywhere. */
  async #platform({ action, caller: { permissions } }: AccessQuestion): Promise<RequestSubject> {
    const allowed = action === 'read' ? permissions.hasScope('read') : permissions.everywhere(action);
    if (!allowed) throw forbidden(permissions.lack(action, EVERYWHERE));
    return {};
  }

  async #application({ action, params, caller, readOnly }: AccessQuestion): Promise<RequestSubject> {
    const appId = stringParam(params, 'appId');
    if (readOnly && caller.permissions.everywhere(action)) return { appId };
    const project = await this.#projects.applicationProject(appId);
    if (project === undefined) throw applicationNotFound(appId);
    requirePermission(caller, action, project, applicationNotFound(appId));
    return { appId, project };
  }

  async #task({ action, params, caller, readOnly }: AccessQuestion): Promise<RequestSubject> {
    const named = stringParam(params, 'taskId');
    const taskId = await this.#projects.taskId(named);
    if (taskId === undefined) throw runNotFound(named);
    if (readOnly && caller.permissions.everywhere(action)) return { taskId };
    const found = await this.#projects.taskProject(taskId);
    // In the words of the request: an id that the caller did not have must not show.
    if (found === undefined) throw runNotFound(named);
    requirePermission(caller, action, found.project ?? EVERYWHERE, runNotFound(named));
    return { taskId, ...found };
  }

  /** The handler decides for each project; here only who has nothing to ask for at all is turned away. */
  async #inProjects({ action, caller: { permissions } }: AccessQuestion): Promise<RequestSubject> {
    const somewhere = action === 'read' || permissions.projects(action).length > 0;
    if (!permissions.hasScope(action) || !somewhere) throw forbidden(permissions.lack(action, EVERYWHERE));
    return {};
  }
}

/** Refuses an action in a project: as forbidden to callers who may see the project, as `absent` to all others. */
export function requirePermission(caller: Caller, action: NeededAction, project: string, absent: ApiError): void {
  const { permissions } = caller;
  if (permissions.may(action, project)) return;
  throw permissions.sees(project) ? forbidden(permissions.lack(action, project)) : absent;
}

/** Refuses an action in a project that the caller named: that reveals nothing about what it holds. */
export function requireProjectPermission(caller: Caller, action: NeededAction, project: string): void {
  const { permissions } = caller;
  if (!permissions.may(action, project)) throw forbidden(permissions.lack(action, project));
}

/** The error for a caller who may know that something exists, but may not do this to it. */
export function forbidden(lack: Message): ApiError {
  return new ApiError('FORBIDDEN', lack);
}

/** What a path names, whether it is there or not. */
export function pathSubject(params: unknown): RequestSubject {
  const appId = stringParam(params, 'appId');
  const taskId = stringParam(params, 'taskId');
  return { ...(appId !== '' && { appId }), ...(taskId !== '' && { taskId }) };
}

function stringParam(params: unknown, name: string): string {
  const value: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, name) : undefined;
  return typeof value === 'string' ? value : '';
}

export interface RateLimit {
  /** How many a second, in the long run. */
  readonly perSecond: number;
  /** How many at once, by a sender that has been idle. */
  readonly burst: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** Limit of the keys that are remembered; beyond it, the one that has been idle longest is dropped. */
const MAX_KEYS = 10_000;

/** Token buckets, one for each key, in bounded memory. */
export class RateLimiter {
  readonly #limit: RateLimit;
  readonly #clock: Clock;
  /** In the order of the last use: the quietest first. */
  readonly #buckets = new Map<string, Bucket>();

  constructor(limit: RateLimit, clock: Clock) {
    this.#limit = limit;
    this.#clock = clock;
  }

  /** Takes one token; returns how many milliseconds to wait when there is none, and 0 when there was. */
  take(key: string): number {
    const wait = this.wait(key);
    if (wait > 0) return wait;
    const bucket = this.#filled(key);
    this.#buckets.delete(key);
    this.#buckets.set(key, { ...bucket, tokens: bucket.tokens - 1 });
    const [quietest] = this.#buckets.keys();
    if (this.#buckets.size > MAX_KEYS && quietest !== undefined) this.#buckets.delete(quietest);
    return 0;
  }

  /** Gives back what was taken for something that does not count. */
  giveBack(key: string): void {
    const bucket = this.#buckets.get(key);
    if (bucket !== undefined) this.#buckets.set(key, { ...bucket, tokens: bucket.tokens + 1 });
  }

  /** How many milliseconds there would be to wait; takes nothing. */
  wait(key: string): number {
    const { tokens } = this.#filled(key);
    return tokens >= 1 ? 0 : Math.ceil(((1 - tokens) / this.#limit.perSecond) * 1_000);
  }

  #filled(key: string): Bucket {
    const { perSecond, burst } = this.#limit;
    const now = this.#clock.monotonic();
    const bucket = this.#buckets.get(key);
    if (bucket === undefined) return { tokens: burst, at: now };
    const tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 1_000) * perSecond);
    return { tokens, at: now };
  }
}

/** Thrown when a caller exceeds a rate limit. */
export class RateLimited extends ApiError {
  readonly retryAfterSeconds: number;

  constructor(reason: Message, waitMs: number) {
    const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
    super('RATE_LIMITED', accountMessages.retryAfter({ reason, seconds }));
    this.retryAfterSeconds = seconds;
  }
}
