import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { SpdySession } from './spdy-session.ts';

/** A connection to a port of a pod. */
export interface PortConnection {
  readonly data: Duplex;
  /** What went wrong on the other side, in its words; undefined where nothing did. Never rejects. */
  readonly failure: Promise<string | undefined>;
}

/** A client's end of forwarded ports: as many connections as it opens, all in one. */
export class PortForwardClient {
  /** Resolves when no more connections can be opened, however that came. */
  readonly closed: Promise<void>;
  readonly #session: SpdySession;
  #opened = 0;

  constructor(socket: Duplex) {
    this.#session = new SpdySession({ socket, role: 'client' });
    this.closed = this.#session.closed;
  }

  async open(port: number): Promise<PortConnection> {
    const about = { port: String(port), requestid: String(this.#opened) };
    this.#opened += 1;
    // The error stream first, so that an immediate failure can be reported on it.
    const error = await this.#session.open({ ...about, streamtype: 'error' });
    error.end();
    const failure = text(error).then(
      (message) => (message === '' ? undefined : message),
      () => undefined,
    );
    return { data: await this.#session.open({ ...about, streamtype: 'data' }), failure };
  }

  close(): void {
    this.#session.destroy();
  }
}
