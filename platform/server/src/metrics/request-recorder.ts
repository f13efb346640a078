import { type Clock, Counter, Gauge, Histogram, type Logger, type MetricRegistry } from '@kubemin/base';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../api/index.ts';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * Records every request once its response is sent: in metrics, and as a line of the log. Metrics have the pattern of the
 * route, never the path, of which clients can send any number. The query is not logged: it may hold secrets.
 */
export class RequestRecorder {
  readonly #logger: Logger;
  readonly #clock: Clock;
  readonly #total: Counter<'method' | 'route' | 'status'>;
  readonly #duration: Histogram<'method' | 'route'>;
  readonly #inFlight: Gauge;
  readonly #streams: Gauge;
  readonly #startedMs = new WeakMap<FastifyRequest, number>();
  readonly #streaming = new WeakSet<FastifyRequest>();
  readonly #callers = new WeakMap<FastifyRequest, Caller>();

  constructor({
    registry,
    clock,
    logger,
  }: {
    readonly registry: MetricRegistry;
    readonly clock: Clock;
    readonly logger: Logger;
  }) {
    this.#clock = clock;
    this.#logger = logger;
    this.#total = registry.add(
      new Counter({
        name: 'kubemin_http_requests_total',
        help: 'Requests handled, by method, pattern of the route and HTTP status.',
        labels: ['method', 'route', 'status'],
      }),
    );
    this.#duration = registry.add(
      new Histogram({
        name: 'kubemin_http_request_duration_seconds',
        help: 'From the head of a request to the end of its response, without event streams.',
        labels: ['method', 'route'],
        buckets: SECONDS,
      }),
    );
    this.#inFlight = registry.add(
      new Gauge({
        name: 'kubemin_http_requests_in_flight',
        help: 'Requests in progress, event streams included.',
      }),
    );
    this.#streams = registry.add(new Gauge({ name: 'kubemin_event_streams', help: 'Open event streams.' }));
  }

  /** Watches every request of the server. */
  watch(app: FastifyInstance): void {
    app.addHook('onRequest', async (request) => {
      this.#startedMs.set(request, this.#clock.monotonic());
      this.#inFlight.series({}).add(1);
    });
    app.addHook('onResponse', async (request, reply) => {
      const startedMs = this.#startedMs.get(request);
      const ms = startedMs === undefined ? undefined : this.#clock.monotonic() - startedMs;
      this.#count(request, reply, ms);
      this.#log(request, reply, ms);
    });
  }

  /** Sets who sent a request. */
  sentBy(request: FastifyRequest, caller: Caller): void {
    this.#callers.set(request, caller);
  }

  /** An event stream begins as the response; the returned function must be called when it is over. */
  streamOpened(request: FastifyRequest): () => void {
    this.#streaming.add(request);
    this.#streams.series({}).add(1);
    return () => this.#streams.series({}).add(-1);
  }

  #count(request: FastifyRequest, reply: FastifyReply, ms: number | undefined): void {
    this.#inFlight.series({}).add(-1);
    const labels = { method: request.method, route: routePattern(request) };
    this.#total.series({ ...labels, status: String(reply.raw.statusCode) }).add();
    if (ms !== undefined && !this.#streaming.has(request)) this.#duration.series(labels).observe(ms / 1000);
  }

  #log(request: FastifyRequest, reply: FastifyReply, ms: number | undefined): void {
    const route = routePattern(request);
    const fields = {
      requestId: request.id,
      method: request.method,
      route,
      path: requestPath(request),
      status: reply.raw.statusCode,
      ms: Math.round(ms ?? 0),
      ip: request.ip,
      user: this.#callers.get(request)?.user,
    };
    // Probes and collectors come every few seconds; their successes would fill the log.
    const probe = isProbeRoute(route) && reply.raw.statusCode < 400;
    if (probe) this.#logger.debug('Request handled.', fields);
    else this.#logger.info('Request handled.', fields);
  }
}

/** The pattern a request matched; those that matched none share one name. */
export function routePattern(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'unmatched';
}

const PROBED = ['/healthz', '/readyz', '/metrics'];

/** Whether a route is one that machines ask for every few seconds. */
export function isProbeRoute(route: string): boolean {
  return PROBED.some((path) => route.endsWith(path));
}

/** The path of a request without its query. */
export function requestPath(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}
