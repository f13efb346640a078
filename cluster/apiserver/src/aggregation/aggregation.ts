import {
  type ApiRequest,
  type ApiResponse,
  deepEqual,
  ignoreNotFound,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type KubeObject,
  timestamp,
  unauthorized,
} from '@kubemin/kubeapi';
import { apiregistration, discovery } from '@kubemin/kubeapi/resources';
import type { APIService } from '@kubemin/kubeapi/types/apiregistration.v1';
import { type Authorizer, impersonateUser, requireAccess } from '../auth/index.ts';
import { type AggregatedGroupVersion, isBuiltinGroup, KeyedRetryLoop } from '../handler/index.ts';
import type { ServerParts, ServiceConnections } from '../registry/index.ts';
import { aggregatedAccess, readAggregatedPath } from './aggregated-path.ts';
import { checkAvailability, SERVICE_NAME, withAvailability } from './availability.ts';
import { ExtensionServers, type FrontProxy } from './extension-server.ts';

export type { FrontProxy } from './extension-server.ts';

/** What aggregation works with. */
export interface AggregationOptions {
  readonly server: ServerParts;
  readonly services: ServiceConnections;
  readonly authorizer: Authorizer;
  readonly frontProxy: FrontProxy | undefined;
}

/** How long until a server is looked at again: one that responds, and one that does not. */
const CHECK_MS = 30_000;
const FAILED_CHECK_MS = 2000;

/** Where OpenAPI documents are, by the path of their group version. */
const DOCUMENTS = '/openapi/v3';

const API_SERVICES = apiregistration.v1.apiservices;

/** Group versions of other API servers, by the APIServices that name them. */
export class Aggregation {
  readonly #options: AggregationOptions;
  readonly #servers: ExtensionServers;
  /** APIServices with a Service, by `GROUP/VERSION`. */
  readonly #services = new Map<string, APIService>();
  /** What their servers served when they were last asked, by the name of the APIService. */
  readonly #resources = new Map<string, readonly JsonObject[]>();
  readonly #checks: KeyedRetryLoop;
  readonly #nextChecks = new Map<string, () => void>();
  readonly #stops: (() => void)[] = [];

  constructor(options: AggregationOptions) {
    this.#options = options;
    const { server, services, frontProxy } = options;
    const { clock, logger } = server;
    this.#servers = new ExtensionServers({ services, clock, frontProxy });
    this.#checks = new KeyedRetryLoop({
      clock,
      logger: logger.child({ part: 'aggregation' }),
      failureMessage: 'the state of an APIService could not be stored',
      reconcile: (name) => this.#check(name),
    });
  }

  /** Follows APIServices until the returned function is called. */
  start(): () => void {
    const { cache } = this.#options.server;
    const services = cache.collection(API_SERVICES.plural);
    for (const object of services.list(undefined)) this.#set(object);
    this.#stops.push(
      services.listen(undefined, {
        onEvent: ({ kind, object, previous }) => {
          if (previous !== undefined && isApiService(previous)) this.#services.delete(groupVersion(previous));
          if (kind === 'put') this.#set(object, previous);
          else this.#forget(object);
        },
      }),
      cache.collection(discovery.v1.endpointslices.plural).listen(undefined, {
        onEvent: ({ object }) => this.#onEndpoints(object),
      }),
    );
    return () => {
      this.#checks.stop();
      for (const stop of [...this.#stops, ...this.#nextChecks.values()]) stop();
    };
  }

  /** The response of another server; undefined for requests that are this server's own. */
  respond(received: ApiRequest): Promise<ApiResponse> | undefined {
    if (this.#services.size === 0) return undefined;
    const document = received.path.startsWith(`${DOCUMENTS}/`) ? received.path.slice(DOCUMENTS.length) : undefined;
    const path = readAggregatedPath(document ?? received.path);
    if (document !== undefined && path?.rest.length !== 0) return undefined;
    const service = path && this.#services.get(`${path.group}/${path.version}`);
    if (path === undefined || service === undefined) return undefined;
    const { authorizer } = this.#options;
    const request = impersonateUser(authorizer, received);
    if (request.user === undefined) throw unauthorized();
    requireAccess(authorizer, request.user, aggregatedAccess(request, path));
    return this.#servers.forward(service, request);
  }

  /** What discovery shows, in the order of priority. */
  groupVersions(): readonly AggregatedGroupVersion[] {
    return [...this.#services.values()].map(({ metadata, spec }) => ({
      group: spec?.group ?? '',
      version: spec?.version ?? '',
      groupPriority: spec?.groupPriorityMinimum ?? 0,
      versionPriority: spec?.versionPriority ?? 0,
      resources: this.#resources.get(metadata.name ?? ''),
    }));
  }

  #set(object: KubeObject, previous?: KubeObject): void {
    if (!isApiService(object)) return;
    const { spec, metadata } = object;
    if (spec?.service === undefined || isBuiltinGroup(spec.group ?? '')) {
      this.#forget(object);
      return;
    }
    this.#services.set(groupVersion(object), object);
    const isKnown = previous !== undefined && isApiService(previous) && deepEqual(previous.spec, spec);
    if (!isKnown) this.#checks.enqueue(metadata.name ?? '');
  }

  #forget({ metadata: { name = '' } }: KubeObject): void {
    this.#resources.delete(name);
    this.#nextChecks.get(name)?.();
    this.#nextChecks.delete(name);
  }

  #onEndpoints({ metadata }: KubeObject): void {
    for (const { metadata: own, spec } of this.#services.values()) {
      const { namespace, name } = spec?.service ?? {};
      if (namespace === metadata.namespace && name === metadata.labels?.[SERVICE_NAME]) {
        this.#checks.enqueue(own.name ?? '');
      }
    }
  }

  async #check(name: string): Promise<void> {
    const { server } = this.#options;
    const { clock, registry, resources, cache } = server;
    const found = cache.collection(API_SERVICES.plural).get('', name);
    const type = resources.find(API_SERVICES);
    if (type === undefined || found === undefined || !isApiService(found) || found.spec?.service === undefined) return;
    this.#nextChecks.get(name)?.();
    const { resources: served, ...availability } = await checkAvailability(server, this.#servers, found);
    if (this.#services.get(groupVersion(found)) === undefined) return;
    if (served !== undefined) this.#resources.set(name, readResources(served));
    this.#nextChecks.set(
      name,
      clock.after(availability.status === 'True' ? CHECK_MS : FAILED_CHECK_MS, () => this.#checks.enqueue(name)),
    );
    const change = (current: KubeObject): KubeObject =>
      isApiService(current) ? withAvailability(current, availability, timestamp(clock.now())) : current;
    await ignoreNotFound(registry.update(type, { namespace: '', name }, change, { target: 'status' }));
  }
}

function groupVersion({ spec }: APIService): string {
  return `${spec?.group ?? ''}/${spec?.version ?? ''}`;
}

function isApiService(object: KubeObject): object is APIService {
  return object.kind === 'APIService';
}

/** The entries of an APIResourceList. */
function readResources(list: unknown): readonly JsonObject[] {
  const entries = isJsonObject(list) ? list.resources : undefined;
  return isJsonArray(entries) ? entries.filter((entry) => isJsonObject(entry)) : [];
}
