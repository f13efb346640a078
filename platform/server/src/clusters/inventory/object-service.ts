import {
  type ClusterKindList,
  type ClusterObject,
  type ClusterObjectFilter,
  type ClusterObjectList,
  type ClusterObjectPlace,
  type NewestEvents,
  type NewestEventsFilter,
  objectRoutes,
} from '@kubemin/client';
import { createDiscovery, type Discovery, type KubeClient } from '@kubemin/kube';
import {
  formatApiVersion,
  isJsonObject,
  type JsonObject,
  qualifiedName,
  type ResourceType,
  resourcePath,
  statusErrorFromResponse,
} from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Event } from '@kubemin/kubeapi/types/core.v1';
import { plainCredential, Redactor } from '@kubemin/model';
import { ApiError, type BoundRoute, bindJson, maskedObject, objectSecrets } from '../../api/index.ts';
import { clusterMessages } from '../../messages/index.ts';
import { type ClusterRequestOptions, requestCluster } from './cluster-request.ts';
import { eventTime } from './event-time.ts';

const AS_TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io, application/json';
/** `kubectl apply` keeps the whole object in it, values of Secrets included. */
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** Objects of any kind that a cluster serves, read each time. Values of Secrets and what looks like a credential never leave. */
export class ObjectService {
  readonly #options: ClusterRequestOptions;
  readonly #discoveries = new WeakMap<KubeClient, Discovery>();

  constructor(options: ClusterRequestOptions) {
    this.#options = options;
  }

  /** Kinds whose objects can be listed, each in the version that the cluster prefers. */
  async kinds(cluster: string): Promise<ClusterKindList> {
    return this.#send(cluster, async (client) => {
      const discovery = this.#discovery(client);
      await discovery.refresh();
      const listed = (await discovery.resources()).filter(({ verbs }) => verbs.includes('list'));
      const preferred = new Map(listed.toReversed().map((type) => [qualifiedName(type), type]));
      return {
        kinds: [...preferred]
          .toReversed()
          .map(([resource, type]) => ({ ...kindView(type), resource, apiVersion: formatApiVersion(type) })),
      };
    });
  }

  async list(cluster: string, resource: string, filter: ClusterObjectFilter): Promise<ClusterObjectList> {
    return this.#send(cluster, async (client, signal) => {
      const type = await this.#resourceType(cluster, client, resource);
      const query = new URLSearchParams({ limit: String(filter.limit) });
      if (filter.continue !== undefined) query.set('continue', filter.continue);
      if (filter.fieldSelector !== undefined) query.set('fieldSelector', filter.fieldSelector);
      // Columns of custom resources are fields of their objects, credentials too.
      if (isCustom(type)) query.set('includeObject', 'Object');
      const path = resourcePath(type, { namespace: filter.namespace });
      return tableView(await get(client, { path, query, accept: AS_TABLE, signal }));
    });
  }

  /** All of them are read, as Kubernetes lists them by name. */
  async newestEvents(cluster: string, { namespace, limit }: NewestEventsFilter): Promise<NewestEvents> {
    return this.#send(cluster, async (client, signal) => {
      const { items } = await client.resource(core.v1.events, namespace).list({ signal });
      const events = items.map(eventView).toSorted((one, two) => (one.time < two.time ? 1 : -1));
      return { events: events.slice(0, limit), total: events.length };
    });
  }

  async get(cluster: string, resource: string, name: string, place: ClusterObjectPlace): Promise<ClusterObject> {
    return this.#send(cluster, async (client, signal) => {
      const type = await this.#resourceType(cluster, client, resource);
      const path = resourcePath(type, { namespace: place.namespace, name });
      const object = await get(client, { path, query: new URLSearchParams(), accept: 'application/json', signal });
      return { object: shownObject(object) };
    });
  }

  #discovery(client: KubeClient): Discovery {
    const known = this.#discoveries.get(client);
    if (known !== undefined) return known;
    const discovery = createDiscovery({ handler: client.handler });
    this.#discoveries.set(client, discovery);
    return discovery;
  }

  #send<T>(cluster: string, send: (client: KubeClient, signal: AbortSignal) => Promise<T>): Promise<T> {
    return requestCluster(this.#options, { cluster, send });
  }

  async #resourceType(cluster: string, client: KubeClient, resource: string): Promise<ResourceType> {
    const type = await this.#discovery(client).findResource(resource);
    if (type !== undefined) return type;
    throw new ApiError('OBJECT_NOT_FOUND', clusterMessages.kindNotFound({ cluster, resource }));
  }
}

interface GetRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly accept: string;
  readonly signal: AbortSignal;
}

async function get({ handler }: KubeClient, { accept, ...request }: GetRequest): Promise<JsonObject> {
  const response = await handler({ method: 'GET', ...request, headers: { accept } });
  const body = response.kind === 'object' ? response.object : response.kind === 'text' ? response.text : undefined;
  if (response.status >= 300 || !isJsonObject(body)) throw statusErrorFromResponse(response.status, body);
  return body;
}

/** Kubernetes keeps these groups to itself. */
function isCustom({ group = '' }: ResourceType): boolean {
  return group.includes('.') && !group.endsWith('.k8s.io');
}

function kindView({ kind, namespaced, shortNames }: ResourceType) {
  return { kind, namespaced, shortNames: [...shortNames] };
}

interface TableColumn {
  readonly name: string;
  readonly at: number;
}

/** The columns that `kubectl get` shows. A server that sends no table, but a list, gives rows without columns. */
function tableView(body: JsonObject): ClusterObjectList {
  const { continue: next } = asObject(body.metadata);
  const page = typeof next === 'string' && next !== '' ? { next } : {};
  if (body.kind !== 'Table') {
    return { columns: [], objects: records(body.items).map((item) => ({ ...rowName(item), cells: [] })), ...page };
  }
  const columns = records(body.columnDefinitions).flatMap(({ name, priority }, at): TableColumn[] => {
    const isShown = typeof name === 'string' && name !== 'Name' && name !== 'Age' && (priority ?? 0) === 0;
    return isShown ? [{ name, at }] : [];
  });
  const objects = records(body.rows).map((row) => {
    const cells = Array.isArray(row.cells) ? row.cells : [];
    const object = asObject(row.object);
    const redactor = objectRedactor(object);
    return { ...rowName(object), cells: columns.map(({ at }) => redactor.text(cellText(cells[at]))) };
  });
  return { columns: columns.map(({ name }) => name), objects, ...page };
}

function rowName(object: JsonObject): Omit<ClusterObjectList['objects'][number], 'cells'> {
  const { name, namespace, creationTimestamp } = asObject(object.metadata);
  const created = typeof creationTimestamp === 'string' ? Date.parse(creationTimestamp) : Number.NaN;
  return {
    name: typeof name === 'string' ? name : '',
    ...(typeof namespace === 'string' && namespace !== '' && { namespace }),
    ...(!Number.isNaN(created) && { createTime: new Date(created).toISOString() }),
  };
}

function cellText(cell: unknown): string {
  if (cell === undefined || cell === null) return '';
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}

/** An object without the bookkeeping of the API server, and without the credentials in it. */
function shownObject(object: JsonObject): JsonObject {
  const { managedFields: _, ...metadata } = asObject(object.metadata);
  const { [LAST_APPLIED]: __, ...annotations } = asObject(metadata.annotations);
  const clean = { ...object, metadata: { ...metadata, ...('annotations' in metadata && { annotations }) } };
  const redacted = asObject(objectRedactor(object).value(maskedObject(clean)));
  // A password that is called like the object must not make that unreadable.
  const { name, namespace } = metadata;
  const identity = { ...(name !== undefined && { name }), ...(namespace !== undefined && { namespace }) };
  const { apiVersion = '', kind = '' } = object;
  return { ...redacted, apiVersion, kind, metadata: { ...asObject(redacted.metadata), ...identity } };
}

function objectRedactor(object: JsonObject): Redactor {
  return new Redactor([...objectSecrets(object), ...(object.kind === 'Secret' ? [] : credentialsIn(object))]);
}

const WORD_START = /(?<=[a-z0-9])(?=[A-Z])/g;

/** Texts anywhere in an object whose field, or the name beside them, is called like a credential: `spec.dbPassword`. */
function credentialsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(credentialsIn);
  return Object.entries(asObject(value)).flatMap(([key, entry]) => {
    if (typeof entry !== 'string') return credentialsIn(entry);
    const { name } = asObject(value);
    const called = key === 'value' && typeof name === 'string' ? name : key;
    return plainCredential(called.replaceAll(WORD_START, '_'), entry) === undefined ? [] : [entry];
  });
}

function eventView(event: Event): NewestEvents['events'][number] {
  const { involvedObject, type = 'Normal', reason = '', message = '', count = 1, metadata } = event;
  const { kind = '', name = '', namespace } = involvedObject;
  return {
    time: eventTime(event),
    object: { kind, name },
    ...(namespace !== undefined && namespace !== '' && { namespace }),
    ...{ name: metadata.name ?? '', type, reason, message, count: Math.max(1, count) },
  };
}

function asObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

function records(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** Which method of the service handles which route about objects of any kind. */
export function objectHandlers(objects: ObjectService): Readonly<Record<keyof typeof objectRoutes, BoundRoute>> {
  const { clusterKinds, clusterObjects, clusterObject, newestEvents } = objectRoutes;
  return {
    clusterKinds: bindJson(clusterKinds, ({ params }) => objects.kinds(params.cluster)),
    clusterObjects: bindJson(clusterObjects, ({ params, query }) =>
      objects.list(params.cluster, params.resource, query),
    ),
    newestEvents: bindJson(newestEvents, ({ params, query }) => objects.newestEvents(params.cluster, query)),
    clusterObject: bindJson(clusterObject, ({ params, query }) =>
      objects.get(params.cluster, params.resource, params.name, query),
    ),
  };
}
