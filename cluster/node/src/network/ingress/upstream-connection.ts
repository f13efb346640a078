import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { BodyDecoder, type BodySink } from './http1-body.ts';
import { type HeaderList, type HeadReader, hasListItem, type ResponseHead, responseFraming } from './http1-head.ts';
import type { Endpoint } from './route-table.ts';

/** What happens to the request that is on a connection. */
export interface ResponseListener extends BodySink {
  /** Bytes arrive; what follows until `onReadEnd` may be sent on together. */
  onReadStart(): void;
  onReadEnd(): void;
  onInformational(head: ResponseHead): void;
  /** `length` undefined: not known beforehand. `hasBody` false: none follows, whatever the fields are. */
  onResponseHead(head: ResponseHead, length: number | undefined, hasBody: boolean): void;
  /** The backend takes more of the request again. */
  onUpstreamDrain(): void;
  /** 101: from here on the bytes are not HTTP. `rest` came with the head. */
  onSwitched(head: ResponseHead, rest: Buffer): void;
  /** The connection broke. `isUntouched`: without a byte of a response. */
  onUpstreamFailed(isUntouched: boolean, message: string): void;
}

const MAX_HEAD_BYTES = 64 * 1024;
/** How long an unused connection is kept where the backend does not specify it; most servers close after five seconds or later. */
const DEFAULT_IDLE_MS = 4_000;
const MAX_IDLE_MS = 60_000;

/** One connection to an endpoint, for one request at a time. */
export class UpstreamConnection implements BodySink {
  readonly endpoint: Endpoint;
  readonly socket: Socket;
  /** A response came on it before. */
  isReused = false;
  /** When it is closed for being unused. */
  idleUntil = 0;
  readonly #heads: HeadReader;
  readonly #onIdleClosed: (connection: UpstreamConnection) => void;
  #listener: ResponseListener | undefined;
  #method = '';
  #trailers: HeaderList | undefined;
  #decoder: BodyDecoder | undefined;
  #pending: Buffer | undefined;
  #isTouched = false;
  #isKept = true;
  #isClosed = false;
  #idleMs = DEFAULT_IDLE_MS;

  constructor(
    socket: Socket,
    endpoint: Endpoint,
    heads: HeadReader,
    onIdleClosed: (connection: UpstreamConnection) => void,
  ) {
    this.socket = socket;
    this.endpoint = endpoint;
    this.#heads = heads;
    this.#onIdleClosed = onIdleClosed;
    socket.on('data', this.#onData);
    socket.on('drain', this.#onDrain);
    socket.on('end', this.#onEnd);
    socket.on('close', this.#onClose);
    socket.on('error', this.#onError);
  }

  get isClosed(): boolean {
    return this.#isClosed || this.socket.destroyed;
  }

  get idleMs(): number {
    return this.#idleMs;
  }

  /** Sends the head of a request; its body follows with `write`. */
  begin(listener: ResponseListener, method: string, head: string): void {
    this.#listener = listener;
    this.#method = method;
    this.#decoder = undefined;
    this.#trailers = undefined;
    this.#isTouched = false;
    this.#isKept = true;
    this.socket.write(head, 'latin1');
  }

  /** Ends the part of the listener; true when another request may follow on the connection. */
  finish(): boolean {
    this.#listener = undefined;
    this.isReused = true;
    this.socket.resume();
    return this.#isKept && !this.isClosed && this.#pending === undefined;
  }

  destroy(): void {
    this.#listener = undefined;
    this.#isClosed = true;
    this.socket.destroy();
  }

  /** Hands the socket over to a tunnel. */
  release(): Socket {
    this.#listener = undefined;
    this.#isClosed = true;
    const { socket } = this;
    socket.off('data', this.#onData).off('drain', this.#onDrain).off('end', this.#onEnd).off('close', this.#onClose);
    return socket;
  }

  onBodyData(chunk: Buffer): void {
    this.#listener?.onBodyData(chunk);
  }

  onBodyEnd(trailers: HeaderList | undefined): void {
    this.#trailers = trailers;
  }

  readonly #onData = (bytes: Buffer): void => {
    const listener = this.#listener;
    if (listener === undefined) {
      // Bytes that no request asked for: whatever they are, they must not become a response.
      this.#fail('unexpected data');
      return;
    }
    this.#isTouched = true;
    listener.onReadStart();
    this.#read(this.#pending === undefined ? bytes : Buffer.concat([this.#pending, bytes]));
    listener.onReadEnd();
  };

  #read(bytes: Buffer): void {
    this.#pending = undefined;
    let rest = bytes;
    while (this.#decoder === undefined && this.#listener !== undefined) {
      const end = rest.indexOf('\r\n\r\n', 0, 'latin1');
      if (end < 0) {
        if (rest.length > MAX_HEAD_BYTES) this.#fail('response head too large');
        else if (rest.length > 0) this.#pending = rest;
        return;
      }
      const head = this.#heads.readResponse(rest.toString('latin1', 0, end));
      rest = rest.subarray(end + 4);
      if (!('headers' in head)) {
        this.#fail(head.message);
        return;
      }
      if (head.status === 101) {
        this.#listener.onSwitched(head, rest);
        return;
      }
      if (head.status < 200) this.#listener.onInformational(head);
      else this.#startBody(head);
    }
    if (this.#decoder === undefined) return;
    const left = this.#decoder.isDone ? rest : this.#decoder.decode(rest, this);
    if (!(left instanceof Uint8Array)) {
      this.#fail(left.message);
      return;
    }
    if (this.#decoder.isDone) {
      // More bytes than the response has: the connection is of no more use.
      if (left.length > 0) this.#isKept = false;
      // Last of all: the listener may begin the next request on this connection.
      this.#listener?.onBodyEnd(this.#trailers);
    } else if (left.length > 0) this.#pending = left;
  }

  #startBody(head: ResponseHead): void {
    const framing = responseFraming(head, this.#method);
    if ('status' in framing) {
      this.#fail(framing.message);
      return;
    }
    const connection = head.headers.joined('connection');
    if (framing.type === 'close' || hasListItem(connection, 'close')) this.#isKept = false;
    if (head.minorVersion === 0 && !hasListItem(connection, 'keep-alive')) this.#isKept = false;
    const seconds = /(?:^|[ ,])timeout=(\d{1,6})/i.exec(head.headers.get('keep-alive') ?? '')?.[1];
    if (seconds !== undefined) this.#idleMs = Math.min(MAX_IDLE_MS, Math.max(Number(seconds) * 1000 - 1000, 0));
    this.#decoder = new BodyDecoder(framing, this.#heads);
    const length = framing.type === 'length' ? framing.length : framing.type === 'none' ? 0 : undefined;
    this.#listener?.onResponseHead(head, length, framing.type !== 'none');
  }

  readonly #onDrain = (): void => {
    this.#listener?.onUpstreamDrain();
  };

  readonly #onEnd = (): void => {
    this.#isKept = false;
    // A body without length or chunks ends here; anything else is cut off.
    if (this.#decoder?.endsWithConnection === true) this.#listener?.onBodyEnd(undefined);
    else this.#fail('connection closed by the backend');
  };

  readonly #onClose = (): void => this.#fail('connection closed by the backend');

  readonly #onError = (error: Error): void => this.#fail(error.message);

  #fail(message: string): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.socket.destroy();
    const listener = this.#listener;
    this.#listener = undefined;
    if (listener === undefined) this.#onIdleClosed(this);
    else listener.onUpstreamFailed(!this.#isTouched, message);
  }
}

/** Opens a socket to an endpoint. Certificates of backends are not verified, as in ingress-nginx. */
export function openSocket(endpoint: Endpoint, onConnect: () => void, onError: (error: Error) => void): Socket {
  const { address: host, port, protocol } = endpoint;
  const socket: Socket =
    protocol === 'https'
      ? connectTls({ host, port, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] }, onConnect)
      : connect({ host, port }, onConnect);
  socket.setNoDelay(true);
  socket.once('error', onError);
  return socket;
}
