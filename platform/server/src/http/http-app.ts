import type { Server, ServerResponse } from 'node:http';
import { type Clock, isRecord, type Logger, type Random } from '@kubemin/base';
import type { ConnectionGuard, GuardedPort } from '@kubemin/base/connections';
import { API_PREFIX, CLIENT_HEADER, mayChange, runSourceSchema } from '@kubemin/client';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import {
  type AuditEntry,
  type AuditedRequest,
  type AuditTrail,
  type AuthorizedRequest,
  type Credentials,
  pathSubject,
  RateLimited,
  type RequestAuthorizer,
} from '../accounts/index.ts';
import {
  ApiError,
  type BoundRoute,
  type Caller,
  checkValueBounds,
  type IdempotentRequests,
  type IncomingRequest,
  type RequestSubject,
} from '../api/index.ts';
import { requestMessages } from '../messages/index.ts';
import { type RequestRecorder, type RequestTracing, requestPath } from '../metrics/index.ts';
import { allowOrigins, type CorsSettings } from './cors.ts';
import { errorResponse, pathPattern, rejectUnreadableRequest, unknownPath } from './error-response.ts';
import { writeEventStream } from './event-stream.ts';
import { repeatEvery } from './every-interval.ts';
import { isPageRequest, sendNotFoundPage, servePages } from './web/serve-pages.ts';
import type { WebPages } from './web/web-pages.ts';
import {
  bearerOfProtocols,
  checkOrigin,
  chooseProtocol,
  isWebSocketRequest,
  serveSocket,
  socketResponse,
  type WebSocketRequest,
  type WebSockets,
} from './web-socket.ts';

/** A route of the contract by its name there. */
export type RouteEntry = readonly [name: string, bound: BoundRoute];

export interface HttpAppOptions {
  readonly routes: readonly RouteEntry[];
  /** Handles requests that carry an Idempotency-Key. */
  readonly requests: IdempotentRequests;
  /** The pages for browsers. */
  readonly pages: WebPages;
  readonly authorizer: RequestAuthorizer;
  readonly audit: AuditTrail;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly recorder: RequestRecorder;
  readonly tracing: RequestTracing | undefined;
  readonly bodyLimitBytes: number;
  /** Proxies whose headers about addresses are used. */
  readonly trustedProxies: readonly string[];
  readonly cors: CorsSettings | undefined;
  readonly heartbeatMs: number;
  readonly sockets: WebSockets;
  /** Bounds what unauthenticated peers may open. @default nothing does */
  readonly guard: ConnectionGuard | undefined;
  /** Aborts when the server closes: every stream ends then. */
  readonly closing: AbortSignal;
}

/** The HTTP face of the contract: every bound route under the prefix, the public ones at the root too; pages at the root. */
export function createHttpApp(options: HttpAppOptions): FastifyInstance {
  const app = fastify({
    bodyLimit: options.bodyLimitBytes,
    return503OnClosing: false,
    // Nothing here depends on it, and Node's own refusal would not be in the one shape.
    http: { requireHostHeader: false, shouldUpgradeCallback: isWebSocketRequest },
    requestTimeout: 30_000,
    keepAliveTimeout: 60_000,
    clientErrorHandler: rejectUnreadableRequest,
    trustProxy: options.trustedProxies.length === 0 ? false : [...options.trustedProxies],
    genReqId: () => options.random.uuid(),
    // A HEAD of an event stream would never end.
    exposeHeadRoutes: false,
    // Longer than a request's head can be: the contract, not the router, decides about unknown ids.
    routerOptions: { maxParamLength: 65_536 },
    // The contract checks what comes and goes: what fastify would load for that costs a start time and memory.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    frameworkErrors: (error, request, reply) => sendError(options.logger, error, request, reply),
  });
  const port = options.guard?.protect(app.server, 'platform');
  // Bodies stay text: the contract defines how each is parsed, and documents must keep their author's bytes.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.addHook('onRequest', async (request, reply) => {
    // On the socket's own response: event streams are written past fastify.
    reply.raw.setHeader('x-request-id', request.id);
    const connection = port?.find(request.raw.socket);
    connection?.requestBegan();
    reply.raw.once('close', () => connection?.requestEnded());
  });
  if (options.cors !== undefined && options.cors.origins.length > 0) allowOrigins(app, options.cors);
  const audited: AuditedRequests = new WeakMap();
  app.setErrorHandler(async (error, request, reply) => {
    const { status, body } = errorResponse(error);
    await audited.get(request)?.end({ status, error: body.error });
    return sendError(options.logger, error, request, reply);
  });
  app.setNotFoundHandler((request, reply) => sendNotFoundPage(options.pages, request, reply));
  options.recorder.watch(app);
  options.tracing?.watch(app);
  const patterns = options.routes.map(([, { route }]) => pathPattern(route));
  // Before the body is read: fastify has rules of its own for those of methods that nothing here takes.
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404 || isPageRequest(request)) return;
    const { refusal, methods } = unknownPath(request.method, requestPath(request), patterns);
    if (methods.length > 0) reply.header('allow', methods.join(', '));
    throw refusal;
  });
  servePages(app, options.pages);
  for (const entry of options.routes) addRoute(app, entry, { ...options, audited, port });
  options.sockets.listen(app);
  return app;
}

function noSchemas(): never {
  throw new TypeError('routes have their schemas in the contract, and none of fastify');
}

type AuditedRequests = WeakMap<FastifyRequest, AuditEntry>;

interface RouteOptions extends HttpAppOptions {
  readonly audited: AuditedRequests;
  readonly port: GuardedPort | undefined;
}

function addRoute(app: FastifyInstance, [name, bound]: RouteEntry, options: RouteOptions): void {
  const { method, path, access } = bound.route;
  const urls = access === 'public' ? [`${API_PREFIX}${path}`, path] : [`${API_PREFIX}${path}`];
  const authorizedRequests = new WeakMap<FastifyRequest, AuthorizedRequest>();
  for (const url of urls) {
    app.route({
      method,
      url,
      // Before the body is read: a caller without permission cannot make the server read megabytes.
      onRequest: async (request) => {
        // Before anything looks up what the path names, or writes it down.
        checkValueBounds(request.params, 'BAD_REQUEST');
        const upgrade = findUpgrade(request, options.sockets);
        if (upgrade !== undefined) checkOrigin(request, options.cors);
        const credentials = readCredentials(request, upgrade);
        const caller = await options.authorizer.authenticate(bound.route, credentials);
        if (access !== 'public') options.port?.find(request.raw.socket)?.authenticated();
        options.recorder.sentBy(request, caller);
        const entry = mayChange(bound.route) ? options.audit.entry(auditedRequest(name, request, caller)) : undefined;
        if (entry !== undefined) options.audited.set(request, entry);
        entry?.about(pathSubject(request.params));
        const authorized = await options.authorizer.authorize(bound.route, credentials, caller);
        entry?.about(authorized.subject);
        authorizedRequests.set(request, authorized);
      },
      handler: (request, reply) => {
        const authorized = authorizedRequests.get(request);
        if (authorized === undefined) throw new TypeError(`a request for ${path} has not been authorized`);
        return respond(bound, { request, reply, authorized, entry: options.audited.get(request), options });
      },
    });
  }
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly authorized: AuthorizedRequest;
  /** Of requests that may change something. */
  readonly entry: AuditEntry | undefined;
  readonly options: HttpAppOptions;
}

async function respond(bound: BoundRoute, { request, reply, authorized, entry, options }: Exchange): Promise<void> {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const signal = AbortSignal.any([gone.signal, options.closing]);
  const { 'content-type': contentType = '', 'if-match': ifMatch } = request.headers;
  const idempotencyKey = firstHeader(request, 'idempotency-key');
  const upgrade = findUpgrade(request, options.sockets);
  if (upgrade === undefined && bound.route.response.encoding === 'socket') {
    reply.header('upgrade', 'websocket');
    throw new ApiError('UPGRADE_REQUIRED', requestMessages.socketOnly({ path: requestPath(request) }));
  }
  // Before the handler opens something that nothing would close.
  if (upgrade !== undefined && bound.protocols !== undefined) chooseProtocol(upgrade.protocols, bound.protocols);
  await entry?.begin();
  const incoming: IncomingRequest = {
    params: withTaskId(request.params, authorized.subject),
    query: request.query,
    body: { text: typeof request.body === 'string' ? request.body : '', contentType },
    lastEventId: firstHeader(request, 'last-event-id') ?? (upgrade && afterParameter(request.query)),
    ifMatch,
    source: runSourceSchema.catch('api').parse(firstHeader(request, CLIENT_HEADER)),
    caller: authorized.caller,
    address: request.ip,
    about: (subject) => entry?.about(subject),
    signal,
  };
  const { tracing, requests } = options;
  const handle = () =>
    idempotencyKey === undefined ? bound.handle(incoming) : requests.handle(bound, incoming, idempotencyKey);
  const result = await (tracing?.during(request, handle) ?? handle());
  const socket = upgrade === undefined ? undefined : socketResponse(result, options.clock);
  if (upgrade !== undefined && socket !== undefined) {
    await entry?.beginSession();
    await serveSocket(socket, { upgrade, request, reply, authorized, gone, signal, options });
    await entry?.end({ status: 101 });
    return;
  }
  const { status = 200 } = result.kind === 'text' ? result : { status: result.kind === 'over' ? 204 : 200 };
  await entry?.end({ status });
  if (result.kind === 'text') {
    if (result.etag !== undefined) reply.header('etag', result.etag);
    await reply.code(status).type(result.contentType).send(result.text);
    return;
  }
  if (result.kind === 'over') {
    // The one response after which readers of event streams, browsers included, do not reconnect.
    await reply.code(204).send();
    return;
  }
  // Without an upgrade such a route has thrown before.
  if (result.kind === 'socket') throw new TypeError(`${bound.route.path} needs a WebSocket`);
  reply.hijack();
  const { clock, heartbeatMs, logger } = options;
  const streamClosed = options.recorder.streamOpened(request);
  const stopAsking = repeatEvery(clock, heartbeatMs, async () => {
    if (!(await authorized.isStillAuthorized())) gone.abort();
  });
  try {
    await writeEventStream(reply.raw, result.events, { clock, heartbeatMs, signal });
  } catch (error) {
    // The head is out already: the client sees the stream end and comes back with its Last-Event-ID.
    if (!signal.aborted)
      logger.error('An event stream broke off.', { requestId: request.id, path: requestPath(request), error });
  } finally {
    streamClosed();
    stopAsking();
  }
}

function afterParameter(query: unknown): string | undefined {
  const after: unknown = isRecord(query) ? query.after : undefined;
  return typeof after === 'string' ? after : undefined;
}

/** A path may name a run by its number; handlers get the id. */
function withTaskId(params: unknown, { taskId }: RequestSubject): unknown {
  const names = typeof params === 'object' && params !== null && 'taskId' in params;
  return names && taskId !== undefined ? { ...params, taskId } : params;
}

function auditedRequest(route: string, request: FastifyRequest, caller: Caller): AuditedRequest {
  const { id: requestId, method, ip: address } = request;
  const userAgent = request.headers['user-agent'] ?? '';
  return { requestId, caller, route, method, path: requestPath(request), address, userAgent };
}

function findUpgrade(request: FastifyRequest, sockets: WebSockets): WebSocketRequest | undefined {
  return request.headers.upgrade === undefined ? undefined : sockets.find(request);
}

function readCredentials(request: FastifyRequest, upgrade: WebSocketRequest | undefined): Credentials {
  const offered = upgrade === undefined ? undefined : bearerOfProtocols(request.raw);
  const authorization = request.headers.authorization ?? offered;
  return { authorization, address: request.ip, params: request.params };
}

function firstHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function sendError(logger: Logger, thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body, blame } = errorResponse(thrown);
  const { id: requestId, method } = request;
  if (blame === 'fault')
    logger.error('A request failed.', { requestId, method, path: requestPath(request), error: thrown });
  if (thrown instanceof RateLimited) reply.header('retry-after', thrown.retryAfterSeconds);
  if (status === 401) reply.header('www-authenticate', 'Bearer realm="kubemin"');
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ ...body, requestId }));
}

/** The responses that a server has not finished yet. */
class OpenResponses {
  readonly #open = new Set<ServerResponse>();
  #settled: (() => void) | undefined;

  constructor(server: Server) {
    server.on('request', (_, response: ServerResponse) => {
      this.#open.add(response);
      response.once('close', () => {
        this.#open.delete(response);
        if (this.#open.size === 0) this.#settled?.();
      });
    });
  }

  /** Resolves once nothing is owed. */
  settled(): Promise<void> {
    if (this.#open.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#settled = resolve;
    });
  }
}

export interface GracefulCloseOptions {
  readonly clock: Clock;
  /** How long running requests may take to finish. */
  readonly graceMs: number;
  readonly sockets: WebSockets;
}

/**
 * Makes a function that stops a server: no new connections, running requests are finished, then everything is closed.
 * Node itself would wait for connections that were opened and never used, for as long as their client likes.
 */
export function gracefulClose(
  app: FastifyInstance,
  { clock, graceMs, sockets }: GracefulCloseOptions,
): () => Promise<void> {
  const responses = new OpenResponses(app.server);
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    const closed = app.close();
    const patience = new AbortController();
    const settled = Promise.all([responses.settled(), sockets.settled()]);
    await Promise.race([settled, clock.sleep(graceMs, patience.signal)]);
    patience.abort();
    app.server.closeAllConnections();
    // Those that have become WebSockets are not among them.
    sockets.destroy();
    await closed;
  };
  return () => {
    closing ??= close();
    return closing;
  };
}
