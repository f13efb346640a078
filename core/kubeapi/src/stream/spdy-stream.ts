import { Duplex } from 'node:stream';
import type { SpdyFrame } from './spdy-frame.ts';
import type { SpdyHeaders } from './spdy-headers.ts';

/** What a stream needs of its session. */
export interface SpdyStreamOptions {
  readonly id: number;
  readonly headers: SpdyHeaders;
  send(frame: Extract<SpdyFrame, { kind: 'data' | 'rstStream' }>): Promise<void>;
  onClose(): void;
}

const PIECE_BYTES = 32 * 1024;
const CANCEL = 5;
const NOTHING = new Uint8Array();

/** One stream of a SPDY connection; each direction ends on its own. */
export class SpdyStream extends Duplex {
  readonly id: number;
  readonly headers: SpdyHeaders;
  readonly #options: SpdyStreamOptions;
  #wanted: (() => void) | undefined;
  #cut = false;

  constructor(options: SpdyStreamOptions) {
    super({ allowHalfOpen: true, emitClose: true });
    this.id = options.id;
    this.headers = options.headers;
    this.#options = options;
    // To a reader or writer a reset is an end like any other; without a listener it would end the process.
    this.on('error', () => undefined);
  }

  /** Takes what came; resolves when more is wanted. */
  async deliver(bytes: Uint8Array): Promise<void> {
    if (bytes.byteLength === 0 || this.destroyed || this.readableEnded) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wanted = resolve;
    if (this.push(bytes)) return;
    this.once('close', resolve);
    await promise;
    this.off('close', resolve);
  }

  /** Nothing more will come. */
  finish(): void {
    if (!this.destroyed) this.push(null);
  }

  /** The other end gave it up, or is gone. */
  cut(): void {
    this.#cut = true;
    this.destroy();
  }

  override _read(): void {
    this.#wanted?.();
    this.#wanted = undefined;
  }

  override _write(chunk: Uint8Array, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.#sendAll(chunk).then(() => done(), done);
  }

  override _final(done: (error?: Error) => void): void {
    this.#options.send({ kind: 'data', stream: this.id, fin: true, bytes: NOTHING }).then(() => done(), done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#options.onClose();
    const over = this.#cut || (this.writableFinished && this.readableEnded);
    const sent = over ? Promise.resolve() : this.#options.send({ kind: 'rstStream', stream: this.id, status: CANCEL });
    sent.then(
      () => done(error),
      () => done(error),
    );
  }

  async #sendAll(chunk: Uint8Array): Promise<void> {
    for (let start = 0; start < chunk.byteLength; start += PIECE_BYTES) {
      const bytes = chunk.subarray(start, start + PIECE_BYTES);
      await this.#options.send({ kind: 'data', stream: this.id, fin: false, bytes });
    }
  }
}
