import { constants, type IncomingHttpHeaders, type OutgoingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import type { ClientExchange, ClientRequest, ClientResponse, ExchangeListener } from './exchange.ts';
import { HeaderList, isToken, type ResponseHead } from './http1-head.ts';
import { http2Headers } from './request-head.ts';

/** Where a stream comes from. */
export interface StreamOrigin {
  readonly remoteAddress: string;
  readonly localPort: number;
}

/** One stream of a client's HTTP/2 connection. */
export class Http2Exchange implements ClientExchange {
  listener: ExchangeListener | undefined;
  readonly request: ClientRequest;
  readonly #stream: ServerHttp2Stream;
  #requestTrailers: HeaderList | undefined;
  #trailers: HeaderList | undefined;
  #isBodyWanted = false;
  #isEnded = false;

  constructor(stream: ServerHttp2Stream, request: ClientRequest) {
    this.#stream = stream;
    this.request = request;
    stream.on('drain', () => this.listener?.onClientDrain());
    stream.on('error', () => undefined);
    stream.on('close', () => {
      if (this.#isEnded) return;
      this.#isEnded = true;
      this.listener?.onClientClosed();
    });
    stream.on('trailers', (_headers, _flags, raw) => {
      this.#requestTrailers = http2Headers(Array.isArray(raw) ? raw : []);
    });
    // An empty body ends before it is read.
    stream.on('end', () => this.#endBody());
    stream.on('wantTrailers', () => stream.sendTrailers(toObject(this.#trailers ?? new HeaderList())));
  }

  readBody(): void {
    this.#isBodyWanted = true;
    this.#stream.on('data', (chunk: Buffer) => this.listener?.onRequestData(chunk));
    if (this.#stream.readableEnded) this.#endBody();
  }

  pauseBody(): void {
    this.#stream.pause();
  }

  resumeBody(): void {
    this.#stream.resume();
  }

  cork(): void {
    this.#stream.cork();
  }

  uncork(): void {
    this.#stream.uncork();
  }

  sendInformational({ status, headers }: ResponseHead): void {
    if (this.#isClosed || this.#stream.headersSent) return;
    this.#stream.additionalHeaders({ ...toObject(headers), ':status': status });
  }

  sendHead({ status, headers, hasBody }: ClientResponse): void {
    if (this.#isClosed) return;
    this.#stream.respond(
      { ...toObject(headers), ':status': status },
      { endStream: !hasBody, waitForTrailers: hasBody },
    );
  }

  sendData(chunk: Buffer): boolean {
    return this.#isClosed || this.#stream.write(chunk);
  }

  sendEnd(trailers: HeaderList | undefined): void {
    if (this.#isClosed) return;
    this.#isEnded = true;
    this.listener = undefined;
    this.#trailers = trailers;
    this.#stream.end();
    this.#dropRest();
  }

  sendText(status: number, text: string, fields: Readonly<Record<string, string>> = {}): void {
    if (this.#isClosed || this.#stream.headersSent) return;
    this.#isEnded = true;
    this.listener = undefined;
    const lower = Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]);
    const headers = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' };
    this.#stream.respond({ ...headers, ...Object.fromEntries(lower), ':status': status });
    this.#stream.end(this.request.method === 'HEAD' ? '' : `${status} ${text}\n`);
    this.#dropRest();
  }

  abort(): void {
    this.#isEnded = true;
    this.#stream.close(constants.NGHTTP2_INTERNAL_ERROR);
  }

  switchProtocols(): undefined {
    return undefined;
  }

  openTunnel(): undefined {
    return undefined;
  }

  #endBody(): void {
    // A stream that was reset ends too, but its request is not complete.
    if (this.#isBodyWanted && !this.#stream.aborted) this.listener?.onRequestEnd(this.#requestTrailers);
  }

  get #isClosed(): boolean {
    return this.#isEnded || this.#stream.destroyed || this.#stream.closed;
  }

  /** The response is complete: what is left of the request is not wanted. */
  #dropRest(): void {
    this.#stream.removeAllListeners('data');
    this.#stream.resume();
    if (this.#stream.readableEnded) return;
    this.#stream.once('finish', () => {
      if (!this.#stream.readableEnded) this.#stream.close(constants.NGHTTP2_NO_ERROR);
    });
  }
}

/** The request of a stream, or undefined when it cannot be written in HTTP/1.1. */
export function readStream(
  headers: IncomingHttpHeaders,
  raw: readonly string[],
  hasBody: boolean,
  origin: StreamOrigin,
): ClientRequest | undefined {
  const list = http2Headers(raw);
  const method = headers[':method'];
  const target = headers[':path'];
  const authority = headers[':authority'] ?? headers.host;
  if (list === undefined || typeof method !== 'string' || typeof target !== 'string' || authority === undefined) {
    return undefined;
  }
  if (!isToken(method) || !/^\/[\x21\x22\x24-\x7e]*$/.test(target)) return undefined;
  const host = list.joined('host');
  if (host !== undefined && host !== authority) return undefined;
  if (['connection', 'transfer-encoding', 'upgrade'].some((name) => list.get(name) !== undefined)) return undefined;
  const length = list.get('content-length');
  if (length !== undefined && (list.count('content-length') > 1 || !/^\d{1,15}$/.test(length))) return undefined;
  return {
    method,
    target,
    authority: String(authority),
    headers: list,
    isSecure: true,
    ...origin,
    hasBody,
    length: length === undefined ? (hasBody ? undefined : 0) : Number(length),
    expectsContinue: false,
    upgrade: undefined,
  };
}

function toObject({ keys, values }: HeaderList): OutgoingHttpHeaders {
  const headers: Record<string, string | string[]> = {};
  for (const [at, key] of keys.entries()) {
    const value = values[at] ?? '';
    const before = Object.hasOwn(headers, key) ? headers[key] : undefined;
    if (before === undefined) headers[key] = value;
    else if (Array.isArray(before)) before.push(value);
    // Single-value fields of HTTP/2 must not come twice; the others may be a list.
    else headers[key] = [before, value];
  }
  return headers;
}
