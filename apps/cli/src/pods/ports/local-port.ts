import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { listenError } from '@kubemin/base';
import { errorMessage, type Message } from '@kubemin/base/message';
import type { PodConnections } from './pod-connections.ts';

/** Where is listened, and where that leads. */
export interface LocalPortOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly remote: number | string;
  readonly connections: PodConnections;
  /** Called with the reason why a single connection failed. */
  onFailure(why: Message): void;
}

/** A port here that leads to one of a pod. */
export interface LocalPort {
  readonly port: number;
  close(): Promise<void>;
}

/** How long a client may take to close its side after the end was sent. */
const PATIENCE_MS = 2000;

/** Begins to listen; throws where that port cannot be had. */
export async function openLocalPort(options: LocalPortOptions): Promise<LocalPort> {
  const { host, port, onFailure, connections } = options;
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    carry(socket, options).catch(async (error: unknown) => {
      socket.destroy();
      onFailure(errorMessage(error));
      await connections.verifyPod();
    });
  });
  await listen(server, host, port);
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

async function carry(local: Socket, { connections, remote }: LocalPortOptions): Promise<void> {
  // Connection errors surface in reads and writes.
  local.on('error', () => undefined);
  const { data, failure } = await connections.open(remote);
  const sending = pipeline(local, data).catch(() => undefined);
  // Data that the other side sent before closing is still delivered; then both close.
  await pipeline(data, local).catch(() => undefined);
  local.setTimeout(PATIENCE_MS, () => local.destroy());
  await sending;
  data.destroy();
  local.destroySoon();
  const why = await failure;
  if (why !== undefined) throw new Error(why);
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: unknown) => reject(listenError(host, port, error)));
    server.listen(port, host, () => resolve());
  });
}
