import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Duplex } from 'node:stream';
import { KubeminError, TerminalError } from '@kubemin/base';
import type { ApiBody, ApiHandler, ApiRequest, ApiResponse } from '@kubemin/kubeapi';
import { connectionMessages } from '../../messages/index.ts';
import { type CredentialSource, type Credentials, type FixedCredentials, fixedCredentials } from './credentials.ts';
import { HttpAgents, type TlsOptions } from './http-agents.ts';
import { toHttpError } from './http-error.ts';
import { readResponse, toStreamResponse, toUpgradeResponse, toWatchResponse } from './http-response.ts';
import { type Impersonation, impersonationHeaders } from './impersonation.ts';
import { rejectOnAbort } from './reject-on-abort.ts';

/** Where the API is and how to be let in. */
export interface HttpTransportOptions extends TlsOptions, FixedCredentials {
  /** `https://host:port` or `http://host:port`, with a path prefix where the API sits behind a proxy. */
  readonly server: string;
  /** Authorities to trust, PEM. @default those of the runtime */
  readonly ca?: string | undefined;
  /** A function is asked before each request, as tokens from files are renewed while we run. */
  readonly token?: string | (() => string) | undefined;
  /** PEM. */
  readonly clientCert?: string | undefined;
  /** PEM. */
  readonly clientKey?: string | undefined;
  /** Credentials that change while we run; used instead of token and basic. */
  readonly credentials?: CredentialSource | undefined;
  readonly impersonate?: Impersonation | undefined;
  /** The name the server's certificate must carry. @default the host of `server` */
  readonly tlsServerName?: string | undefined;
  /** @default false */
  readonly insecureSkipTlsVerify?: boolean | undefined;
  /** How long a plain request may stay silent. Watches and streams may be silent for as long as they like. @default 60 s */
  readonly timeoutMs?: number | undefined;
  /** @default 'kubemin' */
  readonly userAgent?: string | undefined;
}

/** An API handler with connections behind it. */
export interface HttpTransport {
  readonly handler: ApiHandler;
  /** Ends all connections: watches finish, requests in flight fail, later ones are refused. */
  close(): void;
}

/** Sends requests to any cluster over HTTP/1.1, with keep-alive. Responses are deep-frozen, as in loopback. */
export function httpTransport(options: HttpTransportOptions): HttpTransport {
  const connection = new HttpConnection(options);
  return { handler: (request) => connection.handle(request), close: () => connection.close() };
}

const IDEMPOTENT_METHOD = 'GET';

class HttpConnection {
  readonly #base: URL;
  readonly #options: HttpTransportOptions;
  readonly #source: CredentialSource;
  readonly #timeoutMs: number;
  readonly #request: typeof httpRequest;
  readonly #agents: HttpAgents;
  readonly #closed = new AbortController();

  constructor(options: HttpTransportOptions) {
    this.#base = serverUrl(options.server);
    this.#options = options;
    this.#source = options.credentials ?? fixedCredentials(options);
    this.#timeoutMs = options.timeoutMs ?? 60_000;
    const secure = this.#base.protocol === 'https:';
    this.#request = secure ? httpsRequest : httpRequest;
    this.#agents = new HttpAgents(secure ? options : undefined, options);
  }

  async handle(request: ApiRequest): Promise<ApiResponse> {
    request.beforeSending?.();
    request.signal?.throwIfAborted();
    const where = `${request.method} ${this.#base.origin}${request.path}`;
    try {
      this.#throwIfClosed(where);
      const message = await this.#sendAuthenticated(request);
      if (message.statusCode === 101) return toUpgradeResponse(message);
      if (message.statusCode === 200 && isWatch(request)) return toWatchResponse(message);
      if (message.statusCode === 200 && request.expect === 'stream') return toStreamResponse(message);
      return await readResponse(message, where);
    } catch (error) {
      request.signal?.throwIfAborted();
      this.#throwIfClosed(where);
      throw error instanceof KubeminError ? error : toHttpError(error, where);
    }
  }

  close(): void {
    this.#closed.abort();
    this.#agents.destroy();
  }

  #throwIfClosed(where: string): void {
    if (!this.#closed.signal.aborted) return;
    throw new TerminalError(connectionMessages.transportClosed({ request: where }), { code: 'TRANSPORT_CLOSED' });
  }

  /** A request refused with 401 was not carried out: with other credentials it may be sent again, whatever it does. */
  async #sendAuthenticated(request: ApiRequest): Promise<IncomingMessage> {
    const first = await this.#credentials(request);
    const message = await this.#exchange(request, first);
    if (message.statusCode !== 401) return message;
    this.#source.reject(first);
    const second = await this.#credentials(request);
    if (second === first) return message;
    message.resume();
    return this.#exchange(request, second);
  }

  #credentials({ signal }: ApiRequest): Promise<Credentials> {
    return rejectOnAbort(rejectOnAbort(this.#source.current(), signal), this.#closed.signal);
  }

  #exchange(request: ApiRequest, credentials: Credentials, attempt = 1): Promise<IncomingMessage> {
    const payload = request.body === undefined ? undefined : encodeBody(request.body);
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const outgoing = this.#request(this.#url(request), this.#requestOptions(request, payload, credentials));
    const cut = (): void => {
      outgoing.destroy(abortError());
    };
    const signals = [this.#closed.signal, ...(request.signal ? [request.signal] : [])];
    for (const signal of signals) signal.addEventListener('abort', cut, { once: true });
    outgoing.on('close', () => {
      for (const signal of signals) signal.removeEventListener('abort', cut);
    });
    // It may have waited for a connection; nothing is written before this.
    outgoing.on('socket', () => request.beforeSending?.());
    outgoing.on('timeout', () => outgoing.destroy(timeoutError(this.#timeoutMs)));
    let hasResponse = false;
    outgoing.on('response', (message) => {
      hasResponse = true;
      if (isLongLived(request)) outgoing.setTimeout(0);
      resolve(message);
    });
    outgoing.on('upgrade', (message, socket, head) => {
      hasResponse = true;
      outgoing.setTimeout(0);
      if (head.byteLength > 0) socket.unshift(head);
      destroyOnAbort(socket, signals);
      resolve(message);
    });
    outgoing.on('error', (error) => {
      // The server may close an idle connection just as it is used again. Then the request did not fail.
      const stale = outgoing.reusedSocket && !hasResponse && 'code' in error && error.code === 'ECONNRESET';
      if (!stale || attempt > 1 || request.method !== IDEMPOTENT_METHOD) reject(error);
      else resolve(this.#exchange(request, credentials, attempt + 1));
    });
    outgoing.end(payload);
    return promise;
  }

  #url({ path, query }: ApiRequest): URL {
    const url = new URL(this.#base);
    url.pathname = `${this.#base.pathname.replace(/\/$/, '')}${path}`;
    url.search = query.toString();
    return url;
  }

  #requestOptions(
    request: ApiRequest,
    payload: Uint8Array | undefined,
    { authorization, clientCert, clientKey }: Credentials,
  ): RequestOptions {
    const { userAgent = 'kubemin', impersonate, clientCert: ownCert, clientKey: ownKey } = this.#options;
    const certificate =
      clientCert === undefined ? { clientCert: ownCert, clientKey: ownKey } : { clientCert, clientKey };
    return {
      method: request.method,
      agent: this.#agents.agentFor(isLongLived(request) ? 'watch' : 'request', certificate),
      timeout: this.#timeoutMs,
      headers: {
        'user-agent': userAgent,
        accept: 'application/json',
        ...definedHeaders(request.headers),
        ...(request.body?.contentType && { 'content-type': request.body.contentType }),
        ...(payload && { 'content-length': payload.byteLength }),
        ...(authorization !== undefined && { authorization }),
        ...impersonationHeaders(impersonate),
      },
    };
  }
}

function serverUrl(server: string): URL {
  const url = URL.parse(server);
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new TerminalError(connectionMessages.badServer({ server }), { code: 'SERVER_ADDRESS_INVALID' });
}

/** Never text: Node would write the headers before it in the encoding of the body. */
function encodeBody(body: ApiBody): Uint8Array {
  return body.kind === 'bytes' ? body.bytes : Buffer.from(JSON.stringify(body.value));
}

function definedHeaders(headers: ApiRequest['headers']): OutgoingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function isWatch({ query }: ApiRequest): boolean {
  const watch = query.get('watch');
  return watch === 'true' || watch === '1';
}

/** Whether the connection stays open until the server or the caller ends it. */
function isLongLived(request: ApiRequest): boolean {
  return request.expect !== undefined || isWatch(request);
}

/** An upgraded connection no longer belongs to the request, so the signals must destroy it directly. */
function destroyOnAbort(socket: Duplex, signals: readonly AbortSignal[]): void {
  const cut = (): void => {
    socket.destroy();
  };
  // A connection that breaks emits an error whether it has a reader or not.
  socket.on('error', cut);
  for (const signal of signals) signal.addEventListener('abort', cut, { once: true });
  socket.on('close', () => {
    for (const signal of signals) signal.removeEventListener('abort', cut);
  });
}

function timeoutError(timeoutMs: number): Error {
  return Object.assign(new Error(`no response within ${timeoutMs} ms`), { code: 'ETIMEDOUT' });
}

function abortError(): Error {
  return Object.assign(new Error('the request was given up'), { code: 'ABORT_ERR' });
}
