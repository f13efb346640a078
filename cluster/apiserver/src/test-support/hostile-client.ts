import { once } from 'node:events';
import { Agent, type IncomingMessage, request as startRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { ApiServerProcess } from './api-server-process.ts';

/** Generous: reached only by a server that hangs. */
const DEADLINE_MS = 10_000;

/** A request as an attacker would send it. */
export interface HostileRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** What came of it. */
export interface HostileResponse {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

/** Sends what a proper client would not, over plain HTTP. */
export class HostileClient {
  readonly #server: ApiServerProcess;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 8 });

  constructor(server: ApiServerProcess) {
    this.#server = server;
  }

  /** Rejects when there is no response before the deadline. Of a watch, the headers are the response. */
  async send({ method, path, headers = {}, body = '' }: HostileRequest): Promise<HostileResponse> {
    const { authorization, ports } = this.#server;
    const request = startRequest({
      host: '127.0.0.1',
      port: ports.plainPort,
      method,
      path,
      headers: { authorization, ...headers, 'content-length': Buffer.byteLength(body) },
      agent: this.#agent,
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    request.end(body);
    const [response]: IncomingMessage[] = await once(request, 'response');
    if (response === undefined) throw new Error('no response');
    const { statusCode: status = 0, headers: received } = response;
    if (received['transfer-encoding'] === 'chunked') {
      response.destroy();
      return { status, headers: received, text: '' };
    }
    let text = '';
    for await (const chunk of response) text += String(chunk);
    return { status, headers: received, text };
  }

  /** Writes bytes as they are, and returns all that comes back before the server closes the connection. */
  async raw(bytes: string, port = this.#server.ports.plainPort): Promise<string> {
    const socket = this.open(port);
    const deadline = setTimeout(() => socket.destroy(new Error(`nothing came within ${DEADLINE_MS} ms`)), DEADLINE_MS);
    let text = '';
    try {
      socket.write(bytes);
      for await (const chunk of socket) text += String(chunk);
      return text;
    } catch (error) {
      // Closing with bytes unread resets the connection; what came before it counts.
      if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET') return text;
      throw error;
    } finally {
      clearTimeout(deadline);
      socket.destroy();
    }
  }

  /** A connection to do as one likes with. */
  open(port = this.#server.ports.plainPort): Socket {
    return connect(port, '127.0.0.1');
  }

  close(): void {
    this.#agent.destroy();
  }
}
