import {
  type Clock,
  Counter,
  type CounterSeries,
  Gauge,
  type GaugeSeries,
  Histogram,
  type HistogramSeries,
  type MetricRegistry,
} from '@kubemin/base';
import type { ApiRequest } from '@kubemin/kubeapi';
import type { ResourceRoute, Route, ServedResource } from '../registry/index.ts';
import { type CountedVerb, pathLabels, type RequestLabels, resourceLabels } from './request-labels.ts';

/** Kubernetes' own bounds, and one more below them: most requests take less than its first. */
const SECONDS = [
  0.001, 0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60,
];
const LABELS = ['verb', 'group', 'version', 'resource', 'subresource'] as const;
const READING: readonly string[] = ['GET', 'LIST'];

type VerbSeries = Map<CountedVerb, RequestSeries>;

/** One request while it is being handled. */
export interface MeasuredRequest {
  readonly series: RequestSeries;
  readonly startedMs: number;
}

/** Counts and times requests. Labels are put together once per kind of request, not per request. */
export class RequestMetrics {
  readonly #clock: Clock;
  readonly #byResource = new WeakMap<ServedResource, Map<string, VerbSeries>>();
  readonly #byPath = new Map<string, RequestSeries>();
  readonly #total: Counter<(typeof LABELS)[number] | 'code'>;
  readonly #duration: Histogram<(typeof LABELS)[number]>;
  readonly #inflight: Gauge<'request_kind'>;

  constructor(registry: MetricRegistry, clock: Clock) {
    this.#clock = clock;
    this.#total = registry.add(
      new Counter({
        name: 'apiserver_request_total',
        help: 'Requests by verb, resource and HTTP status.',
        labels: [...LABELS, 'code'],
      }),
    );
    this.#duration = registry.add(
      new Histogram({
        name: 'apiserver_request_duration_seconds',
        help: 'Duration of requests in seconds without sending the response; watches are not included.',
        labels: LABELS,
        buckets: SECONDS,
      }),
    );
    this.#inflight = registry.add(
      new Gauge({
        name: 'apiserver_current_inflight_requests',
        help: 'Requests being handled now, without watches.',
        labels: ['request_kind'],
      }),
    );
  }

  begin(route: Route, request: ApiRequest): MeasuredRequest {
    const series =
      route.kind === 'path' ? this.#pathSeries(route.path, request.method) : this.#resourceSeries(route, request);
    series.begin();
    return { series, startedMs: this.#clock.monotonic() };
  }

  end({ series, startedMs }: MeasuredRequest, status: number): void {
    series.end(status, (this.#clock.monotonic() - startedMs) / 1000);
  }

  #resourceSeries({ resource, verb, subresource = '' }: ResourceRoute, request: ApiRequest): RequestSeries {
    const byVerb = this.#verbSeries(resource, subresource);
    const counted = verb === 'patch' && isApply(request) ? 'apply' : verb;
    const known = byVerb.get(counted);
    if (known !== undefined) return known;
    const series = this.#series(resourceLabels(resource, counted, subresource));
    byVerb.set(counted, series);
    return series;
  }

  #verbSeries(resource: ServedResource, subresource: string): VerbSeries {
    let bySubresource = this.#byResource.get(resource);
    if (bySubresource === undefined) {
      bySubresource = new Map([
        ['', new Map()],
        ...resource.info.subresources.map(({ name }) => [name, new Map()] as const),
      ]);
      this.#byResource.set(resource, bySubresource);
    }
    // Nothing is kept for subresources that a client makes up.
    return bySubresource.get(subresource) ?? new Map();
  }

  #pathSeries(path: string, method: string): RequestSeries {
    const labels = pathLabels(path, method);
    const key = `${method} ${labels.subresource}`;
    const series = this.#byPath.get(key) ?? this.#series(labels);
    this.#byPath.set(key, series);
    return series;
  }

  #series(labels: RequestLabels): RequestSeries {
    const isWatch = labels.verb === 'WATCH';
    const kind = READING.includes(labels.verb) ? 'readOnly' : 'mutating';
    return new RequestSeries({
      counter: (code) => this.#total.series({ ...labels, code }),
      duration: isWatch ? undefined : this.#duration.series(labels),
      inflight: isWatch ? undefined : this.#inflight.series({ request_kind: kind }),
    });
  }
}

function isApply({ body, headers }: ApiRequest): boolean {
  const type = body?.contentType ?? headers['content-type'];
  return type?.startsWith('application/apply-patch') === true;
}

/** Where one kind of request is counted. */
interface RequestSeriesOptions {
  readonly counter: (code: string) => CounterSeries;
  /** Undefined for requests that last until the client goes. */
  readonly duration: HistogramSeries | undefined;
  readonly inflight: GaugeSeries | undefined;
}

/** The series that one kind of request counts in, found once. */
class RequestSeries {
  readonly #options: RequestSeriesOptions;
  readonly #byStatus = new Map<number, CounterSeries>();

  constructor(options: RequestSeriesOptions) {
    this.#options = options;
  }

  begin(): void {
    this.#options.inflight?.add(1);
  }

  end(status: number, seconds: number): void {
    this.#options.inflight?.add(-1);
    this.#options.duration?.observe(seconds);
    let series = this.#byStatus.get(status);
    if (series === undefined) {
      series = this.#options.counter(String(status));
      this.#byStatus.set(status, series);
    }
    series.add();
  }
}
