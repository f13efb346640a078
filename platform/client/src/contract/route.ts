import type * as z from 'zod';
import type { ErrorName } from './error-catalogue.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** How a request body travels: not at all, as JSON, or as an application document in its author's bytes. */
export type BodyEncoding = 'none' | 'json' | 'document';

/**
 * How a response is sent: as one JSON value, as events that each hold one (server-sent, or messages of a WebSocket if
 * the client asks for one), as plain text, or as a WebSocket with a protocol of its own.
 */
export type ResponseEncoding = 'json' | 'events' | 'text' | 'socket';

/** What a caller has to be allowed to do; `public` needs no caller. */
export type Access = 'public' | Action;

/** What people and tokens may be allowed to do. `exec` is to run commands in containers and to connect to their ports. */
export type Action = 'read' | 'deploy' | 'exec' | 'operate' | 'admin';

/**
 * Where the project comes from in which a caller needs the access: from nowhere (the whole platform), from the path's
 * application or run, or from the body or the response, in which case the handler itself checks the permissions.
 */
export type Subject = 'platform' | 'application' | 'task' | 'projects';

/** One line of the REST contract. Server handlers, the client's methods and the API description all come from it. */
export interface Route<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
  Path extends string = string,
> {
  readonly method: HttpMethod;
  /** Below the prefix, parameters as `:name`. */
  readonly path: Path;
  readonly summary: string;
  readonly access: Access;
  readonly subject: Subject;
  /**
   * `none`: reads although its method is not GET; it is not audited, and may be repeated. `acts`: acts although its
   * method is GET, as that of every WebSocket is; it is audited.
   */
  readonly effect?: 'none' | 'acts';
  readonly params: P;
  readonly query: Q;
  readonly body: {
    readonly encoding: BodyEncoding;
    readonly schema: B;
    /** The error for a body that does not match the schema. */
    readonly invalid: ErrorName;
  };
  readonly response: {
    readonly encoding: ResponseEncoding;
    readonly schema: R;
    /** False for a response that holds a secret which the server itself does not keep: no second request may get it. */
    readonly kept?: false;
    /** The response's field that is also its ETag: the value for `If-Match` of the next change. */
    readonly etag?: 'revision';
    /** What status 202 with the same schema means, where the route may return it. */
    readonly accepted?: string;
  };
  /** The errors it may return beyond those every route has (BAD_REQUEST, UNAUTHENTICATED, INTERNAL, …). */
  readonly errors: readonly ErrorName[];
}

/** Every route of the API is below this path; health is also served at the root. */
export const API_PREFIX = '/api/v1';

/** States a route; only here so that the compiler keeps the exact schema types. */
export function defineRoute<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
  const Path extends string,
>(route: Route<P, Q, B, R, Path>): Route<P, Q, B, R, Path> {
  return route;
}

/** Whether a request may change something; one that may is audited. */
export function mayChange({ method, effect }: Pick<Route, 'method' | 'effect'>): boolean {
  return effect === undefined ? method !== 'GET' : effect === 'acts';
}

/** Whether requests may carry an Idempotency-Key: where something may change, and the response may be stored. */
export function acceptsIdempotencyKey(route: Pick<Route, 'method' | 'effect' | 'response'>): boolean {
  return mayChange(route) && route.response.kept !== false && route.response.encoding !== 'socket';
}

/** The names of a path's parameters, in its order. */
export function paramNames(path: string): readonly string[] {
  return [...path.matchAll(/:([a-zA-Z]+)/g)].flatMap(([, name]) => (name === undefined ? [] : [name]));
}

/** The path of a route with its parameters filled in, percent-encoded, below the prefix. */
export function routePath(route: Pick<Route, 'path'>, params: Readonly<Record<string, string>>): string {
  const filled = route.path.replace(/:([a-zA-Z]+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === '') throw new TypeError(`the path ${route.path} needs a value for ${name}`);
    return encodeURIComponent(value);
  });
  return `${API_PREFIX}${filled}`;
}
