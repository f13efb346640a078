import { once } from 'node:events';
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2';

/** Where to connect to and what to show there. */
export interface H2Target {
  readonly port: number;
  /** PEM. */
  readonly ca: string;
  readonly token: string;
}

/** One request. */
export interface H2Request {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: Buffer;
  readonly contentType?: string;
}

/** One TLS connection that speaks HTTP/2: as little client as possible, so that the server is what is measured. */
export class H2Connection {
  readonly #session: ClientHttp2Session;
  readonly #authorization: string;

  private constructor(session: ClientHttp2Session, token: string) {
    this.#session = session;
    this.#authorization = `Bearer ${token}`;
  }

  static async open({ port, ca, token }: H2Target): Promise<H2Connection> {
    const session = connect(`https://127.0.0.1:${port}`, { ca });
    await once(session, 'connect');
    // Requests report their own failures; a session that breaks must not end the benchmark before it has cleaned up.
    session.on('error', () => session.destroy());
    return new H2Connection(session, token);
  }

  /** Returns the body's length; throws for anything but success. */
  send(request: H2Request): Promise<number> {
    return new Promise((resolve, reject) => {
      const stream = this.#request(request);
      let status = 0;
      let length = 0;
      stream.on('response', (headers) => {
        status = Number(headers[':status']);
      });
      stream.on('data', (chunk: Buffer) => {
        length += chunk.byteLength;
      });
      stream.on('end', () => {
        if (status >= 200 && status < 300) resolve(length);
        else reject(new Error(`${request.method} ${request.path} failed with status ${status}`));
      });
      stream.on('error', reject);
      stream.end(request.body);
    });
  }

  /** A response that goes on; resolves when its headers are here. */
  async follow(path: string, onData: (chunk: Buffer) => void): Promise<void> {
    const stream = this.#request({ method: 'GET', path });
    stream.on('data', onData);
    stream.end();
    const [headers] = await once(stream, 'response');
    if (Number(headers[':status']) !== 200) throw new Error(`GET ${path} failed with status ${headers[':status']}`);
    stream.on('error', () => stream.destroy());
  }

  close(): void {
    this.#session.destroy();
  }

  #request({ method, path, body, contentType }: H2Request): ClientHttp2Stream {
    return this.#session.request({
      ':method': method,
      ':path': path,
      authorization: this.#authorization,
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': contentType ?? 'application/json', 'content-length': body.length }),
    });
  }
}
