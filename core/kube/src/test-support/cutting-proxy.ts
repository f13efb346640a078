import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line to a server that breaks after so many bytes have come back over it, once. */
export interface CuttingProxy {
  readonly url: string;
  /** Bytes that came back so far. */
  readonly passed: () => number;
  readonly isCut: () => boolean;
  close(): Promise<void>;
}

/** Puts such a line before a server; without a number it never breaks. */
export async function cuttingProxy(target: string, cutAfter = Number.POSITIVE_INFINITY): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let passed = 0;
  let cut = false;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const [socket, other] of [[client, upstream] as const, [upstream, client] as const]) {
      sockets.add(socket);
      // Whatever breaks one side breaks the other.
      socket.on('error', () => other.destroy());
      socket.on('close', () => other.destroy());
    }
    client.pipe(upstream);
    upstream.on('data', (chunk: Buffer) => {
      const left = cut ? chunk.length : Math.min(chunk.length, cutAfter - passed);
      passed += left;
      client.write(chunk.subarray(0, left));
      if (cut || passed < cutAfter) return;
      cut = true;
      client.end(() => client.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!isAddress(address)) throw new Error('the proxy has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    passed: () => passed,
    isCut: () => cut,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function isAddress(address: string | AddressInfo | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}
