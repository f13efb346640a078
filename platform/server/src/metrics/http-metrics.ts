import { type Clock, Counter, Gauge, Histogram, type MetricRegistry } from '@kubemin/base';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Counts and times requests by the pattern of their route, never by their path: clients can make up any number of those. */
export class HttpMetrics {
  readonly #clock: Clock;
  readonly #total: Counter<'method' | 'route' | 'status'>;
  readonly #duration: Histogram<'method' | 'route'>;
  readonly #inFlight: Gauge;
  readonly #streams: Gauge;
  readonly #startedMs = new WeakMap<FastifyRequest, number>();
  readonly #streaming = new WeakSet<FastifyRequest>();

  constructor(registry: MetricRegistry, clock: Clock) {
    this.#clock = clock;
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
      this.#inFlight.series({}).add(-1);
      const labels = { method: request.method, route: routePattern(request) };
      this.#total.series({ ...labels, status: String(reply.raw.statusCode) }).add();
      const startedMs = this.#startedMs.get(request);
      if (startedMs === undefined || this.#streaming.has(request)) return;
      this.#duration.series(labels).observe((this.#clock.monotonic() - startedMs) / 1000);
    });
  }

  /** An event stream begins as the response; the returned function must be called when it is over. */
  streamOpened(request: FastifyRequest): () => void {
    this.#streaming.add(request);
    this.#streams.series({}).add(1);
    return () => this.#streams.series({}).add(-1);
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
