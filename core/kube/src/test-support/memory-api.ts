import {
  type ApiHandler,
  type ApiRequest,
  type ApiResponse,
  alreadyExists,
  badRequest,
  conflict,
  deepFreeze,
  expired,
  isStatusError,
  type KubeObject,
  notFound,
  type StatusError,
  type WatchEvent,
} from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { ConfigMap } from '@kubemin/kubeapi/types/core.v1';
import { MemoryWatch } from './memory-watch.ts';

const TYPE = core.v1.configmaps;

/** A fault that a test injects for the next request. */
export type Fault =
  | { readonly kind: 'refuse'; readonly error: StatusError }
  | { readonly kind: 'throw'; readonly error: Error }
  | { readonly kind: 'hang' }
  | { readonly kind: 'respond'; readonly response: ApiResponse };

/** Just enough of an API server to keep ConfigMaps of one namespace, with history, watches and faults to order. */
export class MemoryApi {
  readonly requests: ApiRequest[] = [];
  readonly objects = new Map<string, ConfigMap>();
  readonly #history: { readonly version: number; readonly event: WatchEvent }[] = [];
  readonly #states = new Map<string, readonly ConfigMap[]>();
  readonly #watches = new Set<MemoryWatch>();
  readonly #faults: { readonly matches: (request: ApiRequest) => boolean; readonly fault: Fault }[] = [];
  #version = 1;
  #compacted = 0;
  #uids = 0;

  readonly handler: ApiHandler = async (request) => {
    this.requests.push(request);
    const ordered = this.#faults.findIndex(({ matches }) => matches(request));
    if (ordered >= 0) return respondWithFault(this.#faults.splice(ordered, 1)[0]?.fault, request);
    try {
      return this.#respond(request);
    } catch (error) {
      if (!isStatusError(error)) throw error;
      return errorResponse(error);
    }
  };

  get version(): string {
    return String(this.#version);
  }

  get openWatches(): number {
    return this.#watches.size;
  }

  /** The next request that matches meets this fault. */
  injectFault(fault: Fault, matches: (request: ApiRequest) => boolean = () => true): void {
    this.#faults.push({ matches, fault });
  }

  clearFaults(): void {
    this.#faults.length = 0;
  }

  put(name: string, data: Readonly<Record<string, string>>): ConfigMap {
    const old = this.objects.get(name);
    this.#version += 1;
    this.#uids += old === undefined ? 1 : 0;
    const object = deepFreeze<ConfigMap>({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {
        name,
        namespace: 'default',
        uid: old?.metadata.uid ?? `uid-${this.#uids}`,
        resourceVersion: this.version,
      },
      data,
    });
    this.objects.set(name, object);
    this.#record({ type: old === undefined ? 'ADDED' : 'MODIFIED', object });
    return object;
  }

  remove(name: string): void {
    const old = this.objects.get(name);
    if (old === undefined) return;
    this.#version += 1;
    this.objects.delete(name);
    const object = deepFreeze({ ...old, metadata: { ...old.metadata, resourceVersion: this.version } });
    this.#record({ type: 'DELETED', object });
  }

  /** Forgets the history: a watch or page from before now gets 410. */
  compact(): void {
    this.#history.length = 0;
    this.#compacted = this.#version;
  }

  /** Ends all watches, as a broken connection does. */
  cutWatches(): void {
    for (const watch of this.#watches) watch.end();
  }

  /** Sends one batch to all watches, of whatever the test likes. */
  send(...batch: readonly WatchEvent[]): void {
    for (const watch of this.#watches) watch.push(batch);
  }

  bookmark(): void {
    this.send(bookmarkAt(this.version));
  }

  /** From now on watches stay silent, though events happen: what a proxy that buffers does. */
  muteWatches(): void {
    for (const watch of this.#watches) watch.mute();
  }

  #record(event: WatchEvent): void {
    this.#history.push({ version: this.#version, event });
    this.send(event);
  }

  #respond(request: ApiRequest): ApiResponse {
    const [, collection, name] =
      /^(\/api\/v1\/(?:namespaces\/default\/)?configmaps)(?:\/([^/]+))?$/.exec(request.path) ?? [];
    if (collection === undefined) throw badRequest(`no such path: ${request.path}`);
    if (name !== undefined) return this.#respondForObject(request, decodeURIComponent(name));
    if (request.method === 'POST') return this.#create(request);
    return request.query.get('watch') === 'true' ? this.#watch(request) : this.#list(request);
  }

  #respondForObject(request: ApiRequest, name: string): ApiResponse {
    const found = this.objects.get(name);
    if (found === undefined) throw notFound(TYPE, name);
    if (request.method === 'GET') return success(200, found);
    if (request.method === 'DELETE') {
      this.remove(name);
      return success(200, { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success' });
    }
    const sent = parseConfigMap(request);
    const version = sent.metadata.resourceVersion;
    if (version !== undefined && version !== found.metadata.resourceVersion) throw conflict(TYPE, name);
    return success(200, this.put(name, sent.data ?? {}));
  }

  #create(request: ApiRequest): ApiResponse {
    const { metadata, data = {} } = parseConfigMap(request);
    const name = metadata.name ?? '';
    if (this.objects.has(name)) throw alreadyExists(TYPE, name);
    return success(201, this.put(name, data));
  }

  #list({ query }: ApiRequest): ApiResponse {
    const limit = Number(query.get('limit') ?? Number.POSITIVE_INFINITY);
    const [version = this.version, after = ''] = query.get('continue')?.split(' ') ?? [];
    if (Number(version) < this.#compacted) throw expired('The provided continue parameter is too old');
    const rest = this.#stateAt(version).filter(({ metadata }) => (metadata.name ?? '') > after);
    const items = rest.slice(0, limit);
    const next = rest.length > items.length ? { continue: `${version} ${items.at(-1)?.metadata.name}` } : {};
    return success(200, {
      apiVersion: 'v1',
      kind: 'ConfigMapList',
      metadata: { resourceVersion: version, ...next },
      // As real servers do: items of built-in lists carry neither kind nor apiVersion.
      items: items.map(({ kind: _kind, apiVersion: _apiVersion, ...rest }) => rest),
    });
  }

  /** Later pages see what the first one saw. */
  #stateAt(version: string): readonly ConfigMap[] {
    const kept = this.#states.get(version);
    if (kept !== undefined) return kept;
    const state = [...this.objects.values()].sort((a, b) =>
      (a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1,
    );
    this.#states.set(version, state);
    return state;
  }

  #watch({ query, signal }: ApiRequest): ApiResponse {
    const from = Number(query.get('resourceVersion') ?? 0);
    const watch = new MemoryWatch(signal, () => this.#watches.delete(watch));
    if (from < this.#compacted) {
      watch.push([{ type: 'ERROR', object: expired(`too old resource version: ${from}`).status }]);
      watch.end();
    } else {
      this.#watches.add(watch);
      const missed = this.#history.filter(({ version }) => version > from).map(({ event }) => event);
      if (missed.length > 0) watch.push(missed);
    }
    return { kind: 'watch', status: 200, headers: {}, events: watch.batches() };
  }
}

/** A BOOKMARK event. */
export function bookmarkAt(resourceVersion: string): WatchEvent {
  return deepFreeze({
    type: 'BOOKMARK',
    object: { kind: 'ConfigMap', apiVersion: 'v1', metadata: { resourceVersion } },
  });
}

/** Whether a request is a list, and not a watch. */
export function isList({ method, path, query }: ApiRequest): boolean {
  return method === 'GET' && path.endsWith('/configmaps') && !query.has('watch');
}

/** Whether a request is a watch. */
export function isWatch({ query }: ApiRequest): boolean {
  return query.has('watch');
}

/** The response that carries an error. */
export function errorResponse(error: StatusError): ApiResponse {
  return success(error.httpCode, error.status);
}

function success(status: number, object: unknown): ApiResponse {
  return { kind: 'object', status, headers: {}, object: deepFreeze(object) };
}

function respondWithFault(fault: Fault | undefined, { signal }: ApiRequest): Promise<ApiResponse> {
  if (fault?.kind === 'refuse') return Promise.resolve(errorResponse(fault.error));
  if (fault?.kind === 'respond') return Promise.resolve(fault.response);
  if (fault?.kind === 'throw') return Promise.reject(fault.error);
  const { promise, reject } = Promise.withResolvers<ApiResponse>();
  signal?.addEventListener('abort', () => reject(signal.reason));
  return promise;
}

function parseConfigMap({ body }: ApiRequest): ConfigMap {
  const value: unknown = body?.kind === 'bytes' ? JSON.parse(Buffer.from(body.bytes).toString()) : body?.value;
  if (isConfigMap(value)) return value;
  throw badRequest('the object provided is unrecognized');
}

function isConfigMap(value: unknown): value is ConfigMap {
  return isObject(value) && value.kind === 'ConfigMap';
}

function isObject(value: unknown): value is KubeObject {
  return typeof value === 'object' && value !== null && 'kind' in value && 'metadata' in value;
}
