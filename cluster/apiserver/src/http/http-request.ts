import type { IncomingMessage } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';
import type { ApiMethod, ApiRequest, UserInfo } from '@kubemin/kubeapi';
import { MAX_BODY_BYTES } from '../handler/request-body.ts';

/** A request of either HTTP version. */
export type AnyRequest = IncomingMessage | Http2ServerRequest;

const METHODS: readonly ApiMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The method, if the API knows it. */
export function methodOf(request: AnyRequest): ApiMethod | undefined {
  return METHODS.find((method) => method === request.method);
}

/** What reading a body came to. */
export type BodyRead = { readonly kind: 'bytes'; readonly bytes: Uint8Array } | { readonly kind: 'tooLarge' };

/** Reads the body, but never more than the limit. */
export async function readRequestBody(request: AnyRequest): Promise<BodyRead> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    size += bytes.byteLength;
    if (size > MAX_BODY_BYTES) return { kind: 'tooLarge' };
    chunks.push(bytes);
  }
  const [only] = chunks;
  return { kind: 'bytes', bytes: chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks) };
}

/** What is known about a request besides its headers. */
export interface RequestParts {
  readonly method: ApiMethod;
  readonly body: Uint8Array;
  readonly user: UserInfo | undefined;
  readonly signal: AbortSignal;
}

/** The request as the handler takes it. Who asks comes from the authenticator alone, never from a header. */
export function apiRequestOf(request: AnyRequest, parts: RequestParts): ApiRequest {
  const { method, body, user, signal } = parts;
  const [path = '/', query = ''] = splitUrl(request.url ?? '/');
  const headers = headersOf(request);
  const contentType = headers['content-type'];
  return {
    method,
    path,
    query: new URLSearchParams(query),
    headers,
    signal,
    ...(user !== undefined && { user }),
    ...(body.byteLength > 0 && {
      body: { kind: 'bytes' as const, bytes: body, ...(contentType !== undefined && { contentType }) },
    }),
  };
}

function splitUrl(url: string): readonly [string, string] {
  const mark = url.indexOf('?');
  return mark === -1 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)];
}

function headersOf(request: AnyRequest): Readonly<Record<string, string | undefined>> {
  const headers: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (!name.startsWith(':')) headers[name] = Array.isArray(value) ? value.join(',') : value;
  }
  return headers;
}
