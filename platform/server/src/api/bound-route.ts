import type { Socket } from 'node:net';
import { closestName } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import {
  type BodyEncoding,
  type ErrorName,
  issueMessage,
  type Problem,
  type Route,
  type RunEvent,
  type RunSource,
  type Schema,
  type SchemaInput,
  type SchemaIssue,
  type SchemaOutput,
  type UnknownKey,
  unknownKeys,
} from '@kubemin/client';
import { requestMessages } from '../messages/index.ts';
import { ApiError } from './api-error.ts';
import type { Caller, RequestContext, RequestSubject } from './caller.ts';
import { parseJsonText } from './json-text.ts';
import { createProblem, locatedMessage } from './problem.ts';

/** A body as it arrived, and its declared content type. */
interface RawBody {
  readonly text: string;
  readonly contentType: string;
}

/** A request as HTTP gave it, not looked at yet. */
export interface IncomingRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: RawBody;
  readonly lastEventId: string | undefined;
  readonly ifMatch: string | undefined;
  /** Stands for the request and all its repetitions, where it has been given a key. */
  readonly requestId?: string;
  readonly source: RunSource;
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

/** A connection that has become a WebSocket. */
export interface SocketSession {
  readonly socket: Socket;
  /** The one both ends chose; undefined for a client that offered none. */
  readonly protocol: string | undefined;
  /** Aborts when the client is gone, the caller's rights have ended or the server closes. */
  readonly signal: AbortSignal;
}

/** Serves a session until it ends. */
export type SocketServer = (session: SocketSession) => Promise<void>;

/** One text with its media type. */
interface TextResponse {
  readonly kind: 'text';
  readonly text: string;
  readonly contentType: string;
  readonly etag?: string;
  /** 202: not finished; the same request sent again under its key continues. @default 200 */
  readonly status?: 202;
}

/** What a route returns: a text, a stream of events, that a stream has ended and nothing follows, or a WebSocket. */
export type RouteResponse =
  | TextResponse
  | { readonly kind: 'events'; readonly events: EventBursts }
  | { readonly kind: 'over' }
  | { readonly kind: 'socket'; readonly protocols: readonly string[]; readonly serve: SocketServer };

const JSON_TYPE = 'application/json; charset=utf-8';

/** A route of the contract with its handler, the types between them checked and forgotten. */
export interface BoundRoute {
  readonly route: Route;
  handle(request: IncomingRequest): Promise<RouteResponse>;
  /** Of a WebSocket: one of those that the client offers must be among them. */
  readonly protocols?: readonly string[];
}

type RouteOf<P extends Schema, Q extends Schema, B extends Schema, R extends Schema> = Route<P, Q, B, R>;

/** Binds a handler that returns one value, with status 202 where that is not finished. Only what the contract's schema allows is sent. */
export function bindJson<P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
  route: RouteOf<P, Q, B, R>,
  handler: (call: Call<SchemaOutput<P>, SchemaOutput<Q>, SchemaOutput<B>>) => Promise<SchemaInput<R>>,
  isFinished: (value: SchemaInput<R>) => boolean = () => true,
): BoundRoute {
  return {
    route,
    handle: async (request) => {
      const made = await handler(readCall(route, request));
      const value = route.response.schema.parse(made);
      const etag = route.response.etag && { etag: `"${responseField(value, route.response.etag)}"` };
      const status = isFinished(made) ? {} : { status: 202 as const };
      return { kind: 'text', text: JSON.stringify(value), contentType: JSON_TYPE, ...etag, ...status };
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

/** Binds a handler of a WebSocket. What it throws is an ordinary response; what it returns serves the session. */
export function bindSocket<P extends Schema, Q extends Schema>(
  route: RouteOf<P, Q, Schema, Schema>,
  protocols: readonly string[],
  handler: (call: Call<SchemaOutput<P>, SchemaOutput<Q>, unknown>) => Promise<SocketServer>,
): BoundRoute {
  return {
    route,
    protocols,
    handle: async (request) => ({ kind: 'socket', protocols, serve: await handler(readCall(route, request)) }),
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
  if (route.body.encoding === 'none') refuseFields(request.body);
  return {
    params: parseValue(route.params, request.params, 'BAD_REQUEST'),
    query: parseQuery(route, request.query),
    body: parseBody(route.body.schema, body, route.body.invalid),
    lastEventId: request.lastEventId,
    ifMatch: readIfMatch(request.ifMatch),
    requestId: request.requestId,
    source: request.source,
    caller: request.caller,
    address: request.address,
    about: (subject) => request.about(subject),
    signal: request.signal,
  };
}

/** Turns the raw body into what the route's schema reads. JSON bodies are parsed as JSON whatever their content type. */
const bodyDecoders: Readonly<Record<BodyEncoding, (raw: RawBody) => unknown>> = {
  none: () => undefined,
  json: ({ text }) => parseJsonText(text),
  document: ({ text, contentType }) => {
    if (text.trim() === '') throw new ApiError('BODY_UNREADABLE', requestMessages.bodyEmpty);
    return { text, format: /yaml/i.test(contentType) ? 'yaml' : 'json' };
  },
};

/** The revision of an If-Match header, such as `"3"`; the quotes may be missing, and a W/ may be there. */
function readIfMatch(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === '' || header.trim() === '*') return undefined;
  const revision = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header.trim())?.[1];
  if (revision !== undefined) return Number(revision);
  throw new ApiError('BAD_REQUEST', requestMessages.ifMatchInvalid({ value: header }));
}

/** The value as the schema reads it, or a refusal that lists every fault in it. */
function parseValue<S extends Schema>(schema: S, value: unknown, error: ErrorName): SchemaOutput<S> {
  checkValueBounds(value, error);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw refusal(error, parsed.error.issues.map(invalidValue));
}

/**
 * The same for a query. A parameter that the route does not have is a fault, too: a filter that is misspelt would list
 * everything. Only routes without a token leave others alone, as probes and load balancers add their own.
 */
function parseQuery<Q extends Schema>(route: RouteOf<Schema, Q, Schema, Schema>, query: unknown): SchemaOutput<Q> {
  const unknown = route.access === 'public' ? [] : unknownKeys(route.query, query);
  if (unknown.length === 0) return parseValue(route.query, query, 'BAD_REQUEST');
  checkValueBounds(query, 'BAD_REQUEST');
  const invalid = (route.query.safeParse(query).error?.issues ?? []).map(invalidValue);
  throw refusal('BAD_REQUEST', [...unknown.map((key) => unknownField(key, 'parameter')), ...invalid]);
}

/** Refuses the fields of a body where the route takes none: they would have no effect. What is no JSON object has none. */
function refuseFields({ text }: RawBody): void {
  const problems = bodyFields(text)
    .slice(0, FIELDS_SHOWN)
    .map((key) => unknownField({ path: [key], known: [] }, 'field'));
  if (problems.length > 0) throw refusal('BAD_REQUEST', problems);
}

const FIELDS_SHOWN = 20;

function bodyFields(text: string): readonly string[] {
  if (!text.trimStart().startsWith('{')) return [];
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? Object.keys(body) : [];
  } catch {
    return [];
  }
}

/** The same for a body, in which a key that the schema does not have is a fault, too: most likely it is misspelt. */
function parseBody<S extends Schema>(schema: S, value: unknown, error: ErrorName): SchemaOutput<S> {
  checkValueBounds(value, error);
  const parsed = schema.safeParse(value);
  const unknown = unknownKeys(schema, value);
  if (parsed.success && unknown.length === 0) return parsed.data;
  const fields = unknown.map((key) => unknownField(key, 'field'));
  throw refusal(error, [...fields, ...(parsed.error?.issues ?? []).map(invalidValue)]);
}

function refusal(error: ErrorName, problems: readonly Problem[]): ApiError {
  return new ApiError(error, requestMessages.invalid({ problems: problems.map(locatedMessage) }), { problems });
}

function invalidValue(issue: SchemaIssue): Problem {
  return createProblem({
    path: jsonPath(issue.path),
    code: issue.code.toUpperCase(),
    message: issueMessage(issue),
  });
}

function unknownField({ path, known }: UnknownKey, what: 'field' | 'parameter'): Problem {
  const key = String(path.at(-1));
  const guess = closestName(key, known);
  const hint = guess === undefined ? undefined : requestMessages.didYouMean({ name: guess });
  return createProblem({
    path: jsonPath(path),
    code: 'UNKNOWN_FIELD',
    message:
      what === 'field'
        ? requestMessages.unknownField({ field: key, hint })
        : requestMessages.unknownParameter({ parameter: key, hint }),
    fix: guess === undefined ? removal(known) : requestMessages.renameField({ name: guess }),
  });
}

function removal(known: readonly string[]): Message {
  return known.length === 0 ? requestMessages.removeField : requestMessages.removeOrUse({ fields: known });
}

function jsonPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? String(key) : `${text}.${String(key)}`;
  }, '');
}

/** What is checked, and how deep it may be nested. */
export interface ValueBounds {
  readonly subject: Message;
  readonly levels: number;
}

/** No request of the contract is half as deep; what is much deeper would exhaust the stack of the code that walks it. */
const REQUEST: ValueBounds = { subject: requestMessages.request, levels: 64 };

/**
 * Refuses a value that no service could keep: one that is nested beyond reason, or has a text with a zero character,
 * which neither every database nor Kubernetes can hold. Not recursive, as the value comes from outside.
 */
export function checkValueBounds(value: unknown, error: ErrorName, bounds = REQUEST): void {
  const waiting: { readonly value: unknown; readonly level: number }[] = [{ value, level: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, level } = next;
    if (typeof value === 'string') refuseZero(value, error, bounds);
    if (typeof value !== 'object' || value === null) continue;
    if (level === bounds.levels) {
      throw new ApiError(error, requestMessages.tooDeep(bounds));
    }
    for (const [key, inner] of Object.entries(value)) {
      refuseZero(key, error, bounds);
      waiting.push({ value: inner, level: level + 1 });
    }
  }
}

function refuseZero(text: string, error: ErrorName, { subject }: ValueBounds): void {
  if (text.includes('\0')) {
    throw new ApiError(error, requestMessages.nulCharacter({ subject }));
  }
}
