import type { OutgoingHttpHeaders, ServerHttp2Stream } from 'node:http2';

/** A response on an HTTP/2 stream; see StreamRequest. Once the client is gone everything is ignored. */
export class StreamResponse {
  statusCode = 200;
  readonly stream: ServerHttp2Stream;
  readonly #headers: OutgoingHttpHeaders = {};
  readonly #withBody: boolean;
  #ended = false;

  constructor(stream: ServerHttp2Stream, method: string | undefined) {
    this.stream = stream;
    this.#withBody = method !== 'HEAD';
  }

  get destroyed(): boolean {
    return this.stream.destroyed;
  }

  /** Whether `end` was called: a stream that the client closes counts as ended, too. */
  get writableEnded(): boolean {
    return this.#ended;
  }

  setHeader(name: string, value: number | string | readonly string[]): void {
    this.#headers[name] = typeof value === 'object' ? [...value] : value;
  }

  /** Sends the headers, unless they are out. */
  flushHeaders(): void {
    const { stream } = this;
    if (stream.headersSent || stream.destroyed || stream.closed) return;
    stream.respond({ ':status': this.statusCode, ...this.#headers });
  }

  /** Whether the client keeps up. */
  write(bytes: Buffer): boolean {
    this.flushHeaders();
    return this.#withBody && !this.destroyed ? this.stream.write(bytes) : true;
  }

  end(bytes?: Buffer): void {
    this.#ended = true;
    this.flushHeaders();
    if (!this.destroyed) this.stream.end(this.#withBody ? bytes : undefined);
  }

  destroy(): void {
    this.stream.destroy();
  }

  /** The events of the stream. */
  on(event: 'drain' | 'error' | 'close', listener: (value?: unknown) => void): void {
    this.stream.on(event, listener);
  }

  off(event: 'drain' | 'error' | 'close', listener: (value?: unknown) => void): void {
    this.stream.off(event, listener);
  }
}
