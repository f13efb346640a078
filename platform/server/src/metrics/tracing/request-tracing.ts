import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Clock,
  formatTraceparent,
  newSpan,
  parseTraceparent,
  type Random,
  type SpanSink,
  type TraceContext,
} from '@kubemin/base';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isProbeRoute, routePattern } from '../request-recorder.ts';

/** What tracing requests takes. */
export interface RequestTracingOptions {
  readonly sink: SpanSink;
  readonly clock: Clock;
  readonly random: Random;
}

interface TracedRequest {
  readonly context: TraceContext;
  readonly parentSpanId: string | undefined;
  readonly startMs: number;
}

/** A span for each request, part of its sender's trace where the request names one; its work is part of the trace. */
export class RequestTracing {
  readonly #options: RequestTracingOptions;
  readonly #requests = new WeakMap<FastifyRequest, TracedRequest>();
  readonly #current = new AsyncLocalStorage<TraceContext>();

  constructor(options: RequestTracingOptions) {
    this.#options = options;
  }

  /** The trace of the present request; undefined outside of one. */
  get traceparent(): string | undefined {
    const context = this.#current.getStore();
    return context && formatTraceparent(context);
  }

  /** Watches every request of the server. */
  watch(app: FastifyInstance): void {
    const { clock, random } = this.#options;
    app.addHook('onRequest', async (request) => {
      const { traceparent } = request.headers;
      const parent = parseTraceparent(typeof traceparent === 'string' ? traceparent : undefined);
      const context = newSpan(random, parent);
      this.#requests.set(request, { context, parentSpanId: parent?.spanId, startMs: clock.now() });
    });
    app.addHook('onResponse', async (request, reply) => this.#record(request, reply.raw.statusCode));
  }

  /** Does `work` in the name of the request. */
  during<R>(request: FastifyRequest, work: () => R): R {
    const traced = this.#requests.get(request);
    return traced === undefined ? work() : this.#current.run(traced.context, work);
  }

  #record(request: FastifyRequest, status: number): void {
    const { sink, clock } = this.#options;
    const traced = this.#requests.get(request);
    if (traced === undefined || !traced.context.sampled) return;
    const { context, parentSpanId, startMs } = traced;
    const route = routePattern(request);
    // Nobody's trace, and every few seconds.
    if (parentSpanId === undefined && isProbeRoute(route) && status < 500) return;
    sink.record({
      traceId: context.traceId,
      spanId: context.spanId,
      parentSpanId,
      name: `${request.method} ${route}`,
      kind: 'server',
      startMs,
      endMs: clock.now(),
      attributes: {
        'http.request.method': request.method,
        'http.route': route,
        'http.response.status_code': status,
        'kubemin.request.id': request.id,
      },
      error: status >= 500 ? `HTTP ${status}` : undefined,
    });
  }
}
