import { type Duplex, duplexPair } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { PortServer } from './port-forward-session.ts';
import { WebSocketConnection } from './websocket-connection.ts';
import { PORT_CHANNEL_PROTOCOLS, serveWebSocketPortForward } from './websocket-port-forward.ts';

const MASK = { mask: () => Uint8Array.of(1, 2, 3, 4) };

/** What a client sees of two ports: the bytes of each channel, by its number. */
function forward(protocol: (typeof PORT_CHANNEL_PROTOCOLS)[number], serve: PortServer) {
  const [near, far] = duplexPair();
  const client = new WebSocketConnection({ socket: near, ...MASK });
  const ended = serveWebSocketPortForward({ socket: far, protocol, ports: [80, 8080], serve });
  const channels = new Map<number, string>();
  const reading = (async () => {
    for await (const message of client.messages()) {
      const { channel, ...content } = protocol.decode(message);
      const text = content.kind === 'data' ? Buffer.from(content.bytes).toString('latin1') : '';
      channels.set(channel, (channels.get(channel) ?? '') + text);
    }
  })();
  const send = (channel: number, text: string) =>
    client.send(protocol.encode({ kind: 'data', channel, bytes: Buffer.from(text) }), protocol.frames);
  return { near, client, channels, ended, reading, send };
}

test.each(PORT_CHANNEL_PROTOCOLS)(
  '$name: each port has a channel for data and one for its failure',
  async (protocol) => {
    const { channels, ended, reading, send } = forward(protocol, async (port, connection) => {
      if (port === 8080) throw new Error('connection refused');
      await new Promise((resolve) => connection.once('data', (bytes) => connection.write(`got ${bytes}`, resolve)));
    });
    await send(0, 'ping');
    await Promise.all([ended, reading]);
    // Each begins with its port, little-endian.
    expect(Object.fromEntries(channels)).toEqual({
      0: 'P\0got ping',
      1: 'P\0',
      2: '\x90\x1f',
      3: '\x90\x1fconnection refused',
    });
  },
);

test('more than fits into buffers arrives whole, both ways', async () => {
  const [protocol] = PORT_CHANNEL_PROTOCOLS;
  if (protocol === undefined) throw new Error('there are protocols');
  const size = 3_000_000;
  const received = Promise.withResolvers<number>();
  const { channels, ended, reading, send } = forward(protocol, async (port, connection) => {
    if (port === 8080) return;
    let count = 0;
    for await (const bytes of connection.iterator({ destroyOnReturn: false })) {
      count += bytes.length;
      if (count === size) break;
    }
    received.resolve(count);
    await new Promise<void>((resolve) => connection.end(Buffer.alloc(size, 'x'), resolve));
  });
  for (let sent = 0; sent < size; sent += 100_000) await send(0, 'y'.repeat(100_000));
  expect(await received.promise).toBe(size);
  await Promise.all([ended, reading]);
  expect(channels.get(0)).toHaveLength(2 + size);
});

test('a client that is gone ends its connections', async () => {
  const [protocol] = PORT_CHANNEL_PROTOCOLS;
  if (protocol === undefined) throw new Error('there are protocols');
  const opened: Duplex[] = [];
  const { near, ended } = forward(protocol, async (_port, connection) => {
    opened.push(connection);
    await buffer(connection).catch(() => undefined);
  });
  await new Promise((resolve) => setImmediate(resolve));
  near.end();
  await ended;
  expect(opened.map(({ destroyed }) => destroyed)).toEqual([true, true]);
});
