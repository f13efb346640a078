import { Agent, request } from 'node:http';

/** One request. */
export interface H1Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
  /** `first event`: the response is a stream that does not end; its first event is enough, and the connection is closed. */
  readonly until?: 'end' | 'first event';
}

/** One connection that speaks HTTP/1.1 and is kept open: as little client as possible. */
export class H1Connection {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #port: number;
  readonly #authorization: string;

  constructor({ port, token }: { readonly port: number; readonly token: string }) {
    this.#port = port;
    this.#authorization = `Bearer ${token}`;
  }

  /** Returns the body, as far as `until` requires it; throws for anything but success. */
  send({ method, path, body, until = 'end' }: H1Request): Promise<string> {
    return new Promise((resolve, reject) => {
      const headers = {
        authorization: this.#authorization,
        ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      };
      const sent = request(
        { host: '127.0.0.1', port: this.#port, agent: this.#agent, method, path, headers },
        (response) => {
          const chunks: Buffer[] = [];
          const done = (): void => {
            const text = Buffer.concat(chunks).toString();
            if (response.statusCode === 200) resolve(text);
            else reject(new Error(`${method} ${path} failed with status ${response.statusCode}: ${text}`));
          };
          response.on('data', (chunk: Buffer) => {
            chunks.push(chunk);
            if (until !== 'first event' || !chunk.includes('\n\n')) return;
            done();
            response.destroy();
          });
          response.on('end', done);
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
