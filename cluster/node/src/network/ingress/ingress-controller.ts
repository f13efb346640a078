import { type Clock, type Logger, type Random, toError } from '@kubemin/base';
import type { EventRecorder } from '@kubemin/controller';
import { deepEqual, type KubeObject } from '@kubemin/kubeapi';
import type { Secret, Service } from '@kubemin/kubeapi/types/core.v1';
import type { EndpointSlice } from '@kubemin/kubeapi/types/discovery.v1';
import type { Ingress, IngressClass, IngressLoadBalancerIngress } from '@kubemin/kubeapi/types/networking.v1';
import { type ServiceIndex, sliceServiceKey } from './backends.ts';
import { buildRouting, type ClassOptions, ParseCache, resolveTable } from './build-table.ts';
import type { Gateway, HttpRoute } from './gateway-api.ts';
import { IngressProxy, type ListeningPorts, type ListenOptions, type ProxyLimits } from './ingress-proxy.ts';
import { describeObject, type RouteProblem, type RouteTable, type Routing } from './route-table.ts';

/** Objects of one kind, kept current; an informer is one. */
export interface ObjectSource<T extends KubeObject> {
  list(): readonly T[];
  /** Calls the handler after each change until the returned function is called. */
  onChange(handler: (change: { readonly object: T }) => void): () => void;
}

/** The kinds that the controller follows. All but the first three may be left out. */
export interface IngressSources {
  readonly ingresses: ObjectSource<Ingress>;
  readonly services: ObjectSource<Service>;
  readonly endpointSlices: ObjectSource<EndpointSlice>;
  /** Only Secrets of type kubernetes.io/tls are read. */
  readonly secrets?: ObjectSource<Secret>;
  readonly ingressClasses?: ObjectSource<IngressClass>;
  readonly httpRoutes?: ObjectSource<HttpRoute>;
  /** Left out: HTTPRoutes of every Gateway are served. */
  readonly gateways?: ObjectSource<Gateway>;
}

export interface IngressControllerOptions extends Partial<ClassOptions> {
  readonly sources: IngressSources;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Problems of objects are recorded here, each once until it is gone. */
  readonly events: EventRecorder;
  /** Writes `status.loadBalancer.ingress` of an Ingress; called again later when it rejects. */
  readonly writeStatus: (ingress: Ingress, addresses: readonly IngressLoadBalancerIngress[]) => Promise<void>;
  /** The addresses that clients reach the proxy at, for the status. */
  readonly addresses: readonly IngressLoadBalancerIngress[];
  readonly limits?: Partial<ProxyLimits>;
  /** PEM; for clients that name no host, or one without a certificate of its own. @default one that signs itself */
  readonly defaultCertificate?: { readonly cert: string; readonly key: string };
  /** Continue X-Forwarded-For of clients: only behind another proxy. @default false */
  readonly trustForwardedHeaders?: boolean;
}

const DEFAULT_CLASSES: ClassOptions = {
  controllers: ['kubemin.io/ingress', 'k8s.io/ingress-nginx'],
  classNames: ['nginx', 'kubemin'],
};
const STATUS_RETRY_MS = 5_000;

/** Serves Ingresses and HTTPRoutes. */
export class IngressController {
  readonly #options: IngressControllerOptions;
  readonly #classes: ClassOptions;
  readonly #cache = new ParseCache();
  readonly #proxy: IngressProxy;
  readonly #index: SourceIndex;
  readonly #unsubscribe: (() => void)[] = [];
  readonly #staleServices = new Set<string>();
  readonly #writing = new Set<string>();
  #isRoutingStale = false;
  #isScheduled = false;
  #isClosed = false;
  #cancelRetry: () => void = () => undefined;
  #recorded: ReadonlySet<string> = new Set();
  #routing: Routing;
  #table: RouteTable;

  constructor(options: IngressControllerOptions) {
    this.#options = options;
    const { controllers, classNames, gatewayClassNames } = options;
    this.#classes = {
      controllers: controllers ?? DEFAULT_CLASSES.controllers,
      classNames: classNames ?? DEFAULT_CLASSES.classNames,
      ...(gatewayClassNames === undefined ? {} : { gatewayClassNames }),
    };
    this.#index = new SourceIndex(options.sources);
    this.#routing = this.#buildRouting();
    this.#table = resolveTable(this.#routing, this.#index);
    this.#proxy = new IngressProxy(options, this.#table);
    this.#subscribe();
    this.#publish();
  }

  /** The table that new requests see. */
  get table(): RouteTable {
    return this.#table;
  }

  /** Starts taking requests. */
  listen(options: ListenOptions): Promise<ListeningPorts> {
    return this.#proxy.listen(options);
  }

  /** Stops listening, lets requests under way finish for `graceMs`, then closes all connections. */
  async close(graceMs = 0): Promise<void> {
    this.#isClosed = true;
    this.#cancelRetry();
    for (const unsubscribe of this.#unsubscribe.splice(0)) unsubscribe();
    await this.#proxy.close(graceMs);
  }

  #subscribe(): void {
    const { sources } = this.#options;
    const reroute = (): void => {
      this.#isRoutingStale = true;
      this.#schedule();
    };
    const { ingresses, ingressClasses, httpRoutes, gateways, secrets, services, endpointSlices } = sources;
    for (const source of [ingresses, ingressClasses, httpRoutes, gateways]) {
      if (source !== undefined) this.#unsubscribe.push(source.onChange(reroute));
    }
    if (secrets !== undefined) {
      this.#unsubscribe.push(
        secrets.onChange(({ object }) => {
          if (isTlsSecret(object)) reroute();
        }),
      );
    }
    this.#unsubscribe.push(services.onChange(({ object }) => this.#refresh(namespacedName(object))));
    this.#unsubscribe.push(endpointSlices.onChange(({ object }) => this.#refresh(sliceServiceKey(object))));
  }

  #refresh(serviceKey: string): void {
    this.#index.forget();
    this.#staleServices.add(serviceKey);
    this.#schedule();
  }

  /** Changes that come together become one table. */
  #schedule(): void {
    if (this.#isScheduled || this.#isClosed) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      if (this.#isClosed) return;
      this.#update();
    });
  }

  #update(): void {
    const stale = new Set(this.#staleServices);
    this.#staleServices.clear();
    if (this.#isRoutingStale) {
      this.#isRoutingStale = false;
      this.#routing = this.#buildRouting();
      this.#table = resolveTable(this.#routing, this.#index);
    } else {
      const before = this.#table;
      const isUsed = before.references.values().some(({ namespace, service }) => stale.has(`${namespace}/${service}`));
      if (!isUsed) return;
      // The problems of unchanged Services are found again with theirs: only Services that resolved are kept.
      this.#table = resolveTable(this.#routing, this.#index, ({ key, namespace, service }) => {
        const kept = stale.has(`${namespace}/${service}`) ? undefined : before.backends.get(key);
        return kept === undefined || kept.endpoints.length === 0 ? undefined : kept;
      });
    }
    this.#proxy.setTable(this.#table);
    this.#publish();
  }

  #buildRouting(): Routing {
    const { sources } = this.#options;
    return buildRouting(
      {
        ingresses: sources.ingresses.list(),
        ingressClasses: sources.ingressClasses?.list() ?? [],
        httpRoutes: sources.httpRoutes?.list() ?? [],
        ...(sources.gateways === undefined ? {} : { gateways: sources.gateways.list() }),
        secrets: (sources.secrets?.list() ?? []).filter(isTlsSecret),
      },
      this.#classes,
      this.#cache,
    );
  }

  /** Reports new problems and writes statuses that differ. */
  #publish(): void {
    const keys = new Map(this.#table.problems.map((problem) => [problemKey(problem), problem]));
    for (const [key, { object, reason, message }] of keys) {
      if (!this.#recorded.has(key)) this.#options.events.record(object, { type: 'Warning', reason, message });
    }
    this.#recorded = new Set(keys.keys());
    for (const ingress of this.#options.sources.ingresses.list()) this.#writeStatus(ingress);
  }

  #writeStatus(ingress: Ingress): void {
    const { addresses, writeStatus, logger } = this.#options;
    const key = describeObject(ingress);
    if (!this.#table.served.has(key) || this.#writing.has(key)) return;
    if (deepEqual(ingress.status?.loadBalancer?.ingress ?? [], addresses)) return;
    this.#writing.add(key);
    writeStatus(ingress, addresses)
      .catch((error: unknown) => {
        logger.warn('cannot write the status of an Ingress', { ingress: key, error: toError(error) });
        this.#retryStatus();
      })
      .finally(() => this.#writing.delete(key));
  }

  #retryStatus(): void {
    this.#cancelRetry();
    if (this.#isClosed) return;
    this.#cancelRetry = this.#options.clock.after(STATUS_RETRY_MS, () => this.#publish());
  }
}

function isTlsSecret({ type }: Secret): boolean {
  return type === 'kubernetes.io/tls';
}

function namespacedName({ metadata }: KubeObject): string {
  return `${metadata.namespace ?? 'default'}/${metadata.name}`;
}

function problemKey({ object, reason, message }: RouteProblem): string {
  return `${describeObject(object)} ${object.metadata.uid ?? ''} ${reason} ${message}`;
}

/** Services and slices by `namespace/service`, indexed when they are first asked for after a change. */
class SourceIndex implements ServiceIndex {
  readonly #sources: IngressSources;
  #services: ReadonlyMap<string, Service> | undefined;
  #slices: ReadonlyMap<string, readonly EndpointSlice[]> | undefined;

  constructor(sources: IngressSources) {
    this.#sources = sources;
  }

  forget(): void {
    this.#services = undefined;
    this.#slices = undefined;
  }

  service(key: string): Service | undefined {
    this.#services ??= new Map(this.#sources.services.list().map((each) => [namespacedName(each), each]));
    return this.#services.get(key);
  }

  slices(key: string): readonly EndpointSlice[] {
    this.#slices ??= Map.groupBy(this.#sources.endpointSlices.list(), sliceServiceKey);
    return this.#slices.get(key) ?? [];
  }
}
