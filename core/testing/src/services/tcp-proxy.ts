import { connect, createServer, type Socket } from 'node:net';

/** A way to a server that can be cut. */
export interface TcpProxy {
  readonly port: number;
  /** Drops all connections, as a broken cable would, and refuses new ones until `restore`. */
  cut(): void;
  restore(): void;
  close(): Promise<void>;
}

/** Where a proxy leads, and who listens. */
export interface TcpProxyOptions {
  readonly host: string;
  readonly port: number;
  /** Called with everything that clients send, before it is passed on. */
  readonly onData?: (bytes: Buffer) => void;
}

/** Listens on a free port and passes everything on. */
export async function startTcpProxy({ host, port, onData }: TcpProxyOptions): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let open = true;
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
  };
  const server = createServer((client) => {
    keep(client);
    if (!open) {
      client.destroy();
      return;
    }
    const upstream = keep(connect(port, host));
    // Before the pipe: listeners are called in the order they came.
    if (onData !== undefined) client.on('data', onData);
    client.on('close', () => upstream.destroy()).pipe(upstream);
    upstream.on('close', () => client.destroy()).pipe(client);
  });
  const cut = (): void => {
    open = false;
    for (const socket of sockets) socket.resetAndDestroy();
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    cut,
    restore: () => {
      open = true;
    },
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
