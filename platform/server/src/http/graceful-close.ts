import type { Server, ServerResponse } from 'node:http';
import type { Clock } from '@kubemin/base';
import type { FastifyInstance } from 'fastify';

/** The responses that a server has not finished yet. */
class OpenResponses {
  readonly #open = new Set<ServerResponse>();
  #settled: (() => void) | undefined;

  constructor(server: Server) {
    server.on('request', (_, response: ServerResponse) => {
      this.#open.add(response);
      response.once('close', () => {
        this.#open.delete(response);
        if (this.#open.size === 0) this.#settled?.();
      });
    });
  }

  /** Resolves once nothing is owed. */
  settled(): Promise<void> {
    if (this.#open.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#settled = resolve;
    });
  }
}

export interface GracefulCloseOptions {
  readonly clock: Clock;
  /** How long running requests may take to finish. */
  readonly graceMs: number;
}

/**
 * Makes a function that stops a server: no new connections, running requests are finished, then everything is closed.
 * Node itself would wait for connections that were opened and never used, for as long as their client likes.
 */
export function gracefulClose(app: FastifyInstance, { clock, graceMs }: GracefulCloseOptions): () => Promise<void> {
  const responses = new OpenResponses(app.server);
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    const closed = app.close();
    const patience = new AbortController();
    await Promise.race([responses.settled(), clock.sleep(graceMs, patience.signal)]);
    patience.abort();
    app.server.closeAllConnections();
    await closed;
  };
  return () => {
    closing ??= close();
    return closing;
  };
}
