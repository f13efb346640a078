import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ClientExchange, ClientRequest, ClientResponse, ExchangeListener, HandedOver } from './exchange.ts';
import type { Deadlined } from './forwarding.ts';
import { BodyDecoder, type BodySink, chunkHeader, lastChunk } from './http1-body.ts';
import {
  type HeaderList,
  type HeadReader,
  hasListItem,
  type MessageFault,
  type RequestHead,
  type ResponseHead,
  requestFraming,
} from './http1-head.ts';
import { originForm } from './request-head.ts';

/** Limits on what clients may send and how long they may take, in bytes and milliseconds. */
export interface ClientLimits {
  /** Of a request's head. */
  readonly headBytes: number;
  /** Of a request's target. */
  readonly targetBytes: number;
  /** From the first byte of a head to its end. */
  readonly headMs: number;
  /** Between two requests of a connection. */
  readonly idleMs: number;
}

/** What a connection needs of the proxy. */
export interface ClientContext {
  readonly heads: HeadReader;
  readonly limits: ClientLimits;
  readonly isClosing: boolean;
  now(): number;
  /** The target of a request as `handle` gets it, or what is wrong with it. @default originForm */
  readTarget?(method: string, target: string, authority: string): string | MessageFault;
  /** Takes a request over; it sets the exchange's listener or sends a response. */
  handle(exchange: ClientExchange): void;
  onClosed(connection: Http1Client): void;
}

/** Unread bytes of following requests that are taken from the socket beforehand. */
const MAX_READ_AHEAD = 64 * 1024;
/** How long the rest of a request is read and dropped after its response, so that the client gets to read that. */
const LINGER_MS = 2_000;
/** Parts of a body up to this size are sent in one write with what is before and after them. */
const MAX_JOINED_BYTES = 16 * 1024;
const EMPTY = Buffer.alloc(0);

/** A client's connection of HTTP/1.1; also its present exchange, as there is one at a time. */
export class Http1Client implements ClientExchange, BodySink, Deadlined {
  listener: ExchangeListener | undefined;
  deadline: number;
  readonly #context: ClientContext;
  readonly #socket: Socket;
  readonly #isSecure: boolean;
  readonly #remoteAddress: string;
  readonly #localPort: number;
  #state: 'head' | 'exchange' | 'lingering' | 'closed' = 'head';
  #request: ClientRequest | undefined;
  #pending: Buffer = EMPTY;
  #decoder: BodyDecoder | undefined;
  #isAdvancing = false;
  #isBodyWanted = false;
  #isBodyPaused = false;
  #isOldVersion = false;
  #isLast = false;
  #isHeadSent = false;
  #isChunked = false;
  #isCorked = false;
  /** Latin-1 text that is not sent yet. */
  #held = '';

  constructor(socket: Socket, context: ClientContext, isSecure: boolean, remoteAddress: string) {
    this.#socket = socket;
    this.#context = context;
    this.#isSecure = isSecure;
    this.#remoteAddress = remoteAddress;
    this.#localPort = socket.localPort ?? 0;
    this.deadline = context.now() + context.limits.headMs;
    socket.setNoDelay(true);
    socket.on('data', this.#onData);
    socket.on('drain', this.#onDrain);
    socket.on('end', this.#onEnd);
    socket.on('close', this.#onClose);
    socket.on('error', this.#onError);
  }

  get request(): ClientRequest {
    if (this.#request === undefined) throw new TypeError('no request on this connection yet');
    return this.#request;
  }

  /** Between two requests. */
  get isIdle(): boolean {
    return this.#state === 'head';
  }

  onDeadline(): void {
    if (this.#state === 'head' && this.#pending.length > 0)
      this.#refuse({ status: 408, message: 'request head timed out' });
    else this.destroy();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  readBody(): void {
    this.#isBodyWanted = true;
    this.#advance();
  }

  pauseBody(): void {
    this.#isBodyPaused = true;
    this.#socket.pause();
  }

  resumeBody(): void {
    this.#isBodyPaused = false;
    this.#socket.resume();
    this.#advance();
  }

  cork(): void {
    this.#isCorked = true;
  }

  uncork(): void {
    this.#isCorked = false;
    this.#flush();
  }

  sendInformational({ status, reason, headers }: ResponseHead): void {
    if (this.#state !== 'exchange' || this.#isHeadSent || this.#isOldVersion) return;
    const { names, values } = headers;
    const fields = names.map((name, at) => `${name}: ${values[at]}\r\n`).join('');
    this.#write(`HTTP/1.1 ${status} ${reason}\r\n${fields}\r\n`);
  }

  sendHead({ status, reason, headers, hasBody, length }: ClientResponse): void {
    if (this.#state !== 'exchange') return;
    this.#isHeadSent = true;
    const { names, values } = headers;
    let head = `HTTP/1.1 ${status} ${reason}\r\n`;
    for (let at = 0; at < names.length; at += 1) head += `${names[at]}: ${values[at]}\r\n`;
    const isUnknown = hasBody && length === undefined;
    this.#isChunked = isUnknown && !this.#isOldVersion;
    if (this.#isChunked) head += 'Transfer-Encoding: chunked\r\n';
    // A request that is not complete now may never be: what follows it could not be found.
    if ((isUnknown && this.#isOldVersion) || this.#decoder?.isDone === false || this.#context.isClosing) {
      this.#isLast = true;
    }
    head += this.#isLast ? 'Connection: close\r\n\r\n' : '\r\n';
    this.#write(head);
  }

  sendData(chunk: Buffer): boolean {
    if (this.#state !== 'exchange') return true;
    const socket = this.#socket;
    if (this.#isCorked && chunk.length <= MAX_JOINED_BYTES) {
      const text = chunk.toString('latin1');
      this.#held += this.#isChunked ? `${chunkHeader(chunk.length)}${text}\r\n` : text;
      return !socket.writableNeedDrain;
    }
    if (this.#isChunked) this.#held += chunkHeader(chunk.length);
    this.#flush();
    const isReady = socket.write(chunk);
    if (this.#isChunked) this.#write('\r\n');
    return isReady;
  }

  sendEnd(trailers: HeaderList | undefined): void {
    if (this.#state !== 'exchange') return;
    if (this.#isChunked) this.#write(lastChunk(trailers));
    this.#endExchange();
  }

  sendText(status: number, text: string, fields: Readonly<Record<string, string>> = {}): void {
    if (this.#state !== 'exchange' || this.#isHeadSent) return;
    const body = `${status} ${text}\n`;
    // A client that sends what must not be sent is not trusted with a second request.
    if (status === 400 || this.#decoder?.isDone === false || this.#context.isClosing) this.#isLast = true;
    let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nContent-Type: text/plain; charset=utf-8\r\n`;
    head += `X-Content-Type-Options: nosniff\r\nContent-Length: ${body.length}\r\n`;
    for (const [name, value] of Object.entries(fields)) head += `${name}: ${value}\r\n`;
    if (this.#isLast) head += 'Connection: close\r\n';
    this.#write(`${head}\r\n${this.#request?.method === 'HEAD' ? '' : body}`);
    this.#endExchange();
  }

  abort(): void {
    this.#socket.destroy();
  }

  switchProtocols({ headers, reason }: ResponseHead): HandedOver {
    let head = `HTTP/1.1 101 ${reason}\r\n`;
    for (const [at, name] of headers.names.entries()) {
      if (headers.keys[at] !== 'connection') head += `${name}: ${headers.values[at]}\r\n`;
    }
    return this.#handOver(`${head}Connection: Upgrade\r\n\r\n`);
  }

  openTunnel(): HandedOver {
    return this.#handOver('HTTP/1.1 200 Connection established\r\n\r\n');
  }

  #handOver(head: string): HandedOver {
    const socket = this.#socket;
    socket.off('data', this.#onData).off('drain', this.#onDrain).off('end', this.#onEnd);
    this.#state = 'closed';
    this.listener = undefined;
    this.deadline = Number.POSITIVE_INFINITY;
    this.#write(head);
    this.#flush();
    return { socket, rest: this.#pending };
  }

  onBodyData(chunk: Buffer): void {
    this.listener?.onRequestData(chunk);
  }

  onBodyEnd(trailers: HeaderList | undefined): void {
    this.listener?.onRequestEnd(trailers);
  }

  readonly #onData = (bytes: Buffer): void => {
    if (this.#state === 'lingering' || this.#state === 'closed') return;
    this.#pending = this.#pending.length === 0 ? bytes : Buffer.concat([this.#pending, bytes]);
    this.#advance();
    if (this.#state === 'exchange' && this.#pending.length > MAX_READ_AHEAD) this.#socket.pause();
  };

  readonly #onDrain = (): void => {
    this.listener?.onClientDrain();
  };

  /** As in nginx: a client that closes its side is gone, so its request is not worth going on with. */
  readonly #onEnd = (): void => {
    this.#socket.destroy();
  };

  readonly #onClose = (): void => {
    const listener = this.#state === 'exchange' ? this.listener : undefined;
    this.#state = 'closed';
    this.listener = undefined;
    listener?.onClientClosed();
    this.#context.onClosed(this);
  };

  readonly #onError = (): void => {
    this.#socket.destroy();
  };

  /** Sends text, or holds it back while corked: one write of a string costs half of a write of several parts. */
  #write(text: string): void {
    this.#held += text;
    if (!this.#isCorked) this.#flush();
  }

  #flush(): void {
    if (this.#held === '') return;
    const text = this.#held;
    this.#held = '';
    this.#socket.write(text, 'latin1');
  }

  /** Reads on as far as the state allows. */
  #advance(): void {
    if (this.#isAdvancing) return;
    this.#isAdvancing = true;
    while (this.#pending.length > 0) {
      if (this.#state === 'head') {
        if (!this.#readHead()) break;
      } else if (this.#state === 'exchange' && this.#decoder?.isDone === false) {
        if (!this.#isBodyWanted || this.#isBodyPaused || !this.#readBodyPart(this.#decoder)) break;
      } else break;
    }
    this.#isAdvancing = false;
  }

  #readBodyPart(decoder: BodyDecoder): boolean {
    const before = this.#pending;
    this.#pending = EMPTY;
    const left = decoder.decode(before, this);
    if (!(left instanceof Uint8Array)) {
      const { listener } = this;
      this.listener = undefined;
      listener?.onClientClosed();
      this.#refuse(left);
      return false;
    }
    this.#pending = left;
    return left.length < before.length;
  }

  #readHead(): boolean {
    const { limits, heads, now } = this.#context;
    // One empty line before a request is allowed: old clients send it after a body.
    if (this.#pending[0] === 13 && this.#pending[1] === 10) this.#pending = this.#pending.subarray(2);
    const end = this.#pending.indexOf('\r\n\r\n', 0, 'latin1');
    if ((end < 0 ? this.#pending.length : end) > limits.headBytes) {
      this.#refuse({ status: 431, message: 'request head too large' });
      return false;
    }
    if (end < 0) {
      if (/(?:^|[^\r])\n/.test(this.#pending.toString('latin1'))) {
        this.#refuse({ status: 400, message: 'illegal character in request head' });
      } else if (this.#deadlineIsIdle) {
        this.#deadlineIsIdle = false;
        this.deadline = now() + limits.headMs;
      }
      return false;
    }
    const text = this.#pending.toString('latin1', 0, end);
    this.#pending = end + 4 === this.#pending.length ? EMPTY : this.#pending.subarray(end + 4);
    const head = heads.readRequest(text);
    const fault = 'headers' in head ? this.#startExchange(head) : head;
    if (fault === undefined) return true;
    this.#refuse(fault);
    return false;
  }

  #deadlineIsIdle = false;

  #startExchange(head: RequestHead): MessageFault | undefined {
    const { method, headers, minorVersion } = head;
    const framing = requestFraming(head);
    if ('status' in framing) return framing;
    if (headers.count('host') > 1 || (minorVersion === 1 && headers.get('host') === undefined)) {
      return { status: 400, message: 'exactly one Host is required' };
    }
    const authority = headers.get('host') ?? '';
    if (head.target.length > this.#context.limits.targetBytes)
      return { status: 414, message: 'request target too long' };
    const target = (this.#context.readTarget ?? originForm)(method, head.target, authority);
    if (typeof target !== 'string') return target;
    const expect = headers.joined('expect')?.toLowerCase();
    if (expect !== undefined && expect !== '100-continue') return { status: 417, message: 'Expect not supported' };
    const connection = headers.joined('connection');
    const hasBody = framing.type !== 'none';
    const upgrade = headers.joined('upgrade');
    // A backend that took an upgrade to HTTP/2 would get requests past all checks of this proxy.
    const isUpgrade = upgrade !== undefined && minorVersion === 1 && !hasBody && hasListItem(connection, 'upgrade');
    this.#decoder = hasBody ? new BodyDecoder(framing, this.#context.heads) : undefined;
    this.#isBodyWanted = false;
    this.#isBodyPaused = false;
    this.#isHeadSent = false;
    this.#isChunked = false;
    this.#isOldVersion = minorVersion === 0;
    this.#isLast = minorVersion === 0 || hasListItem(connection, 'close');
    this.deadline = Number.POSITIVE_INFINITY;
    this.#state = 'exchange';
    this.listener = undefined;
    this.#request = {
      method,
      target,
      authority,
      headers,
      isSecure: this.#isSecure,
      remoteAddress: this.#remoteAddress,
      localPort: this.#localPort,
      hasBody,
      length: framing.type === 'length' ? framing.length : hasBody ? undefined : 0,
      expectsContinue: expect !== undefined && minorVersion === 1 && hasBody,
      upgrade: isUpgrade && !/h2c/i.test(upgrade) ? upgrade : undefined,
    };
    this.#context.handle(this);
    return undefined;
  }

  #endExchange(): void {
    this.listener = undefined;
    const { now, limits } = this.#context;
    if (this.#isLast) {
      this.#state = 'lingering';
      this.#pending = EMPTY;
      this.deadline = now() + LINGER_MS;
      this.#flush();
      this.#socket.end();
      this.#socket.resume();
      return;
    }
    this.#state = 'head';
    this.#deadlineIsIdle = true;
    this.deadline = now() + limits.idleMs;
    if (this.#socket.isPaused()) this.#socket.resume();
    if (this.#pending.length > 0) this.#advance();
  }

  /** Refuses a request that cannot be read; nothing that follows it can be either. */
  #refuse({ status, message }: MessageFault): void {
    if (this.#isHeadSent && this.#state === 'exchange') {
      this.#socket.destroy();
      return;
    }
    this.#state = 'exchange';
    this.#isHeadSent = false;
    this.#isLast = true;
    this.sendText(status, message);
  }
}
