import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on the loopback interface that a step of a workflow calls: it fails, or does not respond, as long as the test wants. */
export interface FlakyServer {
  readonly url: string;
  /** How many requests have come. */
  readonly requests: number;
  /** Decides by the number of the request, from 1, whether it fails. */
  failWhile(isFailing: (request: number) => boolean): void;
  /** Leaves requests without a response until the returned function is called. */
  hold(): () => void;
  close(): Promise<void>;
}

export async function startFlakyServer(): Promise<FlakyServer> {
  let requests = 0;
  let isFailing = (_request: number): boolean => false;
  let held = Promise.resolve();
  const server = createServer((_, response) => {
    requests += 1;
    const status = isFailing(requests) ? 503 : 200;
    void held.then(() => response.writeHead(status).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('the server has no port');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    get requests() {
      return requests;
    },
    failWhile: (decide) => {
      requests = 0;
      isFailing = decide;
    },
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
