import type { IncomingMessage } from 'node:http';
import { constants } from 'node:http2';
import type { Readable } from 'node:stream';
import type { ApiMethod, ApiRequest, UserInfo } from '@kubemin/kubeapi';
import { MAX_BODY_BYTES } from '../handler/index.ts';
import { isProxyPath } from '../registry/index.ts';
import type { StreamRequest } from './stream-request.ts';

/** A request of either HTTP version. */
export type AnyRequest = IncomingMessage | StreamRequest;

const IMPERSONATE = 'impersonate-';
const METHODS: readonly ApiMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const PROXIED_METHODS: readonly ApiMethod[] = ['HEAD', 'OPTIONS'];

/** What is sent with 405 for a method that no resource has. */
export const ALLOWED_METHODS = { allow: METHODS.join(', ') };

/** The method, if the API knows it, or what is behind a proxy may. */
export function requestMethod(request: AnyRequest): ApiMethod | undefined {
  const known = METHODS.find((method) => method === request.method);
  if (known !== undefined || !isProxyPath(splitUrl(request.url ?? '/')[0])) return known;
  return PROXIED_METHODS.find((method) => method === request.method);
}

/** What reading a body came to. */
export type BodyRead = { readonly kind: 'bytes'; readonly bytes: Uint8Array } | { readonly kind: 'tooLarge' };

/**
 * A client that is still sending when the connection closes does not get to see why: what is beyond the limit is read
 * and thrown away, unless it is beyond reason.
 */
const MAX_DISCARDED_BYTES = 64 * 1024 * 1024;

const NO_BODY: BodyRead = { kind: 'bytes', bytes: new Uint8Array() };

/** Where the body comes from, and news of the client's end of it. */
export function requestStream(request: AnyRequest): Readable {
  return 'stream' in request ? request.stream : request;
}

/** Keeps the body, but never more than the limit. */
export async function readRequestBody(request: AnyRequest): Promise<BodyRead> {
  if (isWithoutBody(request)) return NO_BODY;
  // Not `for await`: for small bodies the iterator costs more than everything else about them.
  const source = requestStream(request);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    source.on('data', (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size <= MAX_BODY_BYTES) {
        chunks.push(chunk);
      } else if (size <= MAX_DISCARDED_BYTES) {
        chunks.length = 0;
        resolve({ kind: 'tooLarge' });
      } else {
        source.destroy();
      }
    });
    source.on('end', () => {
      if (isReset(request)) return reject(createResetError());
      const [only] = chunks;
      resolve({ kind: 'bytes', bytes: chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks) });
    });
    source.on('error', reject);
    source.on('close', () => {
      // Emitted for every request, mostly after its end: the error is only created when it is needed.
      if (!source.readableEnded) reject(createResetError());
    });
  });
}

/** A stream that the client resets ends like one that is complete; what came so far must not be taken for the whole. */
function isReset(request: AnyRequest): boolean {
  return 'stream' in request && (request.stream.aborted || request.stream.rstCode !== constants.NGHTTP2_NO_ERROR);
}

function createResetError(): Error {
  return new Error('the connection ended inside the request body');
}

function isWithoutBody(request: AnyRequest): boolean {
  if ('stream' in request) return request.stream.endAfterHeaders;
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
  return length === '0' && encoding === undefined;
}

/** The request from its headers: without a body, and without a user yet. */
export function requestHead(request: AnyRequest, method: ApiMethod, signal: AbortSignal): ApiRequest {
  const [path, query] = splitUrl(request.url ?? '/');
  return { method, path, query: new URLSearchParams(query), ...requestHeaders(request), signal };
}

/** The request as the handler takes it. Who asks comes from the authenticator alone, never from a header. */
export function completeRequest(head: ApiRequest, user: UserInfo | undefined, body: Uint8Array): ApiRequest {
  const contentType = head.headers['content-type'];
  return {
    ...head,
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

function requestHeaders(request: AnyRequest): Pick<ApiRequest, 'headers' | 'headerLines'> {
  const headers: Record<string, string | undefined> = {};
  const given = request.headers;
  let impersonates = false;
  for (const name of Object.keys(given)) {
    const value = given[name];
    if (!name.startsWith(':')) headers[name] = Array.isArray(value) ? value.join(',') : value;
    impersonates ||= name.startsWith(IMPERSONATE);
  }
  if (!impersonates) return { headers };
  const headerLines = groupHeaderLines(request.rawHeaders);
  for (const [name, lines] of Object.entries(headerLines)) headers[name] = lines.join(', ');
  return { headers, headerLines };
}

/** What Node joins with commas, apart: a name may hold commas itself. Names are sent as UTF-8, which Node reads as Latin-1. */
function groupHeaderLines(raw: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const lines: Record<string, string[]> = {};
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index]?.toLowerCase() ?? '';
    if (name.startsWith(IMPERSONATE))
      lines[name] = [...(lines[name] ?? []), Buffer.from(raw[index + 1] ?? '', 'latin1').toString()];
  }
  return lines;
}
