import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import type { Clock } from '@kubemin/base';
import { SESSION_CLOSE_CODES } from '@kubemin/client';
import type { PodPorts } from '@kubemin/kube';
import { type PortConnection, WebSocketConnection, websocketFrame } from '@kubemin/kubeapi/stream';
import type { SocketSession } from '../../api/index.ts';
import { IdleTimer } from './idle-timer.ts';

/** A connection to a port of a pod. */
export interface BridgedPort {
  readonly ports: Pick<PodPorts, 'close'>;
  readonly connection: PortConnection;
  readonly idleMs: number;
  readonly clock: Clock;
}

const MAX_MESSAGE_BYTES = 1024 * 1024;
const NOTHING = new Uint8Array();
/** How long the client may go on sending after the port has closed. */
const REST_MS = 2_000;
/** Control frames hold no more than 125 bytes, with the code. */
const MAX_REASON_BYTES = 120;

/** Connects a client with a port until either end closes, nothing is sent for too long or the signal aborts. */
export async function bridgePort({ socket, signal }: SocketSession, bridged: BridgedPort): Promise<void> {
  const { ports, connection, idleMs, clock } = bridged;
  const { data, failure } = connection;
  const client = new WebSocketConnection({ socket, maxMessageBytes: MAX_MESSAGE_BYTES });
  const idle = new IdleTimer(clock, idleMs, () => {
    client.close(SESSION_CLOSE_CODES.idle);
    data.destroy();
  });
  const stop = (): void => void data.destroy();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  // Errors of the stream surface in reads and writes.
  data.on('error', () => undefined);
  try {
    const receiving = receive(client, data, idle);
    await send(client, data, idle);
    const reason = await Promise.race([failure, receiving, clock.sleep(REST_MS, signal)]);
    if (reason) closeWithReason(socket, reason);
  } finally {
    idle.stop();
    signal.removeEventListener('abort', stop);
    data.destroy();
    ports.close();
  }
}

/** What the client sends, until it ends its direction or leaves; then the port has no reader any more. */
async function receive(client: WebSocketConnection, data: Duplex, idle: IdleTimer): Promise<void> {
  try {
    for await (const message of client.messages()) {
      idle.touch();
      if (message.byteLength === 0) data.end();
      else if (data.writable && !data.write(message)) await drained(data);
    }
  } catch {
    client.destroy();
  } finally {
    data.destroy();
  }
}

async function drained(data: Duplex): Promise<void> {
  const settled = new AbortController();
  const { signal } = settled;
  await Promise.race([once(data, 'drain', { signal }), once(data, 'close', { signal })]).finally(() => settled.abort());
}

/** What the port sends, until it ends its direction. */
async function send(client: WebSocketConnection, data: Duplex, idle: IdleTimer): Promise<void> {
  try {
    for await (const bytes of idle.watch(data)) await client.send(bytes);
    await client.send(NOTHING);
  } catch {
    // The port was reset, or the client is gone; either way nothing follows.
  }
}

function closeWithReason(socket: SocketSession['socket'], reason: string): void {
  if (socket.writableEnded || socket.destroyed) return;
  const code = SESSION_CLOSE_CODES.portFailed;
  // Cut in the middle of a character, the rest of it would be invalid.
  const text = Buffer.from(
    Buffer.from(reason)
      .subarray(0, MAX_REASON_BYTES)
      .toString()
      .replace(/\ufffd+$/, ''),
  );
  socket.end(websocketFrame('close', Buffer.concat([Uint8Array.of(code >> 8, code & 0xff), text])));
}
