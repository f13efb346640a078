import type { Server } from 'node:http';
import type { Http2SecureServer, ServerHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';

/** How long a client that does not read may hold up closing. */
const CLOSE_PATIENCE_MS = 1000;

/** The open connections of a server, HTTP/2 sessions among them. */
export class Connections {
  readonly #sessions = new Set<ServerHttp2Session>();
  readonly #sockets = new Set<Socket>();

  constructor(server: Server | Http2SecureServer) {
    server.on('session', (session: ServerHttp2Session) => {
      this.#sessions.add(session);
      session.on('close', () => this.#sessions.delete(session));
      session.on('error', () => session.destroy());
    });
    const track = (socket: Socket): void => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      socket.on('error', () => socket.destroy());
    };
    server.on('secureConnection', track);
    server.on('connection', track);
  }

  /** Ends them all; those that have not ended by themselves a little later are cut. */
  end(): void {
    for (const session of this.#sessions) session.close();
    for (const socket of this.#sockets) socket.destroySoon();
    const force = setTimeout(() => {
      for (const session of this.#sessions) session.destroy();
      for (const socket of this.#sockets) socket.destroy();
    }, CLOSE_PATIENCE_MS);
    force.unref();
  }
}
