import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { KubeminError, RetryableError, TerminalError } from '@kubemin/base';
import { type ApiBody, type ApiHandler, type ApiRequest, type ApiResponse, deepFreeze } from '@kubemin/kubeapi';
import { httpFailure } from './http-failure.ts';
import { watchBatches } from './watch-lines.ts';

/** Where the API is and how to be let in. */
export interface HttpTransportOptions {
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
  /** The name the server's certificate must carry. @default the host of `server` */
  readonly tlsServerName?: string | undefined;
  /** @default false */
  readonly insecureSkipTlsVerify?: boolean | undefined;
  /** How long a plain request may stay silent. Watches may be silent for as long as they like. @default 60 s */
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

/** Talks to any cluster over HTTP/1.1, keeping connections alive between requests. Answers are deep-frozen, as in loopback. */
export function httpTransport(options: HttpTransportOptions): HttpTransport {
  const connection = new HttpConnection(options);
  return { handler: (request) => connection.handle(request), close: () => connection.close() };
}

const IDEMPOTENT_METHOD = 'GET';

class HttpConnection {
  readonly #base: URL;
  readonly #token: HttpTransportOptions['token'];
  readonly #timeoutMs: number;
  readonly #userAgent: string;
  readonly #send: typeof httpRequest;
  readonly #agent: HttpAgent;
  readonly #closed = new AbortController();

  constructor(options: HttpTransportOptions) {
    this.#base = serverUrl(options.server);
    this.#token = options.token;
    this.#timeoutMs = options.timeoutMs ?? 60_000;
    this.#userAgent = options.userAgent ?? 'kubemin';
    const secure = this.#base.protocol === 'https:';
    this.#send = secure ? httpsRequest : httpRequest;
    this.#agent = secure ? secureAgent(options) : new HttpAgent({ keepAlive: true });
  }

  async handle(request: ApiRequest): Promise<ApiResponse> {
    request.signal?.throwIfAborted();
    const where = `${request.method} ${this.#base.origin}${request.path}`;
    try {
      this.#throwIfClosed(where);
      const message = await this.#exchange(request);
      if (message.statusCode === 200 && isWatch(request)) {
        return { kind: 'watch', status: 200, headers: headersOf(message), events: watchBatches(quietly(message)) };
      }
      return await answerOf(message, where);
    } catch (error) {
      request.signal?.throwIfAborted();
      this.#throwIfClosed(where);
      throw error instanceof KubeminError ? error : httpFailure(error, where);
    }
  }

  close(): void {
    this.#closed.abort();
    this.#agent.destroy();
  }

  #throwIfClosed(where: string): void {
    if (!this.#closed.signal.aborted) return;
    throw new TerminalError(`${where}: this transport was closed; make a new one`, { code: 'TRANSPORT_CLOSED' });
  }

  #exchange(request: ApiRequest, attempt = 1): Promise<IncomingMessage> {
    const payload = request.body === undefined ? undefined : payloadOf(request.body);
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const outgoing = this.#send(this.#url(request), this.#requestOptions(request, payload));
    const cut = (): void => {
      outgoing.destroy(abortError());
    };
    const signals = [this.#closed.signal, ...(request.signal ? [request.signal] : [])];
    for (const signal of signals) signal.addEventListener('abort', cut, { once: true });
    outgoing.on('close', () => {
      for (const signal of signals) signal.removeEventListener('abort', cut);
    });
    outgoing.on('timeout', () => outgoing.destroy(timeoutError(this.#timeoutMs)));
    let answered = false;
    outgoing.on('response', (message) => {
      answered = true;
      if (isWatch(request)) outgoing.setTimeout(0);
      resolve(message);
    });
    outgoing.on('error', (error) => {
      // The server may close an idle connection just as we pick it up again. That says nothing about the request.
      const stale = outgoing.reusedSocket && !answered && 'code' in error && error.code === 'ECONNRESET';
      if (stale && attempt === 1 && request.method === IDEMPOTENT_METHOD) resolve(this.#exchange(request, attempt + 1));
      else reject(error);
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

  #requestOptions(request: ApiRequest, payload: Uint8Array | undefined): RequestOptions {
    const token = typeof this.#token === 'function' ? this.#token() : this.#token;
    return {
      method: request.method,
      agent: this.#agent,
      timeout: this.#timeoutMs,
      headers: {
        'user-agent': this.#userAgent,
        accept: 'application/json',
        ...given(request.headers),
        ...(request.body?.contentType && { 'content-type': request.body.contentType }),
        ...(payload && { 'content-length': payload.byteLength }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
    };
  }
}

function secureAgent(options: HttpTransportOptions): HttpsAgent {
  return new HttpsAgent({
    keepAlive: true,
    rejectUnauthorized: options.insecureSkipTlsVerify !== true,
    ...(options.ca !== undefined && { ca: options.ca }),
    ...(options.clientCert !== undefined && { cert: options.clientCert }),
    ...(options.clientKey !== undefined && { key: options.clientKey }),
    ...(options.tlsServerName !== undefined && { servername: options.tlsServerName }),
  });
}

function serverUrl(server: string): URL {
  const url = URL.parse(server);
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new TerminalError(
    `'${server}' is not the address of an API server; it must look like https://host:6443 or http://host:port`,
    { code: 'SERVER_ADDRESS_INVALID' },
  );
}

async function answerOf(message: IncomingMessage, where: string): Promise<ApiResponse> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of message) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  const status = message.statusCode ?? 0;
  const headers = headersOf(message);
  if (!isJson(message)) return { kind: 'text', status, headers, text };
  try {
    return { kind: 'object', status, headers, object: deepFreeze(JSON.parse(text)) };
  } catch (cause) {
    throw new RetryableError(
      `${where} was answered with JSON that cannot be read. What to do: try again; if it stays, look at what stands between here and the API server.`,
      { code: 'API_ANSWER_BROKEN', cause },
    );
  }
}

/** A broken stream simply ends: to a watcher it is the same whether the server or the network finished it. */
async function* quietly(message: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* message;
  } catch {
    return;
  }
}

function payloadOf(body: ApiBody): Uint8Array {
  return body.kind === 'bytes' ? body.bytes : Buffer.from(JSON.stringify(body.value));
}

function headersOf(message: IncomingMessage): Readonly<Record<string, string | readonly string[]>> {
  return given<string | string[]>(message.headers);
}

function given<V>(headers: Readonly<Record<string, V | undefined>>): Readonly<Record<string, V>> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function isWatch({ query }: ApiRequest): boolean {
  const watch = query.get('watch');
  return watch === 'true' || watch === '1';
}

function isJson(message: IncomingMessage): boolean {
  return /^application\/(?:[\w.-]+\+)?json\b/i.test(message.headers['content-type'] ?? '');
}

function timeoutError(timeoutMs: number): Error {
  return Object.assign(new Error(`no answer within ${timeoutMs} ms`), { code: 'ETIMEDOUT' });
}

function abortError(): Error {
  return Object.assign(new Error('the request was given up'), { code: 'ABORT_ERR' });
}
