import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** A reverse proxy that serves a platform below a path, and nothing beside it, as one on a shared host does. */
export class PathProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Paths outside of the one that is served. */
  readonly #outside: string[] = [];
  /** Where the platform is found. */
  readonly url: string;

  private constructor(server: Server, path: string) {
    this.#server = server;
    this.url = `http://127.0.0.1:${portOf(server)}${path}`;
  }

  /** Requests of the browser that did not go to the path. */
  get outside(): readonly string[] {
    return this.#outside;
  }

  static async start(target: string, path: string): Promise<PathProxy> {
    const { hostname, port } = new URL(target);
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const proxy = new PathProxy(server, path);
    const inner = ({ url = '/' }: IncomingMessage): string | undefined => {
      if (url.startsWith(`${path}/`)) return url.slice(path.length);
      proxy.#outside.push(url);
      return undefined;
    };
    server.on('connection', (socket) => {
      proxy.#sockets.add(socket);
      socket.once('close', () => proxy.#sockets.delete(socket));
    });
    server.on('request', (incoming, response) => {
      const to = inner(incoming);
      if (to === undefined) return void response.writeHead(404).end();
      const { method, headers } = incoming;
      const outgoing = request({ hostname, port, method, headers, path: to }, (received) => {
        response.writeHead(received.statusCode ?? 502, received.headers);
        received.pipe(response);
      });
      outgoing.on('error', () => response.destroy());
      response.on('close', () => outgoing.destroy());
      incoming.pipe(outgoing);
    });
    server.on('upgrade', (incoming, socket, head) => {
      const to = inner(incoming);
      if (to === undefined) return void socket.destroy();
      const { method, rawHeaders } = incoming;
      const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []));
      const platform = connect(Number(port), hostname, () => {
        platform.write(`${method} ${to} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
        platform.write(head);
        platform.pipe(socket).pipe(platform);
      });
      for (const [one, other] of [
        [platform, socket],
        [socket, platform],
      ] as const) {
        one.on('error', () => other.destroy());
        one.on('close', () => other.destroy());
      }
    });
    return proxy;
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  return address === null || typeof address === 'string' ? 0 : address.port;
}
