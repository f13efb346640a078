import { createHash } from 'node:crypto';
import type { Clock } from '@kubemin/base';
import { type ApiRequest, type ApiResponse, notAcceptable } from '@kubemin/kubeapi';
import type { Schema } from '@kubemin/kubeapi/schema';
import type { AggregatedGroups } from '../paths/discovery.ts';
import type { PathSource } from '../paths/path-handler.ts';
import { openApiDocument } from './openapi-document.ts';
import type { PublishedType } from './published-type.ts';

const ROOT = '/openapi/v3';
const YEAR_MS = 365 * 24 * 3600 * 1000;
const JSON_TYPE = 'application/json';

export interface OpenApiOptions {
  readonly schema: Schema;
  readonly clock: Pick<Clock, 'now'>;
  /** The index also lists the documents of other servers. @default none */
  readonly others?: AggregatedGroups;
  /** Of the server, such as v1.35.0. */
  readonly version: string;
}

interface Rendered {
  readonly text: string;
  readonly hash: string;
}

/**
 * Describes the schemas of objects to clients, one document per group and version. A document is made when it is first asked
 * for and kept as text until something in its group and version changes.
 */
export class OpenApi {
  readonly #options: OpenApiOptions;
  readonly #sources = new Map<string, readonly PublishedType[]>();
  readonly #rendered = new Map<string, Rendered>();

  constructor(options: OpenApiOptions) {
    this.#options = options;
  }

  /** Replaces everything `source` has published before; an empty list withdraws it. */
  publish(source: string, types: readonly PublishedType[]): void {
    const outdated = [...(this.#sources.get(source) ?? []), ...types];
    for (const type of outdated) this.#rendered.delete(documentName(type));
    if (types.length === 0) this.#sources.delete(source);
    else this.#sources.set(source, types);
  }

  /** Undefined when the path is none of ours, or of no group and version there is. */
  respond(request: ApiRequest, path: string): ApiResponse | undefined {
    if (path === ROOT) return this.#index(request);
    if (!path.startsWith(`${ROOT}/`)) return undefined;
    const name = path.slice(ROOT.length + 1);
    const rendered = this.#render(name);
    if (rendered === undefined) return undefined;
    requireJson(request);
    const asked = request.query.get('hash') ?? '';
    if (asked !== '' && asked !== rendered.hash) return redirect(documentUrl(name, rendered));
    return asked === '' ? cachedResponse(request, rendered, {}) : cachedResponse(request, rendered, this.#forever());
  }

  #index(request: ApiRequest): ApiResponse {
    requireJson(request);
    const names = [...new Set([...this.#sources.values()].flat().map(documentName))].sort();
    const paths = names.flatMap((name) => {
      const rendered = this.#render(name);
      return rendered === undefined ? [] : [[name, { serverRelativeURL: documentUrl(name, rendered) }]];
    });
    const others = (this.#options.others?.groupVersions() ?? []).map((version) => {
      const name = documentName(version);
      return [name, { serverRelativeURL: `${ROOT}/${name}` }] as const;
    });
    return cachedResponse(request, render({ paths: Object.fromEntries([...paths, ...others]) }), {});
  }

  #render(name: string): Rendered | undefined {
    const kept = this.#rendered.get(name);
    if (kept !== undefined) return kept;
    const types = [...this.#sources.values()].flat().filter((type) => documentName(type) === name);
    if (types.length === 0) return undefined;
    const rendered = render(openApiDocument({ ...this.#options, types }));
    this.#rendered.set(name, rendered);
    return rendered;
  }

  /** The hash in the URL changes with the content, so the content behind one URL never does. */
  #forever(): Readonly<Record<string, string>> {
    const expires = new Date(this.#options.clock.now() + YEAR_MS).toUTCString();
    return { 'cache-control': 'public, immutable', expires };
  }
}

/** `api/v1`, `apis/apps/v1`: how the index and the URLs name a group and version. */
function documentName({ group, version }: Pick<PublishedType, 'group' | 'version'>): string {
  return group === '' ? `api/${version}` : `apis/${group}/${version}`;
}

function documentUrl(name: string, { hash }: Rendered): string {
  return `${ROOT}/${name}?hash=${hash}`;
}

function render(document: unknown): Rendered {
  const text = JSON.stringify(document);
  return { text, hash: createHash('sha256').update(text).digest('hex').toUpperCase() };
}

function cachedResponse(
  request: ApiRequest,
  { text, hash }: Rendered,
  more: Readonly<Record<string, string>>,
): ApiResponse {
  const etag = `"${hash}"`;
  const headers = { 'content-type': JSON_TYPE, etag, vary: 'Accept', ...more };
  const known = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (known.includes(etag) || known.includes('*')) return { kind: 'text', status: 304, headers, text: '' };
  return { kind: 'text', status: 200, headers, text };
}

function redirect(location: string): ApiResponse {
  return { kind: 'text', status: 301, headers: { location, vary: 'Accept' }, text: '' };
}

function requireJson({ headers }: ApiRequest): void {
  const accept = headers.accept?.trim() || '*/*';
  const ranges = accept.split(',').map((entry) => entry.split(';')[0]?.trim().toLowerCase());
  if (![JSON_TYPE, 'application/*', '*/*'].some((range) => ranges.includes(range))) throw notAcceptable([JSON_TYPE]);
}

/** Clients ask for it with `@v1.0`, which no media type may contain, and cannot read that in a response. */
const PROTOBUF_TYPE = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';

/**
 * The older form of OpenAPI, without content: kubectl reads it about kinds the newer form does not have, such as List
 * and which types are not defined yet, and fails completely where the document is missing.
 */
export function emptySwagger(version: string): PathSource {
  const info = { title: 'Kubernetes', version };
  const json = JSON.stringify({ swagger: '2.0', info, paths: {} });
  const protobuf = field(1, '2.0') + field(2, field(1, info.title) + field(2, info.version)) + field(8, '');
  return {
    respond({ headers }: ApiRequest, path: string): ApiResponse | undefined {
      if (path !== '/openapi/v2') return undefined;
      const binary = headers.accept?.includes('+protobuf') === true;
      const type = binary ? PROTOBUF_TYPE : 'application/json';
      return { kind: 'text', status: 200, headers: { 'content-type': type }, text: binary ? protobuf : json };
    },
  };
}

/** A length-delimited protobuf field. Everything here is ASCII and shorter than 128 bytes. */
function field(number: number, content: string): string {
  return String.fromCharCode((number << 3) | 2, content.length) + content;
}
