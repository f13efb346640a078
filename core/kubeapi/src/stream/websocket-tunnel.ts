import { Duplex } from 'node:stream';
import type { WebSocketConnection } from './websocket-connection.ts';

/** A connection inside the binary messages of a WebSocket: each carries some bytes of it. */
export function websocketTunnel(connection: WebSocketConnection): Duplex {
  const messages = connection.messages();
  const tunnel = new Duplex({
    read() {
      messages.next().then(
        ({ done, value }) => tunnel.push(done === true ? null : value),
        (error: unknown) => tunnel.destroy(error instanceof Error ? error : undefined),
      );
    },
    write: (bytes: Uint8Array, _encoding, done) => {
      connection.send(bytes).then(() => done(), done);
    },
    final: (done) => {
      connection.close();
      done();
    },
    destroy: (error, done) => {
      connection.destroy();
      done(error);
    },
  });
  return tunnel;
}
