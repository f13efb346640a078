import type { Socket } from 'node:net';

/** Bytes between a client and a backend after they switched protocols; ends when either of them does. */
export class Tunnel {
  /** When it is closed for silence. */
  deadline: number;
  readonly #client: Socket;
  readonly #backend: Socket;
  readonly #now: () => number;
  readonly #idleMs: number;
  readonly #onClosed: () => void;
  #open = 2;

  constructor(sockets: { client: Socket; backend: Socket }, now: () => number, idleMs: number, onClosed: () => void) {
    this.#client = sockets.client;
    this.#backend = sockets.backend;
    this.#now = now;
    this.#idleMs = idleMs;
    this.#onClosed = onClosed;
    this.deadline = now() + idleMs;
    this.#connect(this.#client, this.#backend);
    this.#connect(this.#backend, this.#client);
  }

  /** Sends bytes that came with the heads. */
  start(fromClient: Buffer, fromBackend: Buffer): void {
    if (fromClient.length > 0) this.#backend.write(fromClient);
    if (fromBackend.length > 0) this.#client.write(fromBackend);
    this.#client.resume();
    this.#backend.resume();
  }

  onDeadline(): void {
    this.close();
  }

  close(): void {
    this.#client.destroy();
    this.#backend.destroy();
  }

  #connect(from: Socket, to: Socket): void {
    from.on('data', (bytes: Buffer) => {
      this.deadline = this.#now() + this.#idleMs;
      if (!to.write(bytes)) from.pause();
    });
    to.on('drain', () => from.resume());
    from.on('end', () => to.end());
    from.on('error', () => from.destroy());
    from.on('close', () => {
      // What is on its way to the other side still arrives there.
      to.destroySoon();
      this.#open -= 1;
      if (this.#open === 0) this.#onClosed();
    });
  }
}
