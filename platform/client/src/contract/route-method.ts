import type * as z from 'zod';
import { type Connection, type FetchResponse, isAbort } from './connection.ts';
import { documentTextSchema } from './document-text.ts';
import { unexpectedResponse, unreachable } from './platform-error.ts';
import { type BodyEncoding, paramNames, type ResponseEncoding, type Route, routePath } from './route.ts';
import { nothing } from './route-parts.ts';

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** The revision the change was made for: with another one there, the server refuses with REVISION_CONFLICT. */
  readonly ifMatch?: number;
  /** Names the request: sent again with the same name, it gets the same response and is not executed again. */
  readonly idempotencyKey?: string;
  /** For documents: fields that no schema has are kept with a warning instead of refused. */
  readonly lenient?: boolean;
}

type Params<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${string}/${infer After}`
    ? [id: string, ...Params<`/${After}`>]
    : [id: string]
  : [];

type MaybeOmitted<T> = Record<never, never> extends T ? [payload?: T] : [payload: T];

/** Routes have a body or a query, or neither. A query is given as what the server makes of it. */
type Payload<Q, B> = [B] extends [undefined]
  ? [Q] extends [Readonly<Record<string, never>>]
    ? []
    : [query?: Partial<Q>]
  : MaybeOmitted<B>;

/** The method of a route: the parameters of its path, its body or query where it has one, and options. */
export type RouteMethod<R> =
  R extends Route<z.ZodType, infer Q, infer B, infer A, infer Path>
    ? (...input: [...Params<Path>, ...Payload<z.output<Q>, z.input<B>>, options?: CallOptions]) => Promise<z.output<A>>
    : never;

/** Makes the method of a route on a connection. */
export function routeMethod<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  A extends z.ZodType,
  Path extends string,
>(connection: Connection, route: Route<P, Q, B, A, Path>) {
  const names = paramNames(route.path);
  const hasBody = route.body.encoding !== 'none';
  const query: z.ZodType = route.query;
  const hasPayload = hasBody || query !== nothing;
  return async (...input: readonly unknown[]): Promise<z.output<A>> => {
    const params = Object.fromEntries(names.map((name, index) => [name, String(input[index] ?? '')]));
    const payload = hasPayload ? input[names.length] : undefined;
    const last = input[names.length + (hasPayload ? 1 : 0)];
    const options = isCallOptions(last) ? last : {};
    const { contentType, body } = encodings[route.body.encoding](payload);
    const request = {
      method: route.method,
      path: routePath(route, params),
      query: { ...(hasBody ? {} : toQuery(payload)), ...(options.lenient === true ? { lenient: 'true' } : {}) },
      headers: {
        accept: route.response.encoding === 'json' ? 'application/json' : '*/*',
        ...(contentType === undefined ? {} : { 'content-type': contentType }),
        ...toHeaders(options),
      },
      ...(body === undefined ? {} : { body }),
      signal: options.signal,
    };
    const url = connection.requestUrl(request);
    const response = await connection.send(request);
    const text = await readText(url, response, options.signal);
    try {
      return route.response.schema.parse(decodings[route.response.encoding](text));
    } catch (error) {
      throw unexpectedResponse(url, response.status, error);
    }
  };
}

interface Encoded {
  readonly contentType?: string;
  readonly body?: string;
}

const encodings: Readonly<Record<BodyEncoding, (payload: unknown) => Encoded>> = {
  none: () => ({}),
  json: (payload = {}) => ({ contentType: 'application/json', body: JSON.stringify(payload) }),
  document: (payload) => {
    const { text, format } = documentTextSchema.parse(payload);
    return { contentType: `application/${format}`, body: text };
  },
};

const decodings: Readonly<Record<ResponseEncoding, (text: string) => unknown>> = {
  json: (text) => JSON.parse(text),
  events: (text) => text,
  text: (text) => text,
  // What comes without an upgrade is an error.
  socket: (text) => text,
};

function toQuery(payload: unknown): Readonly<Record<string, string | undefined>> {
  if (typeof payload !== 'object' || payload === null) return {};
  return Object.fromEntries(
    Object.entries(payload).map(([name, value]) => [name, value === undefined ? undefined : String(value)]),
  );
}

function isCallOptions(value: unknown): value is CallOptions {
  return typeof value === 'object' && value !== null;
}

function toHeaders({ ifMatch, idempotencyKey }: CallOptions): Readonly<Record<string, string>> {
  return {
    ...(ifMatch === undefined ? {} : { 'if-match': `"${ifMatch}"` }),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
  };
}

async function readText(url: string, response: FetchResponse, signal: AbortSignal | undefined): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    if (isAbort(error, signal)) throw error;
    throw unreachable(url, error);
  }
}
