import type { Route, RunEvent, Schema, SchemaInput, SchemaOutput } from '@kubemin/client';
import { type Caller, type RequestContext, type RequestSubject, readIfMatch } from './caller.ts';
import { bodyDecoders, parseBody, parseValue, type RawBody } from './request-body.ts';

/** A request as HTTP gave it, not looked at yet. */
export interface IncomingRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: RawBody;
  readonly lastEventId: string | undefined;
  readonly ifMatch: string | undefined;
  readonly idempotencyKey: string | undefined;
  /** Stands for the request and all its repetitions, where it has been given a key. */
  readonly requestId?: string;
  readonly caller: Caller;
  /** Of the other end of the connection, or whom a trusted proxy names. */
  readonly address: string;
  /** Adds to the audit what the path does not contain. */
  about(subject: RequestSubject): void;
  /** Aborts when the client is gone or the server closes. */
  readonly signal: AbortSignal;
}

/** A request as the contract reads it. */
export interface Call<P, Q, B> extends RequestContext {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly lastEventId: string | undefined;
  readonly address: string;
  about(subject: RequestSubject): void;
  readonly signal: AbortSignal;
}

/** One event of a stream, ready for the wire. */
export interface StreamEvent {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

/** Events in bursts, as they come: a step of an iteration for each event would cost more than writing it. */
export type EventBursts = AsyncIterable<readonly StreamEvent[]>;

/** What a route returns: a text, a stream of events, or that a stream has ended and nothing follows. */
export type RouteResponse =
  | { readonly kind: 'text'; readonly text: string; readonly contentType: string; readonly etag?: string }
  | { readonly kind: 'events'; readonly events: EventBursts }
  | { readonly kind: 'over' };

const JSON_TYPE = 'application/json; charset=utf-8';

/** A route of the contract with its handler, the types between them checked and forgotten. */
export interface BoundRoute {
  readonly route: Route;
  handle(request: IncomingRequest): Promise<RouteResponse>;
}

type RouteOf<P extends Schema, Q extends Schema, B extends Schema, R extends Schema> = Route<P, Q, B, R>;

/** Binds a handler that returns one value. Only what the contract's schema allows is sent. */
export function bindJson<P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
  route: RouteOf<P, Q, B, R>,
  handler: (call: Call<SchemaOutput<P>, SchemaOutput<Q>, SchemaOutput<B>>) => Promise<SchemaInput<R>>,
): BoundRoute {
  return {
    route,
    handle: async (request) => {
      const value = route.response.schema.parse(await handler(readCall(route, request)));
      const etag = route.response.etag && { etag: `"${responseField(value, route.response.etag)}"` };
      return { kind: 'text', text: JSON.stringify(value), contentType: JSON_TYPE, ...etag };
    },
  };
}

function responseField(value: unknown, name: string): string {
  const field: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  if (field === undefined) throw new TypeError(`a response has no ${name} to be its ETag`);
  return String(field);
}

/** Binds a handler that returns plain text of a media type. */
export function bindText<P extends Schema, Q extends Schema, B extends Schema>(
  route: RouteOf<P, Q, B, Schema>,
  contentType: string,
  handler: (call: Call<SchemaOutput<P>, SchemaOutput<Q>, SchemaOutput<B>>) => Promise<string>,
): BoundRoute {
  return {
    route,
    handle: async (request) => ({ kind: 'text', text: await handler(readCall(route, request)), contentType }),
  };
}

/** Binds a handler that returns an encoded stream. The handler throws before it begins, or not at all. */
export function bindStream<P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
  route: RouteOf<P, Q, B, R>,
  handler: (call: Call<SchemaOutput<P>, SchemaOutput<Q>, SchemaOutput<B>>) => Promise<EventBursts>,
): BoundRoute {
  return { route, handle: async (request) => ({ kind: 'events', events: await handler(readCall(route, request)) }) };
}

/**
 * Binds a handler that returns a stream of run events, or undefined when nothing will ever follow. The handler throws
 * before the stream begins, or not at all.
 */
export function bindEvents<P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
  route: RouteOf<P, Q, B, R>,
  handler: (
    call: Call<SchemaOutput<P>, SchemaOutput<Q>, SchemaOutput<B>>,
  ) => Promise<AsyncIterable<RunEvent> | undefined>,
): BoundRoute {
  return {
    route,
    handle: async (request) => {
      const events = await handler(readCall(route, request));
      if (events === undefined) return { kind: 'over' };
      return { kind: 'events', events: streamed(route.response.schema, events) };
    },
  };
}

async function* streamed(schema: Schema, events: AsyncIterable<RunEvent>): EventBursts {
  for await (const event of events) {
    yield [{ id: String(event.sequence), event: event.kind, data: JSON.stringify(schema.parse(event)) }];
  }
}

function readCall<P extends Schema, Q extends Schema, B extends Schema>(
  route: RouteOf<P, Q, B, Schema>,
  request: IncomingRequest,
): Call<SchemaOutput<P>, SchemaOutput<Q>, SchemaOutput<B>> {
  const body = bodyDecoders[route.body.encoding](request.body);
  return {
    params: parseValue(route.params, request.params, 'BAD_REQUEST'),
    query: parseValue(route.query, request.query, 'BAD_REQUEST'),
    body: parseBody(route.body.schema, body, route.body.invalid),
    lastEventId: request.lastEventId,
    ifMatch: readIfMatch(request.ifMatch),
    requestId: request.requestId,
    caller: request.caller,
    address: request.address,
    about: (subject) => request.about(subject),
    signal: request.signal,
  };
}
