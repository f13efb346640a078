import { createServer, type Server } from 'node:http';
import { listenError, toError } from '@kubemin/base';
import type { HealthCheck } from './service-table.ts';

/** Serves health check node ports: load balancers leave out nodes that respond with 503, which have no endpoint of the service. */
export class HealthCheckPorts {
  readonly #host: string;
  readonly #servers = new Map<number, Server>();
  #checks: ReadonlyMap<number, HealthCheck> = new Map();

  /** Listens at this address of the node. */
  constructor(host: string) {
    this.#host = host;
  }

  /** Resolves with what could not be listened on; it is tried again with the next call. */
  async apply(checks: ReadonlyMap<number, HealthCheck>): Promise<readonly Error[]> {
    this.#checks = checks;
    for (const port of this.#servers.keys()) if (!checks.has(port)) await this.#close(port);
    const failures: Error[] = [];
    for (const port of checks.keys()) {
      if (this.#servers.has(port)) continue;
      try {
        this.#servers.set(port, await this.#listen(port));
      } catch (thrown) {
        failures.push(toError(thrown));
      }
    }
    return failures;
  }

  async close(): Promise<void> {
    for (const port of this.#servers.keys()) await this.#close(port);
  }

  async #listen(port: number): Promise<Server> {
    const server = createServer((_request, response) => {
      const check = this.#checks.get(port);
      const localEndpoints = check?.localEndpoints ?? 0;
      const service = { namespace: check?.namespace, name: check?.name };
      response
        .writeHead(localEndpoints > 0 ? 200 : 503, {
          'Content-Type': 'application/json',
          'X-Content-Type-Options': 'nosniff',
          'X-Load-Balancing-Endpoint-Weight': String(localEndpoints),
        })
        .end(JSON.stringify({ service, localEndpoints, serviceProxyHealthy: true }));
    });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    server.once('error', (error) => reject(listenError(this.#host, port, error)));
    server.listen(port, this.#host, resolve);
    await promise;
    // A connection that cannot be accepted, for want of file descriptors, must not end the process.
    server.on('error', () => undefined);
    return server;
  }

  async #close(port: number): Promise<void> {
    const server = this.#servers.get(port);
    this.#servers.delete(port);
    const { promise, resolve } = Promise.withResolvers<void>();
    server?.close(() => resolve());
    server?.closeAllConnections();
    if (server !== undefined) await promise;
  }
}
