import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { type Logger, toError } from '@kubemin/base';
import { isDiskFull } from '@kubemin/base/machine';
import { errorMessage } from '@kubemin/base/message';
import { registryMessages } from '../messages/index.ts';
import { type Digest, parseDigest } from './digest.ts';
import type { PullThrough } from './pull-through.ts';
import { RegistryError } from './registry-error.ts';
import { isTag, type RegistryStore } from './registry-store.ts';
import { partStart, readBody, readManifestBody, readRange } from './request-content.ts';
import { uploadRange } from './uploads.ts';

/**
 * What a token may do: push to a repository and delete there; without a repository, whether it is a token at all. Everything may be pulled
 * without one.
 */
export type PushAuthorizer = (token: string, repository: string | undefined) => Promise<PushDecision>;

export type PushDecision = 'allowed' | 'denied' | 'unknown-token';

export interface RegistryHandlerOptions {
  readonly store: RegistryStore;
  readonly authorizePush: PushAuthorizer;
  /** Gets what repositories of other registries have. @default there are no such repositories */
  readonly pullThrough?: PullThrough | undefined;
  /** Names beside those of this machine that requests may be for. */
  readonly hosts?: readonly string[] | undefined;
  readonly logger: Logger;
}

/** A request of the distribution protocol. */
interface RegistryRequest {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  readonly query: URLSearchParams;
  /** Not used by the routes without one. */
  readonly repository: string;
  /** The last part of the path: a digest, a tag, an upload. */
  readonly reference: string;
}

/** What requests are served from. */
interface RegistryParts {
  readonly store: RegistryStore;
  readonly pullThrough?: PullThrough | undefined;
}

type Action = (parts: RegistryParts, request: RegistryRequest) => Promise<void>;

interface Route {
  readonly path: RegExp;
  readonly methods: Readonly<Record<string, Action>>;
}

/** In this order: the first path that matches is used. Names of repositories contain slashes, so that their end is looked for. */
const ROUTES: readonly Route[] = [
  { path: /^\/v2\/?$/, methods: { GET: async (_, { response }) => sendJson(response, 200, {}) } },
  { path: /^\/v2\/_catalog$/, methods: { GET: listRepositories } },
  { path: /^\/v2\/(?<repository>.+)\/tags\/list$/, methods: { GET: listTags } },
  { path: /^\/v2\/(?<repository>.+)\/referrers\/(?<reference>[^/]+)$/, methods: { GET: listReferrers } },
  { path: /^\/v2\/(?<repository>.+)\/blobs\/uploads\/?$/, methods: { POST: startUpload } },
  {
    path: /^\/v2\/(?<repository>.+)\/blobs\/uploads\/(?<reference>[^/]+)$/,
    methods: { GET: showUpload, PATCH: appendToUpload, PUT: finishUpload, DELETE: cancelUpload },
  },
  {
    path: /^\/v2\/(?<repository>.+)\/blobs\/(?<reference>[^/]+)$/,
    methods: { GET: sendBlob, DELETE: deleteBlob },
  },
  {
    path: /^\/v2\/(?<repository>.+)\/manifests\/(?<reference>[^/]+)$/,
    methods: { GET: sendManifest, PUT: putManifest, DELETE: deleteManifest },
  },
];

const REPOSITORY = /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*)*$/;
const LONGEST_REPOSITORY = 255;
const LOCAL_HOST = /^(?:localhost|.*\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;
const READING = new Set(['GET', 'HEAD']);
const CHALLENGE = { 'www-authenticate': 'Basic realm="kubemin"' };

/** Handles one request; the promise resolves when the response was sent or the client is gone. */
export async function handleRegistryRequest(
  options: RegistryHandlerOptions,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.setHeader('docker-distribution-api-version', 'registry/2.0');
  try {
    await handle(options, incoming, response);
  } catch (error) {
    if (response.headersSent || incoming.errored !== null) {
      // The client sees that it is not complete.
      response.destroy();
      return;
    }
    sendError(options.logger, incoming, response, error);
  }
}

async function handle(
  options: RegistryHandlerOptions,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET' } = incoming;
  const { pathname, searchParams: query } = new URL(incoming.url ?? '/', 'http://registry');
  refuseBrowsers(incoming, options.hosts ?? []);
  const found = ROUTES.map((route) => ({ route, match: route.path.exec(pathname) })).find(
    ({ match }) => match !== null,
  );
  const action = found?.route.methods[method === 'HEAD' ? 'GET' : method];
  if (found === undefined) {
    throw new RegistryError('UNSUPPORTED', registryMessages.notServed({ path: pathname }), { status: 404 });
  }
  if (action === undefined) {
    const allow = Object.keys(found.route.methods).join(', ');
    throw new RegistryError('UNSUPPORTED', registryMessages.methodUnsupported({ method }), { headers: { allow } });
  }
  const { repository: named, reference = '' } = found.match?.groups ?? {};
  const below = `${query.get('ns')}/${named}`;
  // Clients that use a registry as a mirror state which one it stands for: its repositories are below that name.
  const repository = named !== undefined && options.pullThrough?.has(below) === true ? below : named;
  if (repository !== undefined && !isRepository(repository, options.pullThrough)) {
    throw new RegistryError('NAME_INVALID', registryMessages.nameInvalid({ name: repository.slice(0, 300) }));
  }
  if (!READING.has(method) || found.route === ROUTES[0]) await authorize(options, incoming, repository);
  if (method !== 'DELETE' && !READING.has(method) && options.pullThrough?.has(repository ?? '') === true) {
    throw new RegistryError('DENIED', registryMessages.keptCopy({ repository: repository ?? '' }));
  }
  await action(options, {
    incoming,
    response,
    query,
    repository: repository ?? '',
    reference: decode(reference),
  });
}

/** Names of other registries may have a port, which those of repositories cannot have. */
function isRepository(name: string, pullThrough: PullThrough | undefined): boolean {
  const own = pullThrough?.has(name) === true ? name.slice(name.indexOf('/') + 1) : name;
  return name.length <= LONGEST_REPOSITORY && REPOSITORY.test(own);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Pages of other origins must not use the registry through the browser of a user: neither directly, nor by a name of theirs that they let point to
 * this machine.
 */
function refuseBrowsers({ headers }: IncomingMessage, hosts: readonly string[]): void {
  const site = headers['sec-fetch-site'];
  if (headers.origin !== undefined || (site !== undefined && site !== 'none')) {
    throw new RegistryError('DENIED', registryMessages.browserRefused);
  }
  const host = (headers.host ?? '').replace(/:\d+$/, '');
  if (!LOCAL_HOST.test(host) && !hosts.includes(host)) {
    throw new RegistryError('DENIED', registryMessages.hostRefused({ host }));
  }
}

/** By a bearer token, or the password of any user. Clients learn from the first path of the protocol that they need one. */
async function authorize(
  { authorizePush }: RegistryHandlerOptions,
  { headers }: IncomingMessage,
  repository: string | undefined,
): Promise<void> {
  const [scheme = '', value = ''] = (headers.authorization ?? '').split(' ');
  const basic = Buffer.from(value, 'base64').toString('utf8');
  const token = scheme.toLowerCase() === 'basic' ? basic.slice(basic.indexOf(':') + 1) : value;
  const decision = token === '' ? 'unknown-token' : await authorizePush(token, repository);
  if (decision === 'denied') {
    throw new RegistryError('DENIED', registryMessages.pushDenied({ repository: repository ?? '' }));
  }
  if (decision === 'unknown-token') {
    throw new RegistryError('UNAUTHORIZED', registryMessages.credentialsNeeded, {
      headers: CHALLENGE,
    });
  }
}

async function startUpload({ store }: RegistryParts, request: RegistryRequest): Promise<void> {
  const { incoming, response, query, repository } = request;
  const mounted = query.get('mount');
  if (mounted !== null) {
    const digest = parseDigest(mounted);
    const from = query.get('from');
    if (from !== null && REPOSITORY.test(from) && (await store.mount(repository, digest, from))) {
      return sendCreated(response, `/v2/${repository}/blobs/${digest.text}`, digest);
    }
  }
  const stated = query.get('digest');
  const digest = stated === null ? undefined : parseDigest(stated);
  const id = await store.uploads.start(repository);
  if (digest === undefined) return sendUpload(response, { status: 202, repository, id, size: 0 });
  await store.finishUpload(repository, id, readBody(incoming), { digest, start: undefined });
  sendCreated(response, `/v2/${repository}/blobs/${digest.text}`, digest);
}

async function showUpload(
  { store }: RegistryParts,
  { response, repository, reference }: RegistryRequest,
): Promise<void> {
  const size = await store.uploads.size(repository, reference);
  sendUpload(response, { status: 204, repository, id: reference, size });
}

async function appendToUpload({ store }: RegistryParts, request: RegistryRequest): Promise<void> {
  const { incoming, response, repository, reference: id } = request;
  const size = await store.uploads.append(repository, id, readBody(incoming), partStart(incoming));
  sendUpload(response, { status: 202, repository, id, size });
}

async function finishUpload({ store }: RegistryParts, request: RegistryRequest): Promise<void> {
  const { incoming, response, query, repository, reference: id } = request;
  const stated = query.get('digest');
  if (stated === null) throw new RegistryError('DIGEST_INVALID', registryMessages.digestMissing);
  const digest = parseDigest(stated);
  await store.finishUpload(repository, id, readBody(incoming), { digest, start: partStart(incoming) });
  sendCreated(response, `/v2/${repository}/blobs/${digest.text}`, digest);
}

async function cancelUpload(
  { store }: RegistryParts,
  { response, repository, reference }: RegistryRequest,
): Promise<void> {
  await store.uploads.cancel(repository, reference);
  response.writeHead(204).end();
}

async function sendBlob({ store, pullThrough }: RegistryParts, request: RegistryRequest): Promise<void> {
  const { incoming, response, repository, reference } = request;
  const digest = parseDigest(reference);
  if (pullThrough?.has(repository) === true) {
    const isWhole = incoming.method === 'GET' && incoming.headers.range === undefined;
    const open = (size: number): ServerResponse =>
      response.writeHead(200, { ...blobHeaders(digest), 'content-length': size });
    if ((await pullThrough.fetchBlob(repository, digest, isWhole ? open : undefined)) === 'sent') return;
  }
  const blob = await store.blob(repository, digest);
  const range = readRange(incoming.headers.range, blob.size);
  response.writeHead(range === undefined ? 200 : 206, {
    ...blobHeaders(digest),
    'content-length': range === undefined ? blob.size : range.last - range.first + 1,
    ...(range !== undefined && { 'content-range': `bytes ${range.first}-${range.last}/${blob.size}` }),
  });
  if (incoming.method === 'HEAD' || blob.size === 0) response.end();
  else await pipeline(blob.read(range), response);
}

function blobHeaders({ text }: Digest): Readonly<Record<string, string>> {
  return {
    'content-type': 'application/octet-stream',
    'accept-ranges': 'bytes',
    'docker-content-digest': text,
    etag: `"${text}"`,
  };
}

async function deleteBlob(
  { store }: RegistryParts,
  { response, repository, reference }: RegistryRequest,
): Promise<void> {
  await store.deleteBlob(repository, parseDigest(reference));
  response.writeHead(202).end();
}

async function sendManifest({ store, pullThrough }: RegistryParts, request: RegistryRequest): Promise<void> {
  const { incoming, response, repository, reference } = request;
  requireReference(reference);
  if (pullThrough?.has(repository) === true) await pullThrough.fetchManifest(repository, reference);
  const { digest, mediaType, bytes } = await store.manifest(repository, reference);
  response.writeHead(200, {
    'content-type': mediaType,
    'content-length': bytes.length,
    'docker-content-digest': digest.text,
    etag: `"${digest.text}"`,
  });
  response.end(incoming.method === 'HEAD' ? undefined : bytes);
}

async function putManifest({ store }: RegistryParts, request: RegistryRequest): Promise<void> {
  const { incoming, response, query, repository, reference } = request;
  requireReference(reference);
  const isByTag = isTag(reference);
  const tags = isByTag ? [reference] : query.getAll('tag');
  for (const tag of tags) if (!isTag(tag)) throw invalidTag(tag);
  const { digest, subject } = await store.putManifest(repository, {
    bytes: await readManifestBody(incoming),
    contentType: incoming.headers['content-type'],
    expected: isByTag ? undefined : parseDigest(reference),
    tags,
  });
  if (subject !== undefined) response.setHeader('oci-subject', subject.text);
  if (!isByTag && tags.length > 0) response.setHeader('oci-tag', tags);
  sendCreated(response, `/v2/${repository}/manifests/${digest.text}`, digest);
}

async function deleteManifest(
  { store }: RegistryParts,
  { response, repository, reference }: RegistryRequest,
): Promise<void> {
  requireReference(reference);
  await store.deleteManifest(repository, reference);
  response.writeHead(202).end();
}

async function listTags({ store }: RegistryParts, { response, query, repository }: RegistryRequest): Promise<void> {
  const { entries, next } = takePage(await store.tags(repository), query);
  if (next !== undefined) response.setHeader('link', `</v2/${repository}/tags/list?${next}>; rel="next"`);
  sendJson(response, 200, { name: repository, tags: entries });
}

async function listRepositories({ store }: RegistryParts, { response, query }: RegistryRequest): Promise<void> {
  const { entries, next } = takePage(await store.repositories(), query);
  if (next !== undefined) response.setHeader('link', `</v2/_catalog?${next}>; rel="next"`);
  sendJson(response, 200, { repositories: entries });
}

async function listReferrers({ store }: RegistryParts, request: RegistryRequest): Promise<void> {
  const { response, query, repository, reference } = request;
  const wanted = query.get('artifactType');
  const referrers = await store.referrers(repository, parseDigest(reference));
  const manifests = referrers
    .filter(({ content }) => wanted === null || content.artifactType === wanted)
    .map(({ digest, mediaType, bytes, content: { artifactType, annotations } }) => ({
      mediaType,
      digest: digest.text,
      size: bytes.length,
      ...(artifactType !== undefined && { artifactType }),
      ...(Object.keys(annotations).length > 0 && { annotations }),
    }));
  const mediaType = 'application/vnd.oci.image.index.v1+json';
  if (wanted !== null) response.setHeader('oci-filters-applied', 'artifactType');
  response.setHeader('content-type', mediaType);
  sendJson(response, 200, { schemaVersion: 2, mediaType, manifests });
}

function requireReference(reference: string): void {
  if (isTag(reference)) return;
  if (!reference.includes(':')) throw invalidTag(reference);
  parseDigest(reference);
}

function invalidTag(reference: string): RegistryError {
  return new RegistryError('TAG_INVALID', registryMessages.tagInvalid({ reference: reference.slice(0, 200) }));
}

/** The page after `last`, with at most `n` entries, and the query of the one after it. */
function takePage(
  all: readonly string[],
  query: URLSearchParams,
): { readonly entries: readonly string[]; readonly next?: URLSearchParams } {
  const last = query.get('last') ?? '';
  const rest = all.filter((each) => each > last);
  const text = query.get('n');
  if (text === null) return { entries: rest };
  if (!/^\d{1,9}$/.test(text)) {
    throw new RegistryError('UNSUPPORTED', registryMessages.pageInvalid({ value: text.slice(0, 50) }), { status: 400 });
  }
  const entries = rest.slice(0, Number(text));
  const end = entries.at(-1);
  if (end === undefined || entries.length === rest.length) return { entries };
  return { entries, next: new URLSearchParams({ n: text, last: end }) };
}

function sendUpload(
  response: ServerResponse,
  upload: { readonly status: number; readonly repository: string; readonly id: string; readonly size: number },
): void {
  const { status, repository, id, size } = upload;
  const location = `/v2/${repository}/blobs/uploads/${id}`;
  response.writeHead(status, { location, 'docker-upload-uuid': id, ...uploadRange(size), 'content-length': 0 }).end();
}

function sendCreated(response: ServerResponse, location: string, digest: Digest): void {
  response.writeHead(201, { location, 'docker-content-digest': digest.text, 'content-length': 0 }).end();
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  const body = Buffer.from(JSON.stringify(value));
  if (!response.hasHeader('content-type')) response.setHeader('content-type', 'application/json');
  response.writeHead(status, { 'content-length': body.length }).end(body);
}

function sendError(logger: Logger, incoming: IncomingMessage, response: ServerResponse, error: unknown): void {
  const known = error instanceof RegistryError ? error : undefined;
  // The rest of a body that is not read would be taken for the next request.
  if (!incoming.complete) response.setHeader('connection', 'close');
  for (const [name, value] of Object.entries(known?.headers ?? {})) response.setHeader(name, value);
  if (known === undefined)
    logger.error('A request to the registry failed.', { path: incoming.url, error: toError(error) });
  const status = known?.status ?? (isDiskFull(error) ? 507 : 500);
  sendJson(response, status, { errors: [{ code: known?.code ?? 'UNKNOWN', message: errorMessage(error).message }] });
}
