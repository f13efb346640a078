import { ProgrammingError } from '@kubemin/base';
import {
  type ApiBody,
  type ApiHandler,
  type ApiMethod,
  type ApiResponse,
  isStatusError,
  type KubeList,
  type KubeObject,
  type ResourceType,
  resourcePath,
  type WatchEvent,
} from '@kubemin/kubeapi';
import {
  expectList,
  expectObject,
  isBatchForType,
  responseEvents,
  responseObject,
  watchErrorEvent,
} from './api-response.ts';
import { PATCH_MEDIA_TYPES, type Patch } from './patch.ts';

/** What every request may be given. */
export interface RequestOptions {
  /** Abandons the request, which then rejects with the signal's reason; ends a watch. */
  readonly signal?: AbortSignal | undefined;
}

/** Which objects are meant, in the notation of kubectl. */
export interface Selectors {
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
}

/** How to list. */
export interface ListOptions extends RequestOptions, Selectors {
  readonly limit?: number | undefined;
  /** From the previous page's metadata. */
  readonly continue?: string | undefined;
  /** @default the most recent state */
  readonly resourceVersion?: string | undefined;
}

/** How to watch. */
export interface WatchOptions extends RequestOptions, Selectors {
  /** Events after this version; without one, the current objects come first as ADDED. */
  readonly resourceVersion?: string | undefined;
  readonly allowBookmarks?: boolean | undefined;
  /** After which the server ends the watch. */
  readonly timeoutSeconds?: number | undefined;
}

/** How to write. */
export interface WriteOptions extends RequestOptions {
  readonly fieldManager?: string | undefined;
  /** The request is validated and the response is as if it were carried out, but nothing is stored. @default false */
  readonly dryRun?: boolean | undefined;
  /** What happens to fields that the API does not know. @default the server's, which is Warn */
  readonly fieldValidation?: 'Ignore' | 'Warn' | 'Strict' | undefined;
}

/** The subresources that return the object itself; the others have methods of their own. */
export type ObjectSubresource = 'status' | 'finalize' | 'approval' | 'ephemeralcontainers' | 'resize';

/** How to write an object or one of its subresources. */
export interface SubresourceOptions extends WriteOptions {
  readonly subresource?: ObjectSubresource | undefined;
}

/** How to delete. */
export interface DeleteOptions extends RequestOptions {
  readonly propagationPolicy?: 'Orphan' | 'Background' | 'Foreground' | undefined;
  readonly gracePeriodSeconds?: number | undefined;
  readonly preconditions?: { readonly uid?: string | undefined; readonly resourceVersion?: string | undefined };
  /** @default false */
  readonly dryRun?: boolean | undefined;
}

/** Which objects to delete, and how. */
export interface DeleteCollectionOptions extends DeleteOptions, Selectors {}

/**
 * The objects of one resource. Every method throws StatusError when the API refuses, RetryableError when it cannot be
 * reached. Objects that come back are deep-frozen and may be shared: copy before changing.
 */
export interface ResourceClient<T extends KubeObject> {
  readonly type: ResourceType<T>;
  get(name: string, options?: RequestOptions): Promise<T>;
  /** Like get, with undefined for an object that is not there. */
  find(name: string, options?: RequestOptions): Promise<T | undefined>;
  /** One page, or everything when no limit is given. */
  list(options?: ListOptions): Promise<KubeList<T>>;
  /** Batches of events that happened together. The stream finishes when the server, the network or the signal ends it; it never throws. */
  watch(options?: WatchOptions): Promise<AsyncIterable<readonly WatchEvent<T>[]>>;
  create(object: T, options?: WriteOptions): Promise<T>;
  /** Replaces the object; its resourceVersion, when present, must be the current one. */
  update(object: T, options?: SubresourceOptions): Promise<T>;
  patch(name: string, patch: Patch, options?: SubresourceOptions): Promise<T>;
  /** Asks for deletion; an object with finalizers is still there when this returns. */
  delete(name: string, options?: DeleteOptions): Promise<void>;
  /** Asks for the deletion of all objects that are meant; all of the namespace when no selector is given. */
  deleteCollection(options?: DeleteCollectionOptions): Promise<void>;
  getSubresource(name: string, subresource: string, options?: RequestOptions): Promise<unknown>;
  /** For subresources that are actions or other kinds: binding, eviction, token. */
  createSubresource(name: string, subresource: string, body: unknown, options?: WriteOptions): Promise<unknown>;
  updateSubresource(name: string, subresource: string, body: unknown, options?: WriteOptions): Promise<unknown>;
}

/** Where the requests go and what they are about. */
export interface ResourceClientOptions<T extends KubeObject> {
  readonly handler: ApiHandler;
  readonly type: ResourceType<T>;
  readonly namespace?: string | undefined;
}

/** The client of one resource, in one namespace or across all. */
export function createResourceClient<T extends KubeObject>(options: ResourceClientOptions<T>): ResourceClient<T> {
  return new HandlerResourceClient(options);
}

const DRY_RUN = 'All';

type QueryValue = string | number | boolean | undefined;

interface Call {
  readonly method: ApiMethod;
  readonly path: string;
  readonly query?: Readonly<Record<string, QueryValue>> | undefined;
  readonly body?: ApiBody;
  readonly signal?: AbortSignal | undefined;
}

class HandlerResourceClient<T extends KubeObject> implements ResourceClient<T> {
  readonly type: ResourceType<T>;
  readonly #handler: ApiHandler;
  readonly #namespace: string | undefined;

  constructor({ handler, type, namespace }: ResourceClientOptions<T>) {
    this.type = type;
    this.#handler = handler;
    this.#namespace = namespace;
  }

  async get(name: string, { signal }: RequestOptions = {}): Promise<T> {
    return this.#object({ method: 'GET', path: this.#objectPath(name), signal });
  }

  async find(name: string, options?: RequestOptions): Promise<T | undefined> {
    try {
      return await this.get(name, options);
    } catch (error) {
      if (isStatusError(error, 'NotFound')) return undefined;
      throw error;
    }
  }

  async list({ signal, ...query }: ListOptions = {}): Promise<KubeList<T>> {
    const call: Call = { method: 'GET', path: this.#collectionPath(), query: { ...query }, signal };
    return expectList(this.type, await this.#send(call), describeCall(call));
  }

  async watch({
    signal,
    allowBookmarks,
    ...query
  }: WatchOptions = {}): Promise<AsyncIterable<readonly WatchEvent<T>[]>> {
    const call: Call = {
      method: 'GET',
      path: this.#collectionPath(),
      query: { watch: true, allowWatchBookmarks: allowBookmarks, ...query },
      signal,
    };
    return this.#checkEvents(responseEvents(await this.#call(call), describeCall(call)), describeCall(call));
  }

  async create(object: T, options: WriteOptions = {}): Promise<T> {
    const path = resourcePath(this.type, { namespace: this.#namespaceFor(object) });
    return this.#object({
      method: 'POST',
      path,
      query: writeQuery(options),
      body: jsonBody(object),
      signal: options.signal,
    });
  }

  async update(object: T, options: SubresourceOptions = {}): Promise<T> {
    const { subresource, signal } = options;
    const namespace = this.#namespaceFor(object);
    const path = resourcePath(this.type, { namespace, name: this.#requireName(object.metadata.name), subresource });
    return this.#object({ method: 'PUT', path, query: writeQuery(options), body: jsonBody(object), signal });
  }

  async patch(name: string, patch: Patch, options: SubresourceOptions = {}): Promise<T> {
    const { subresource, signal } = options;
    return this.#object({
      method: 'PATCH',
      path: this.#objectPath(name, subresource),
      query: { ...writeQuery(options), force: patch.type === 'apply' ? patch.force : undefined },
      body: { kind: 'value', value: patch.body, contentType: PATCH_MEDIA_TYPES[patch.type] },
      signal,
    });
  }

  async delete(name: string, { signal, ...options }: DeleteOptions = {}): Promise<void> {
    await this.#send({ method: 'DELETE', path: this.#objectPath(name), body: deleteBody(options), signal });
  }

  async deleteCollection(options: DeleteCollectionOptions = {}): Promise<void> {
    const { signal, labelSelector, fieldSelector, ...how } = options;
    await this.#send({
      method: 'DELETE',
      path: resourcePath(this.type, { namespace: this.#requireNamespace(this.#namespace) }),
      query: { labelSelector, fieldSelector },
      body: deleteBody(how),
      signal,
    });
  }

  async getSubresource(name: string, subresource: string, { signal }: RequestOptions = {}): Promise<unknown> {
    return this.#send({ method: 'GET', path: this.#objectPath(name, subresource), signal });
  }

  async createSubresource(name: string, subresource: string, body: unknown, options?: WriteOptions): Promise<unknown> {
    return this.#writeSubresource('POST', this.#objectPath(name, subresource), body, options);
  }

  async updateSubresource(name: string, subresource: string, body: unknown, options?: WriteOptions): Promise<unknown> {
    return this.#writeSubresource('PUT', this.#objectPath(name, subresource), body, options);
  }

  #writeSubresource(method: ApiMethod, path: string, body: unknown, options: WriteOptions = {}): Promise<unknown> {
    return this.#send({ method, path, query: writeQuery(options), body: jsonBody(body), signal: options.signal });
  }

  async #object(call: Call): Promise<T> {
    return expectObject(this.type, await this.#send(call), describeCall(call));
  }

  async #send(call: Call): Promise<unknown> {
    return responseObject(await this.#call(call), describeCall(call));
  }

  #call({ method, path, query = {}, body, signal }: Call): Promise<ApiResponse> {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(definedFields(query))) parameters.set(name, String(value));
    const headers = { accept: 'application/json', ...(body?.contentType && { 'content-type': body.contentType }) };
    return this.#handler({
      method,
      path,
      query: parameters,
      headers,
      ...(body && { body }),
      ...(signal && { signal }),
    });
  }

  async *#checkEvents(
    batches: AsyncIterable<readonly WatchEvent[]>,
    request: string,
  ): AsyncGenerator<readonly WatchEvent<T>[]> {
    for await (const batch of batches) {
      if (isBatchForType(this.type, batch)) {
        yield batch;
        continue;
      }
      const failure = [watchErrorEvent(`${request}: the stream carries objects that are not ${this.type.kind}`)];
      if (isBatchForType(this.type, failure)) yield failure;
      return;
    }
  }

  #collectionPath(): string {
    return resourcePath(this.type, { namespace: this.#namespace });
  }

  #objectPath(name: string, subresource?: string): string {
    return resourcePath(this.type, {
      namespace: this.#requireNamespace(this.#namespace),
      name: this.#requireName(name),
      subresource,
    });
  }

  #namespaceFor(object: T): string | undefined {
    return this.#requireNamespace(this.#namespace ?? object.metadata.namespace);
  }

  #requireNamespace(namespace: string | undefined): string | undefined {
    if (!this.type.namespaced) return undefined;
    if (isSegment(namespace)) return namespace;
    throw new ProgrammingError(
      `${this.type.plural} live in a namespace and none was given: use client.resource(type, namespace), or set metadata.namespace`,
      'NAMESPACE_MISSING',
    );
  }

  #requireName(name: string | undefined): string {
    if (isSegment(name)) return name;
    throw new ProgrammingError(
      `an object of ${this.type.plural} was addressed without a usable name ('${name ?? ''}')`,
      'NAME_MISSING',
    );
  }
}

// '' and the dot segments would address the collection instead: DELETE would then delete everything in it.
function isSegment(name: string | undefined): name is string {
  return name !== undefined && name !== '' && name !== '.' && name !== '..';
}

function jsonBody(value: unknown): ApiBody {
  return { kind: 'value', value, contentType: 'application/json' };
}

function writeQuery({ fieldManager, fieldValidation, dryRun }: WriteOptions): Call['query'] {
  return { fieldManager, fieldValidation, dryRun: dryRun ? DRY_RUN : undefined };
}

function deleteBody({ dryRun, ...options }: DeleteOptions): ApiBody {
  const how = { ...options, dryRun: dryRun ? [DRY_RUN] : undefined };
  return jsonBody({ kind: 'DeleteOptions', apiVersion: 'v1', ...definedFields(how) });
}

function definedFields(record: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

function describeCall({ method, path }: Call): string {
  return `${method} ${path}`;
}
