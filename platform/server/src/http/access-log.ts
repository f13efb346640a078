import type { Clock, Logger } from '@kubemin/base';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../api/index.ts';
import { isProbeRoute, routePattern } from '../metrics/index.ts';

/** One line per request, once its response is sent. The query is left out: it may hold secrets. */
export class AccessLog {
  readonly #logger: Logger;
  readonly #clock: Clock;
  readonly #startedMs = new WeakMap<FastifyRequest, number>();
  readonly #callers = new WeakMap<FastifyRequest, Caller>();

  constructor(logger: Logger, clock: Clock) {
    this.#logger = logger;
    this.#clock = clock;
  }

  /** Watches every request of the server. */
  watch(app: FastifyInstance): void {
    app.addHook('onRequest', async (request) => {
      this.#startedMs.set(request, this.#clock.monotonic());
    });
    app.addHook('onResponse', async (request, reply) => {
      const route = routePattern(request);
      const now = this.#clock.monotonic();
      const fields = {
        requestId: request.id,
        method: request.method,
        route,
        path: request.url.split('?', 1)[0],
        status: reply.raw.statusCode,
        ms: Math.round(now - (this.#startedMs.get(request) ?? now)),
        ip: request.ip,
        user: this.#callers.get(request)?.user,
      };
      // Probes and collectors come every few seconds; their successes would fill the log.
      const probe = isProbeRoute(route) && reply.raw.statusCode < 400;
      if (probe) this.#logger.debug('Request handled.', fields);
      else this.#logger.info('Request handled.', fields);
    });
  }

  /** Sets who sent a request. */
  sentBy(request: FastifyRequest, caller: Caller): void {
    this.#callers.set(request, caller);
  }
}
