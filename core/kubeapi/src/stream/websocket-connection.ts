import { createHash } from 'node:crypto';
import { Duplex } from 'node:stream';
import { StreamProtocolError } from './stream-error.ts';
import { encodeFrame, FrameReader, type Opcode, type WebSocketFrame } from './websocket-frame.ts';

/** A connection that has become a WebSocket, and which end of it we are. */
export interface WebSocketOptions {
  readonly socket: Duplex;
  /** Makes four unforeseeable bytes: clients mask what they send, servers never do. */
  readonly mask?: () => Uint8Array;
  /** A longer message breaks the connection. @default 32 MiB */
  readonly maxMessageBytes?: number;
}

const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;
const NOTHING = new Uint8Array();

/** Why the other end has closed a connection. */
export interface WebSocketClose {
  readonly code: number;
  readonly reason: string;
}

/** Messages over a connection. Pings are replied to, fragments joined; a close is replied to with a close. */
export class WebSocketConnection {
  readonly #socket: Duplex;
  readonly #mask: (() => Uint8Array) | undefined;
  readonly #maxMessageBytes: number;
  #closing = false;
  #received: WebSocketClose | undefined;

  constructor({ socket, mask, maxMessageBytes = MAX_MESSAGE_BYTES }: WebSocketOptions) {
    this.#socket = socket;
    this.#mask = mask;
    this.#maxMessageBytes = maxMessageBytes;
  }

  /** Every message until either end closes; to be read once. Throws when the connection breaks or the rules are broken. */
  async *messages(): AsyncGenerator<Uint8Array> {
    const reader = new FrameReader();
    const parts: Uint8Array[] = [];
    for await (const chunk of this.#socket.iterator({ destroyOnReturn: false })) {
      for (const frame of reader.push(chunk)) {
        if (frame.opcode === 'close') {
          this.#received = readClose(frame.payload);
          return this.close();
        }
        if (frame.opcode === 'ping') await this.#send('pong', frame.payload);
        const message = joinParts(parts, frame, this.#maxMessageBytes);
        if (message !== undefined) yield message;
      }
    }
  }

  /** Why the other end has closed the connection; undefined where it has not, or has given no reason. */
  get received(): WebSocketClose | undefined {
    return this.#received;
  }

  /** Resolves when more may be sent. */
  send(message: Uint8Array, kind: 'binary' | 'text' = 'binary'): Promise<void> {
    return this.#send(kind, message);
  }

  /** Sends a close frame, once, and ends our side. */
  close(code = 1000): void {
    if (this.#closing || this.#socket.writableEnded || this.#socket.destroyed) return;
    this.#closing = true;
    const payload = Buffer.alloc(2);
    payload.writeUInt16BE(code);
    this.#socket.end(encodeFrame({ opcode: 'close', final: true, payload }, this.#mask?.()));
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #send(opcode: Opcode, payload: Uint8Array): Promise<void> {
    if (this.#closing || this.#socket.destroyed) return Promise.resolve();
    const bytes = encodeFrame({ opcode, final: true, payload }, this.#mask?.());
    return new Promise((resolve, reject) => {
      this.#socket.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
  }
}

/** The bytes of one unmasked control frame, as servers send it. */
export function websocketFrame(opcode: 'ping' | 'close', payload: Uint8Array = NOTHING): Uint8Array {
  return encodeFrame({ opcode, final: true, payload });
}

function readClose(payload: Uint8Array): WebSocketClose | undefined {
  if (payload.byteLength < 2) return undefined;
  const bytes = Buffer.from(payload);
  return { code: bytes.readUInt16BE(), reason: bytes.toString('utf8', 2) };
}

/** The message that ends with this frame, if one does; keeps the parts of one that goes on. */
function joinParts(
  parts: Uint8Array[],
  { opcode, final, payload }: WebSocketFrame,
  maxBytes: number,
): Uint8Array | undefined {
  if (opcode === 'ping' || opcode === 'pong') return undefined;
  if ((opcode === 'continuation') !== parts.length > 0) {
    throw new StreamProtocolError('the pieces of a message do not follow each other');
  }
  // An empty piece still is one.
  parts.push(payload);
  const size = parts.reduce((sum, part) => sum + part.byteLength, 0);
  if (size > maxBytes) throw new StreamProtocolError(`a message of more than ${maxBytes} bytes`);
  if (!final) return undefined;
  const whole = parts.length === 1 ? (parts[0] ?? NOTHING) : Buffer.concat(parts);
  parts.length = 0;
  return whole;
}

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** The value that a server returns for a client's key, to show that it knows what a WebSocket is. */
export function acceptKey(key: string): string {
  return createHash('sha1').update(`${key}${GUID}`).digest('base64');
}

/** The subprotocols a header lists, in its order. */
export function offeredProtocols(header: string | undefined): readonly string[] {
  return (header ?? '').split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
}

/** The headers of the response that makes a connection a WebSocket. */
export function acceptHeaders(key: string, protocol: string | undefined): Readonly<Record<string, string>> {
  return {
    Upgrade: 'websocket',
    Connection: 'Upgrade',
    'Sec-WebSocket-Accept': acceptKey(key),
    ...(protocol !== undefined && { 'Sec-WebSocket-Protocol': protocol }),
  };
}

/** A connection inside the binary messages of a WebSocket: each carries some bytes of it. */
export function websocketTunnel(connection: WebSocketConnection): Duplex {
  const messages = connection.messages();
  const tunnel = new Duplex({
    read() {
      messages.next().then(
        ({ done, value }) => tunnel.push(done === true ? null : value),
        (error: unknown) => tunnel.destroy(error instanceof Error ? error : undefined),
      );
    },
    write: (bytes: Uint8Array, _encoding, done) => {
      connection.send(bytes).then(() => done(), done);
    },
    final: (done) => {
      connection.close();
      done();
    },
    destroy: (error, done) => {
      connection.destroy();
      done(error);
    },
  });
  return tunnel;
}
