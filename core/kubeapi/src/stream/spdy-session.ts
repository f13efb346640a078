import type { Duplex } from 'node:stream';
import { encodeSpdyFrame, type SpdyFrame, SpdyFrameReader } from './spdy-frame.ts';
import { SpdyHeaderCodec, type SpdyHeaders } from './spdy-headers.ts';
import { SpdyStream } from './spdy-stream.ts';
import { StreamProtocolError } from './stream-error.ts';

/** A connection that has become SPDY/3.1, and which end of it we are. */
export interface SpdyOptions {
  readonly socket: Duplex;
  readonly role: 'client' | 'server';
  /** Given each stream that the other end opens. @default they are refused */
  readonly onStream?: (stream: SpdyStream) => void;
}

const REFUSED = 3;

/**
 * Streams over one connection. There is no flow control, as the clients there are know none: a stream that is not read
 * holds up its whole connection.
 */
export class SpdySession {
  /** Resolves when the connection is over, however it ended. */
  readonly closed: Promise<void>;
  readonly #options: SpdyOptions;
  readonly #codec = new SpdyHeaderCodec();
  readonly #streams = new Map<number, SpdyStream>();
  /** Header blocks and their frames must go out in one order. */
  #sending: Promise<void> = Promise.resolve();
  #nextStream: number;
  #lastSeen = 0;

  constructor(options: SpdyOptions) {
    this.#options = options;
    this.#nextStream = options.role === 'client' ? 1 : 2;
    this.closed = this.#read();
  }

  /** Opens a stream; resolves when it may be written to. */
  async open(headers: SpdyHeaders): Promise<SpdyStream> {
    const stream = this.#make(this.#nextStream, headers);
    this.#nextStream += 2;
    await this.#sendHeaders('synStream', stream.id, headers);
    return stream;
  }

  /** Announces that no more streams are accepted, and ends our side after what was written. */
  async close(): Promise<void> {
    await this.#sending;
    const { socket } = this.#options;
    if (socket.destroyed || socket.writableEnded) return;
    socket.end(encodeSpdyFrame({ kind: 'goAway', lastStream: this.#lastSeen, status: 0 }));
  }

  destroy(): void {
    this.#options.socket.destroy();
  }

  async #read(): Promise<void> {
    const { socket } = this.#options;
    const reader = new SpdyFrameReader();
    try {
      for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
        for (const frame of reader.push(chunk)) await this.#receive(frame);
      }
    } catch (error) {
      socket.destroy(error instanceof StreamProtocolError ? error : undefined);
    } finally {
      for (const stream of this.#streams.values()) stream.cut();
      this.#streams.clear();
      this.#codec.close();
    }
  }

  async #receive(frame: SpdyFrame): Promise<void> {
    switch (frame.kind) {
      case 'synStream':
        return this.#accept(frame);
      case 'synReply':
      case 'headers':
        // Decoded even when it is not used: the next block depends on the state of the codec.
        await this.#codec.decode(frame.block);
        if (frame.fin) this.#streams.get(frame.stream)?.finish();
        return;
      case 'data': {
        const stream = this.#streams.get(frame.stream);
        await stream?.deliver(frame.bytes);
        if (frame.fin) stream?.finish();
        return;
      }
      case 'rstStream':
        this.#streams.get(frame.stream)?.cut();
        return;
      case 'ping':
        // Pings of our own parity are responses.
        if ((frame.id % 2 === 1) === (this.#options.role === 'server')) await this.#write(encodeSpdyFrame(frame));
        return;
      case 'goAway':
      case 'other':
        return;
    }
  }

  async #accept({ stream: id, block, fin }: Extract<SpdyFrame, { kind: 'synStream' }>): Promise<void> {
    const headers = await this.#codec.decode(block);
    this.#lastSeen = id;
    const { onStream } = this.#options;
    if (onStream === undefined) return this.#write(encodeSpdyFrame({ kind: 'rstStream', stream: id, status: REFUSED }));
    const stream = this.#make(id, headers);
    // At once: clients drop what comes on a stream before its reply.
    await this.#sendHeaders('synReply', id, {});
    onStream(stream);
    if (fin) stream.finish();
  }

  #make(id: number, headers: SpdyHeaders): SpdyStream {
    const stream = new SpdyStream({
      id,
      headers,
      send: (frame) => this.#write(encodeSpdyFrame(frame)),
      onClose: () => this.#streams.delete(id),
    });
    this.#streams.set(id, stream);
    return stream;
  }

  #sendHeaders(kind: 'synStream' | 'synReply', stream: number, headers: SpdyHeaders): Promise<void> {
    const sent = this.#sending.then(async () => {
      const block = await this.#codec.encode(headers);
      await this.#write(encodeSpdyFrame({ kind, stream, fin: false, block }));
    });
    this.#sending = sent.catch(() => undefined);
    return sent;
  }

  #write(bytes: Uint8Array): Promise<void> {
    const { socket } = this.#options;
    if (socket.destroyed || socket.writableEnded) return Promise.resolve();
    return new Promise((resolve, reject) => {
      socket.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
  }
}
