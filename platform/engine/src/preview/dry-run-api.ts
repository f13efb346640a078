import {
  type ApiHandler,
  type ApiRequest,
  type ApiResponse,
  applyMergePatch,
  deepEqual,
  isJsonObject,
  isStatus,
  type JsonValue,
  type KubeObject,
  type Status,
} from '@kubemin/kubeapi';
import { localChange } from '../delivery/index.ts';
import { toJson } from '../task/index.ts';
import type { DryRunWrite } from './dry-run-write.ts';

/** What stands where an object was, or would be. */
type DryRunObject = KubeObject | 'gone';

/** Fields about how an object is stored. */
const STORAGE_FIELDS = ['resourceVersion', 'managedFields', 'generation'];

/**
 * A Kubernetes API in front of a real one on which nothing is ever written: every write is sent as a dry run, so that
 * defaults, quotas and admission apply, and the object as it would be is what is read from then on. A delivery
 * through it does what a real one would do, and sees no difference.
 *
 * Lists and watches are those of the cluster: delivery never looks there for what it has written itself.
 */
export class DryRunApi {
  readonly #cluster: ApiHandler;
  readonly #objects = new Map<string, DryRunObject>();
  /**
   * Objects whose managed fields a delivery has changed so that the apply that follows removes what has left the document.
   * The cluster does not have that change, so the apply is sent as the merge patch that removes the same.
   */
  readonly #handedOver = new Set<string>();
  #writes: readonly DryRunWrite[] = [];

  constructor(cluster: ApiHandler) {
    this.#cluster = cluster;
  }

  /** The API to deliver through. */
  readonly handler: ApiHandler = (request) => {
    if (request.method === 'GET') return this.#read(request);
    if (request.method === 'POST') return this.#create(request);
    return request.method === 'DELETE' ? this.#delete(request) : this.#change(request);
  };

  /** What was written since the last time this was asked. */
  takeWrites(): readonly DryRunWrite[] {
    const writes = this.#writes;
    this.#writes = [];
    return writes;
  }

  async #read(request: ApiRequest): Promise<ApiResponse> {
    const known = this.#objects.get(request.path);
    if (known === undefined) return this.#cluster(request);
    return known === 'gone' ? statusResponse(404, 'NotFound', `${request.path} not found`) : objectResponse(known);
  }

  async #create(request: ApiRequest): Promise<ApiResponse> {
    const sent = requestValue(request);
    if (!isObject(sent)) return this.#cluster(asDryRun(request));
    const path = `${request.path}/${encodeURIComponent(sent.metadata.name ?? '')}`;
    const known = this.#objects.get(path);
    if (known !== undefined && known !== 'gone') {
      return statusResponse(409, 'AlreadyExists', `${path} already exists`);
    }
    const response = this.#inNewNamespace(request.path)
      ? objectResponse(sent)
      : await this.#tryCreate(request, sent, known === 'gone');
    return this.#record(path, response, undefined);
  }

  /** The name of what would be gone by then is still taken, so another stands for it. */
  async #tryCreate(request: ApiRequest, sent: KubeObject, isTaken: boolean): Promise<ApiResponse> {
    const { name = '' } = sent.metadata;
    const stand = isTaken ? `${name.slice(0, 50)}-trial` : name;
    const response = await this.#cluster(asDryRun(withValue(request, withObjectName(sent, stand))));
    const object = responseObject(response);
    if (object !== undefined) return objectResponse(isTaken ? restoreName(object, stand, name) : object);
    // Ports and shares of a quota that its predecessor still holds may be refused: they would be free by then.
    return isTaken || refusesDryRun(response) ? objectResponse(sent) : response;
  }

  #inNewNamespace(path: string): boolean {
    const [namespace] = /^.*?\/namespaces\/[^/]+(?=\/)/.exec(path) ?? [];
    if (namespace === undefined) return false;
    return this.#objects.has(namespace.replace(/^\/apis?\/.*\/namespaces\//, '/api/v1/namespaces/'));
  }

  async #change(request: ApiRequest): Promise<ApiResponse> {
    const before = responseObject(await this.#read({ ...request, method: 'GET', query: new URLSearchParams() }));
    if (before !== undefined && handedOverFields(request) !== undefined) {
      this.#handedOver.add(request.path);
      return objectResponse(before);
    }
    const isKnown = this.#objects.has(request.path);
    const isHandedOver = this.#handedOver.delete(request.path);
    const sent = isHandedOver ? toMergePatch(before, request) : request;
    const response = isKnown ? changeLocally(before, request) : await this.#cluster(asDryRun(sent));
    return this.#record(request.path, refusesDryRun(response) ? changeLocally(before, request) : response, before);
  }

  async #delete(request: ApiRequest): Promise<ApiResponse> {
    const before = responseObject(await this.#read({ ...request, method: 'GET', query: new URLSearchParams() }));
    const isKnown = this.#objects.has(request.path);
    const response = isKnown && before !== undefined ? objectResponse(before) : await this.#cluster(asDryRun(request));
    if (!isSuccess(response) && !refusesDryRun(response)) return response;
    this.#objects.set(request.path, 'gone');
    if (before !== undefined) this.#writes = [...this.#writes, { before }];
    return isSuccess(response) || before === undefined ? response : objectResponse(before);
  }

  /** A dry run returns the stored resource version; objects that would change get another one, so that callers see the difference. */
  #record(path: string, response: ApiResponse, before: KubeObject | undefined): ApiResponse {
    const object = responseObject(response);
    if (object === undefined) return response;
    if (before !== undefined && deepEqual(withoutStorageFields(before), withoutStorageFields(object)))
      return objectResponse(before);
    const resourceVersion = `${before?.metadata.resourceVersion ?? '0'}-dry-run`;
    const after = { ...object, metadata: { ...object.metadata, resourceVersion } };
    this.#objects.set(path, after);
    this.#writes = [...this.#writes, { ...(before !== undefined && { before }), after }];
    return objectResponse(after);
  }
}

function changeLocally(before: KubeObject | undefined, request: ApiRequest): ApiResponse {
  if (before === undefined) return statusResponse(404, 'NotFound', `${request.path} not found`);
  const value = requestValue(isApply(request) ? toMergePatch(before, request) : request);
  const after: unknown = request.method === 'PUT' ? value : applyMergePatch(before, value);
  return isObject(after)
    ? objectResponse(after)
    : statusResponse(400, 'BadRequest', `${request.path} would not be an object`);
}

function isApply({ method, body }: ApiRequest): boolean {
  return method === 'PATCH' && body?.contentType === 'application/apply-patch+yaml';
}

/** The managed fields that a merge patch of them alone sets. */
function handedOverFields(request: ApiRequest): JsonValue | undefined {
  const value = requestValue(request);
  if (request.method !== 'PATCH' || isApply(request) || !isJsonObject(value)) return undefined;
  return isJsonObject(value.metadata) ? value.metadata.managedFields : undefined;
}

/** An apply as the merge patch that comes to the same, as far as that is known without the schema. */
function toMergePatch(before: KubeObject | undefined, request: ApiRequest): ApiRequest {
  const value = requestValue(request);
  if (before === undefined || !isObject(value)) return request;
  const { uid, resourceVersion: _version, ...metadata } = value.metadata;
  const { patch = {} } = localChange(before, toJson({ ...value, metadata })) ?? {};
  const query = new URLSearchParams(request.query);
  query.delete('force');
  const body = { ...patch, metadata: { ...(isJsonObject(patch.metadata) ? patch.metadata : {}), uid } };
  return { ...request, query, body: { kind: 'value', value: body, contentType: 'application/merge-patch+json' } };
}

/** In the query for most methods, and in the options of a deletion: those win where there are any. */
function asDryRun(request: ApiRequest): ApiRequest {
  const query = new URLSearchParams(request.query);
  query.set('dryRun', 'All');
  const value = requestValue(request);
  const marked = { ...request, query };
  if (request.method !== 'DELETE' || !isJsonObject(value)) return marked;
  return withValue(marked, { ...value, dryRun: ['All'] });
}

function withValue(request: ApiRequest, value: object): ApiRequest {
  const { contentType } = request.body ?? {};
  return { ...request, body: { kind: 'value', value, ...(contentType !== undefined && { contentType }) } };
}

function requestValue({ body }: ApiRequest): unknown {
  return body?.kind === 'value' ? body.value : undefined;
}

function responseObject(response: ApiResponse): KubeObject | undefined {
  return isSuccess(response) && response.kind === 'object' && isObject(response.object) ? response.object : undefined;
}

function isObject(value: unknown): value is KubeObject {
  return isJsonObject(value) && typeof value.kind === 'string' && !isStatus(value) && isJsonObject(value.metadata);
}

function isSuccess({ status }: ApiResponse): boolean {
  return status >= 200 && status < 300;
}

/** Admission of third parties may have effects elsewhere; then it refuses dry runs. */
function refusesDryRun(response: ApiResponse): boolean {
  if (response.kind !== 'object' || !isStatus(response.object)) return false;
  return response.status === 400 && /dry.?run/i.test(response.object.message ?? '');
}

function withObjectName(object: KubeObject, name: string): KubeObject {
  return { ...object, metadata: { ...object.metadata, name } };
}

/** The name, and whatever the API has set to it, such as labels of a Job's pods. */
function restoreName(object: KubeObject, stand: string, name: string): KubeObject {
  const text = JSON.stringify(object, (_key, value: unknown) => (value === stand ? name : value));
  const whole: unknown = JSON.parse(text);
  return isObject(whole) ? whole : withObjectName(object, name);
}

function withoutStorageFields(object: KubeObject): object {
  const kept = Object.entries(object.metadata).filter(([key]) => !STORAGE_FIELDS.includes(key));
  return { ...object, metadata: Object.fromEntries(kept) };
}

function objectResponse(object: KubeObject): ApiResponse {
  return { kind: 'object', status: 200, headers: {}, object };
}

function statusResponse(code: number, reason: string, message: string): ApiResponse {
  const status: Status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason, code };
  return { kind: 'object', status: code, headers: {}, object: status };
}
