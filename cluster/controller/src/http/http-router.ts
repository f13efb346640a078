import { TerminalError } from '@kubemin/base';
import type { HttpHandler, HttpReply, HttpRequest } from './http-request.ts';
import { ProblemError } from './problem-error.ts';

/** A request whose path was recognised. */
export interface RoutedRequest extends HttpRequest {
  /** The decoded value of a `:name` segment; throws for a name that the route's pattern does not have. */
  param(name: string): string;
}

/** Answers requests of one route. */
export type RouteHandler = (request: RoutedRequest) => Promise<HttpReply>;

/** Where routes are added. */
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

/** Routes by method and path. A route that was added earlier wins over a later one that would match as well. */
export class HttpRouter implements Routes {
  readonly #routes: Route[] = [];

  /** Throws when there is such a route already. */
  add(method: string, pattern: string, handler: RouteHandler): this {
    if (this.#routes.some((route) => route.method === method && route.pattern === pattern)) {
      throw new TerminalError(`the route ${method} ${pattern} exists already; choose another path for one of the two`, {
        code: 'ROUTE_TAKEN',
      });
    }
    this.#routes.push({ method, pattern, segments: segmentsOf(pattern), handler });
    return this;
  }

  /** The same router for somebody whose routes all begin with `prefix`, such as `/v1`. */
  under(prefix: string): Routes {
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

  /** The router as a handler: 404 for paths it does not know, 405 for methods a known path does not take. */
  get handler(): HttpHandler {
    return async (request) => {
      const asked = segmentsOf(request.path);
      const matching = this.#routes.filter(({ segments }) => matches(segments, asked));
      const route = matching.find(({ method }) => method === methodOf(request));
      if (route === undefined) throw matching.length === 0 ? notThere(request) : notAllowed(request, matching);
      const params = paramsOf(route.segments, asked);
      return route.handler({ ...request, param: (name) => paramOf(params, name, route) });
    };
  }
}

function methodOf({ method }: HttpRequest): string {
  return method === 'HEAD' ? 'GET' : method;
}

function segmentsOf(path: string): readonly string[] {
  return path.split('/').slice(1);
}

function matches(segments: readonly string[], asked: readonly string[]): boolean {
  return (
    segments.length === asked.length &&
    segments.every((segment, index) => (segment.startsWith(':') ? asked[index] !== '' : segment === asked[index]))
  );
}

function paramsOf(segments: readonly string[], asked: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    segments.flatMap((segment, index) => (segment.startsWith(':') ? [[segment.slice(1), decoded(asked[index])]] : [])),
  );
}

function decoded(segment = ''): string {
  try {
    return decodeURIComponent(segment);
  } catch (cause) {
    throw new ProblemError(`'${segment}' in the path is not correctly percent-encoded`, {
      status: 400,
      code: 'PATH_INVALID',
      cause,
    });
  }
}

function paramOf(params: ReadonlyMap<string, string>, name: string, { pattern }: Route): string {
  const value = params.get(name);
  if (value !== undefined) return value;
  throw new TerminalError(`the route ${pattern} has no :${name}`, { code: 'ROUTE_PARAMETER_UNKNOWN' });
}

function notThere({ path }: HttpRequest): ProblemError {
  return new ProblemError(`there is nothing at ${path}`, { status: 404, code: 'PATH_NOT_FOUND' });
}

function notAllowed({ method, path }: HttpRequest, routes: readonly Route[]): ProblemError {
  const allow = [...new Set(routes.map((route) => route.method))].join(', ');
  const message = `${path} does not take ${method}; it takes ${allow}`;
  return new ProblemError(message, { status: 405, code: 'METHOD_NOT_ALLOWED', headers: { allow } });
}
