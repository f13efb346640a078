import { type ClientRequest, get } from 'node:http';

/** Where a stream is. */
export interface EventFollowerOptions {
  readonly port: number;
  readonly token: string;
  readonly path: string;
}

/** Reads a stream of events and counts them: as little client as possible. */
export class EventFollower {
  readonly #request: ClientRequest;
  readonly #failed = Promise.withResolvers<never>();
  #count = 0;
  #wanted: { readonly count: number; readonly come: () => void } | undefined;

  constructor({ port, token, path }: EventFollowerOptions) {
    this.#failed.promise.catch(() => undefined);
    const options = { host: '127.0.0.1', port, path, agent: false, headers: { authorization: `Bearer ${token}` } };
    this.#request = get(options, (response) => {
      if (response.statusCode !== 200)
        this.#failed.reject(new Error(`${path} failed with status ${response.statusCode}`));
      response.setEncoding('utf8');
      response.on('data', (text: string) => this.#take(text));
    });
    this.#request.on('error', (error) => this.#failed.reject(error));
  }

  /** Resolves when so many events have come since the beginning. */
  until(count: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (this.#count >= count) resolve();
    this.#wanted = { count, come: resolve };
    return Promise.race([promise, this.#failed.promise]);
  }

  close(): void {
    this.#request.destroy();
  }

  /** Each event has one id, and no data holds the end of a line. */
  #take(text: string): void {
    this.#count += text.split('\nevent: ').length - 1;
    if (this.#wanted !== undefined && this.#count >= this.#wanted.count) this.#wanted.come();
  }
}
