import type { Duplex } from 'node:stream';
import { toError } from '@kubemin/base';
import { CHANNEL_PROTOCOLS, type ChannelProtocol } from './channel-protocol.ts';
import { connectionPair } from './connection-pair.ts';
import type { PortServer } from './port-forward-session.ts';
import { WebSocketConnection } from './websocket-connection.ts';

const PROTOCOLS = ['v4.channel.k8s.io', 'v4.base64.channel.k8s.io'];

/** The subprotocols with two channels for each port; a client that names none uses the first. */
export const PORT_CHANNEL_PROTOCOLS: readonly ChannelProtocol[] = CHANNEL_PROTOCOLS.filter(({ name }) =>
  PROTOCOLS.includes(name),
);

/** What a node needs to serve ports that were named when the connection was made. */
export interface WebSocketPortForwardOptions {
  readonly socket: Duplex;
  readonly protocol: ChannelProtocol;
  readonly ports: readonly number[];
  readonly serve: PortServer;
}

/**
 * A node's end of forwarded ports over the channels of a WebSocket: one connection to each port, the data of the first in
 * channel 0 and its failure in channel 1. The first message of each channel is the port. Resolves when all are over.
 */
export async function serveWebSocketPortForward(options: WebSocketPortForwardOptions): Promise<void> {
  const { socket, protocol, ports, serve } = options;
  const connection = new WebSocketConnection({ socket });
  const send = (channel: number, bytes: Uint8Array): Promise<void> =>
    connection.send(protocol.encode({ kind: 'data', channel, bytes }), protocol.frames);
  const ends = ports.map(() => connectionPair());
  const serveEach = ends.map(async ([near, far], at) => {
    const port = ports[at] ?? 0;
    for (const channel of [2 * at, 2 * at + 1]) await send(channel, portBytes(port));
    const sending = sendAll(near, (bytes) => send(2 * at, bytes));
    try {
      await serve(port, far);
    } catch (error) {
      await send(2 * at + 1, Buffer.from(toError(error).message));
    }
    far.end();
    await sending;
  });
  const near = ends.map(([each]) => each);
  const reading = deliverAll(connection, protocol, near);
  await Promise.allSettled(serveEach);
  connection.close();
  await reading;
}

/** Until the client is gone; each connection ends then. */
async function deliverAll(
  connection: WebSocketConnection,
  protocol: ChannelProtocol,
  near: readonly Duplex[],
): Promise<void> {
  try {
    for await (const message of connection.messages()) {
      const content = protocol.decode(message);
      const target = content.channel % 2 === 0 ? near[content.channel / 2] : undefined;
      if (target === undefined || content.kind !== 'data' || target.writableEnded || target.destroyed) continue;
      // Called also where it was not taken: that connection is over, the others are not.
      await new Promise<void>((resolve) => target.write(content.bytes, () => resolve()));
    }
  } catch {
    connection.destroy();
  } finally {
    for (const each of near) each.destroy();
  }
}

/** Never rejects: a client that is gone is noticed where it is read from. */
async function sendAll(near: Duplex, send: (bytes: Uint8Array) => Promise<void>): Promise<void> {
  try {
    for await (const bytes of near.iterator({ destroyOnReturn: false })) await send(bytes);
  } catch {
    near.destroy();
  } finally {
    // No channel can be half closed: the end of one direction is that of both.
    near.end();
  }
}

/** Little-endian, as clients expect it. */
function portBytes(port: number): Uint8Array {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(port);
  return bytes;
}
