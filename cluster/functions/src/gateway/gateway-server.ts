import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Clock, type Logger, listenError, toError } from '@kubemin/base';
import { errorMessage } from '@kubemin/base/message';
import { isJsonObject, type JsonObject, type JsonValue } from '@kubemin/kubeapi';
import { COLD_HEADER, ERROR_HEADER, EVENT_ID_HEADER, FROM_WORKFLOW_HEADER } from '../invoker/index.ts';
import { functionMessages } from '../messages/index.ts';
import { CallError } from './call-error.ts';
import { CallTimeoutError, type ForwardedCall, forwardCall, InstanceLostError } from './forward-call.ts';
import { type FunctionRoute, type FunctionRouter, notFound } from './function-router.ts';
import type { GatewayMetrics } from './gateway-metrics.ts';
import { BodyReader } from './request-body.ts';

export interface GatewayOptions {
  readonly router: FunctionRouter;
  readonly host: string;
  /** 0 chooses a free one. */
  readonly port: number;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics?: GatewayMetrics | undefined;
  readonly invocations: InvocationRecords;
  /** Further paths: returns whether it has taken the request. */
  readonly handle?: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
}

/** Asynchronous calls. */
export interface InvocationRecords {
  /** Stores a call, and returns its name; it is executed then. */
  create(call: AsynchronousCall): Promise<string>;
  /** The stored record. */
  find(
    namespace: string,
    name: string,
  ): Promise<{ readonly function: string; readonly record: JsonObject } | undefined>;
}

export interface AsynchronousCall {
  readonly namespace: string;
  readonly name: string;
  readonly arguments: JsonObject;
  readonly eventId: string | undefined;
}

export interface Gateway {
  readonly port: number;
  close(): Promise<void>;
}

/** All bodies that are held at a time. */
const HELD_BYTES = 256 * 1024 * 1024;
/** An object of Kubernetes must stay small. */
const ASYNCHRONOUS_BYTES = 256 * 1024;
/** A request is sent to this many instances that cannot be reached, one after the other. */
const MAX_ATTEMPTS = 4;
const DEFAULT_NAMESPACE = 'default';
/** On responses the revision that served them; requests may ask for one. */
const REVISION_HEADER = 'x-function-revision';

/** Listens for requests to functions. */
export async function serveGateway(options: GatewayOptions): Promise<Gateway> {
  const handler = new GatewayHandler(options);
  const server = createServer((request, response) => void handler.handle(request, response));
  server.requestTimeout = 0;
  const { host, port } = options;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', (error) => reject(listenError(host, port, error)));
  server.listen(port, host, 1_024, resolve);
  await promise;
  server.on('error', (error) => options.logger.error('the gateway of functions failed', { error }));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: () => closeServer(server),
  };
}

async function closeServer(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  server.closeAllConnections();
  await promise;
}

interface CallTarget {
  readonly namespace: string;
  readonly name: string;
  /** Below the path of the function, with a leading slash, and with the query. */
  readonly path: string;
}

class GatewayHandler {
  readonly #options: GatewayOptions;
  readonly #bodies = new BodyReader(HELD_BYTES);

  constructor(options: GatewayOptions) {
    this.#options = options;
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    try {
      await this.#route(request, response, gone.signal);
    } catch (error) {
      if (!gone.signal.aborted) this.#sendError(request, response, error);
    }
  }

  async #route(request: IncomingMessage, response: ServerResponse, signal: AbortSignal): Promise<void> {
    const { url = '/' } = request;
    if (url === '/healthz') return sendText(response, 200, 'ok');
    const call = parseCallPath(url);
    if (call !== undefined) return this.#call(call, { request, response, signal });
    const [, invocationNamespace, invocation] = /^\/invocations\/([^/?]+)\/([^/?]+)\/?$/.exec(url) ?? [];
    if (invocationNamespace !== undefined && invocation !== undefined) {
      return this.#showInvocation(invocationNamespace, invocation, request, response);
    }
    if (this.#options.handle?.(request, response) === true) return;
    throw new CallError(404, 'NotFound', functionMessages.unknownPath({ path: url }));
  }

  async #call(target: CallTarget, exchange: Exchange): Promise<void> {
    const { clock, metrics, router } = this.#options;
    const { request, response } = exchange;
    const key = `${target.namespace}/${target.name}`;
    const route = router.find(key);
    // Not measured: made-up names must not become labels.
    if (route === undefined) throw notFound(target);
    const begun = clock.monotonic();
    const labels = { namespace: target.namespace, function: target.name };
    try {
      authorize(request, route);
      if (target.path.split('?')[0] !== '/' && !route.hasPaths) {
        throw new CallError(404, 'NotFound', functionMessages.unknownPath({ path: request.url ?? '' }));
      }
      if (wantsAsynchronous(request)) await this.#callLater(route, exchange);
      else await this.#callNow(key, route, target, exchange);
    } catch (error) {
      if (!exchange.signal.aborted) this.#sendError(request, response, error);
    } finally {
      metrics?.calls
        .series({
          ...labels,
          code: String(exchange.signal.aborted && !response.writableFinished ? 499 : response.statusCode),
        })
        .add();
      metrics?.duration.series(labels).observe((clock.monotonic() - begun) / 1_000);
    }
  }

  async #callNow(key: string, route: FunctionRoute, target: CallTarget, exchange: Exchange): Promise<void> {
    const { request } = exchange;
    const { body, release } = await this.#bodies.read(request, route.maxBodyBytes);
    try {
      const { authorization, ...headers } = request.headers;
      const forwarded: ForwardedCall = {
        method: request.method ?? 'POST',
        path: target.path,
        // The token of the function is for the gateway alone.
        headers: route.token === undefined && authorization !== undefined ? { ...headers, authorization } : headers,
        body,
      };
      for (let attempt = 0; ; attempt += 1) {
        try {
          await this.#send(key, route, { forwarded, attempt }, exchange);
          return;
        } catch (error) {
          const mayRepeat = error instanceof InstanceLostError && (error.isUnsent || route.idempotent);
          if (!mayRepeat || attempt + 1 >= MAX_ATTEMPTS || exchange.response.headersSent) throw error;
        }
      }
    } finally {
      release();
    }
  }

  async #send(
    key: string,
    route: FunctionRoute,
    { forwarded, attempt }: { readonly forwarded: ForwardedCall; readonly attempt: number },
    { request, response, signal }: Exchange,
  ): Promise<void> {
    const { router, clock, metrics } = this.#options;
    const begun = clock.monotonic();
    const fromWorkflow = request.headers[FROM_WORKFLOW_HEADER] === 'true';
    const wanted = request.headers[REVISION_HEADER];
    const revision = typeof wanted === 'string' ? wanted : undefined;
    const assignment = await router.assign(key, { fromWorkflow, attempt, revision, signal });
    const { instance, cold } = assignment;
    if (cold) {
      const labels = { namespace: route.namespace, function: route.name };
      metrics?.coldStart.series(labels).observe((clock.monotonic() - begun) / 1_000);
    }
    try {
      const received = await forwardCall(forwarded, { instance, route, clock, signal });
      try {
        response.writeHead(received.response.statusCode ?? 502, {
          ...received.headers,
          [COLD_HEADER]: String(cold),
          [REVISION_HEADER]: instance.revision,
        });
        await sendBody(received.response, response);
      } catch (error) {
        throw signal.aborted ? error : new InstanceLostError(instance, false, error);
      } finally {
        received.finish();
      }
    } catch (error) {
      if (error instanceof InstanceLostError || error instanceof CallTimeoutError) router.suspect(key, instance);
      throw error;
    } finally {
      assignment.release();
    }
  }

  async #callLater(route: FunctionRoute, { request, response }: Exchange): Promise<void> {
    const { invocations } = this.#options;
    const { namespace, name, maxBodyBytes } = route;
    const { body, release } = await this.#bodies.read(request, Math.min(maxBodyBytes, ASYNCHRONOUS_BYTES));
    release();
    const eventId = request.headers[EVENT_ID_HEADER];
    const invocation = await invocations.create({
      namespace,
      name,
      arguments: parseArguments(body),
      eventId: typeof eventId === 'string' ? eventId : undefined,
    });
    const location = `/invocations/${namespace}/${invocation}`;
    response.setHeader('location', location).setHeader('preference-applied', 'respond-async');
    sendJson(response, 202, { invocation, namespace, location });
  }

  async #showInvocation(
    namespace: string,
    name: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { invocations, router } = this.#options;
    const found = await invocations.find(namespace, name);
    const missing = new CallError(
      404,
      'NotFound',
      functionMessages.unknownInvocation({ name: `${namespace}/${name}` }),
    );
    if (found === undefined) throw missing;
    const route = router.find(`${namespace}/${found.function}`);
    if (route === undefined) throw missing;
    authorize(request, route);
    sendJson(response, 200, found.record);
  }

  #sendError(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    if (!(error instanceof CallError)) {
      this.#options.logger.warn('a request to the gateway of functions failed', {
        url: request.url,
        error: toError(error),
      });
    }
    // A response that was begun can only be cut off.
    if (response.headersSent) return void response.destroy();
    const [status, type] = error instanceof CallError ? [error.status, error.type] : [500, 'InternalError'];
    response.setHeader(ERROR_HEADER, type);
    // What is left of a body is not read: the connection cannot be used again.
    if (!request.complete) response.setHeader('connection', 'close');
    sendJson(response, status, { error: { type, message: errorMessage(error).message } });
  }
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Aborted when the response is closed. */
  readonly signal: AbortSignal;
}

/** `/functions/NAME` is of the namespace default; with a namespace further parts are the path that the function sees. */
export function parseCallPath(url: string): CallTarget | undefined {
  const [, first, second, rest = '', query = ''] =
    /^\/functions\/([^/?]+)(?:\/([^/?]+)(\/[^?]*)?|\/)?(\?.*)?$/.exec(url) ?? [];
  if (first === undefined) return undefined;
  const path = `${rest === '' ? '/' : rest}${query}`;
  if (second === undefined) return { namespace: DEFAULT_NAMESPACE, name: first, path };
  return { namespace: first, name: second, path };
}

function authorize({ headers }: IncomingMessage, { token }: FunctionRoute): void {
  if (token === undefined) return;
  const given = Buffer.from(headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  if (given.length === wanted.length && timingSafeEqual(given, wanted)) return;
  throw new CallError(401, 'Unauthorized', functionMessages.tokenNeeded);
}

function wantsAsynchronous({ headers }: IncomingMessage): boolean {
  return String(headers.prefer ?? '')
    .split(/[,;]/)
    .some((preference) => preference.trim().toLowerCase() === 'respond-async');
}

function parseArguments(body: Buffer): JsonObject {
  if (body.length === 0) return {};
  let parsed: JsonValue;
  try {
    parsed = JSON.parse(body.toString('utf8'));
  } catch (cause) {
    throw new CallError(400, 'InvalidJson', functionMessages.bodyNotJson, cause);
  }
  if (isJsonObject(parsed)) return parsed;
  throw new CallError(400, 'InvalidArguments', functionMessages.bodyNotJson);
}

function sendJson(response: ServerResponse, status: number, value: object): void {
  const body = Buffer.from(`${JSON.stringify(value)}\n`);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
}

/** Rejects when the instance breaks off, or the client. */
async function sendBody(from: IncomingMessage, to: ServerResponse): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const breakOff = (): void => {
    if (from.complete && to.writableFinished) return;
    reject(new CallError(502, 'instance-lost', functionMessages.responseCutOff));
    from.destroy();
    to.destroy();
  };
  from.once('error', breakOff).once('close', () => from.complete || breakOff());
  to.once('finish', resolve).once('close', breakOff);
  from.pipe(to);
  await promise;
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain', 'content-length': text.length }).end(text);
}
