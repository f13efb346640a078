import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A plain HTTP server on a free port, for what a well-behaved platform server never sends. */
export interface HttpStub extends AsyncDisposable {
  readonly url: string;
}

/** Starts a server that handles every request with `respond`. */
export async function startHttpStub(
  respond: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<HttpStub> {
  const server = createServer(respond);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!isInternetAddress(address)) throw new Error('the server listens on no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function isInternetAddress(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}
