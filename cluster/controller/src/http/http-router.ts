import { ProgrammingError } from '@kubemin/base';
import { httpMessages } from '../messages/index.ts';
import type { HttpHandler, HttpReply, HttpRequest } from './http-request.ts';
import { ProblemError } from './problem-error.ts';

/** A request that matched a route. */
export interface RoutedRequest extends HttpRequest {
  /** The decoded value of a `:name` segment; throws for a name that is not in the pattern of the route. */
  param(name: string): string;
}

/** Handles requests of one route. */
export type RouteHandler = (request: RoutedRequest) => Promise<HttpReply>;

/** Accepts routes. */
export interface Routes {
  /** Adds a route, such as `GET /things/:name`; `:name` stands for exactly one segment. */
  add(method: string, pattern: string, handler: RouteHandler): Routes;
}

interface Route {
  readonly method: string;
  readonly pattern: string;
  readonly segments: readonly string[];
  readonly handler: RouteHandler;
}

/** Routes by method and path. Of several that match, the first one added is used. */
export class HttpRouter implements Routes {
  readonly #routes: Route[] = [];

  /** Throws ROUTE_TAKEN when the route exists already. */
  add(method: string, pattern: string, handler: RouteHandler): this {
    if (this.#routes.some((route) => route.method === method && route.pattern === pattern)) {
      throw new ProgrammingError(
        `the route ${method} ${pattern} exists already; choose another path for one of the two`,
        'ROUTE_TAKEN',
      );
    }
    this.#routes.push({ method, pattern, segments: splitPath(pattern), handler });
    return this;
  }

  /** Adds routes to this router with `prefix`, such as `/v1`, before their patterns. */
  withPrefix(prefix: string): Routes {
    const routes: Routes = {
      add: (method, pattern, handler) => {
        this.add(method, `${prefix}${pattern}`, handler);
        return routes;
      },
    };
    return routes;
  }

  /** `METHOD pattern` of every route, in order. */
  routes(): readonly string[] {
    return this.#routes.map(({ method, pattern }) => `${method} ${pattern}`);
  }

  /** The router as a handler: 404 for unknown paths, 405 for methods that a known path does not support. */
  get handler(): HttpHandler {
    return async (request) => {
      const requested = splitPath(request.path);
      const matching = this.#routes.filter(({ segments }) => matches(segments, requested));
      const route = matching.find(({ method }) => method === routedMethod(request));
      if (route === undefined)
        throw matching.length === 0 ? pathNotFound(request) : methodNotAllowed(request, matching);
      const params = pathParams(route.segments, requested);
      return route.handler({ ...request, param: (name) => requireParam(params, name, route) });
    };
  }
}

function routedMethod({ method }: HttpRequest): string {
  return method === 'HEAD' ? 'GET' : method;
}

function splitPath(path: string): readonly string[] {
  return path.split('/').slice(1);
}

function matches(segments: readonly string[], requested: readonly string[]): boolean {
  return (
    segments.length === requested.length &&
    segments.every((segment, index) =>
      segment.startsWith(':') ? requested[index] !== '' : segment === requested[index],
    )
  );
}

function pathParams(segments: readonly string[], requested: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    segments.flatMap((segment, index) =>
      segment.startsWith(':') ? [[segment.slice(1), decodeSegment(requested[index])]] : [],
    ),
  );
}

function decodeSegment(segment = ''): string {
  try {
    return decodeURIComponent(segment);
  } catch (cause) {
    throw new ProblemError(httpMessages.pathNotEncoded({ segment }), {
      status: 400,
      code: 'PATH_INVALID',
      cause,
    });
  }
}

function requireParam(params: ReadonlyMap<string, string>, name: string, { pattern }: Route): string {
  const value = params.get(name);
  if (value !== undefined) return value;
  throw new ProgrammingError(`the route ${pattern} has no :${name}`, 'ROUTE_PARAMETER_UNKNOWN');
}

function pathNotFound({ path }: HttpRequest): ProblemError {
  return new ProblemError(httpMessages.noRoute({ path }), { status: 404, code: 'PATH_NOT_FOUND' });
}

function methodNotAllowed({ method, path }: HttpRequest, routes: readonly Route[]): ProblemError {
  const allow = [...new Set(routes.map((route) => route.method))].join(', ');
  const message = httpMessages.methodNotAllowed({ path, method, allow });
  return new ProblemError(message, { status: 405, code: 'METHOD_NOT_ALLOWED', headers: { allow } });
}
