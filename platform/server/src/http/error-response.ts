import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { RetryableError } from '@kubemin/base';
import { errorMessage, type Message } from '@kubemin/base/message';
import {
  API_PREFIX,
  type ErrorBody,
  type ErrorName,
  encodeTexts,
  errorCatalogue,
  type Problem,
  type Route,
} from '@kubemin/client';
import { hasSqlCode } from '@kubemin/sql';
import { ApiError } from '../api/index.ts';
import { requestMessages } from '../messages/index.ts';

/** What goes over the wire for something that was thrown. */
export interface ErrorResponse {
  readonly status: number;
  readonly body: ErrorBody;
  /** `fault`: a fault of the server, which is logged. */
  readonly blame: 'request' | 'fault';
}

/** The response for anything a handler, a hook or fastify itself throws. The text of a fault stays in the log: it may hold secrets. */
export function errorResponse(thrown: unknown): ErrorResponse {
  if (thrown instanceof ApiError) return toResponse(thrown.error, errorMessage(thrown), 'request', thrown.problems);
  if (hasSqlCode(thrown, 'SQL_DISK_FULL')) {
    return toResponse('UNAVAILABLE', requestMessages.diskFull, 'fault');
  }
  if (thrown instanceof RetryableError) {
    return toResponse('UNAVAILABLE', requestMessages.unavailable, 'fault');
  }
  const known = BY_FASTIFY_CODE.get(errorCode(thrown));
  if (known !== undefined) return toResponse(known.error, known.message, 'request');
  if (isRefusedByFastify(thrown)) return toResponse('BAD_REQUEST', requestMessages.unreadable, 'request');
  return toResponse('INTERNAL', requestMessages.internal, 'fault');
}

function toResponse(
  error: ErrorName,
  message: Message,
  blame: ErrorResponse['blame'],
  problems?: readonly Problem[],
): ErrorResponse {
  const { code, status } = errorCatalogue[error];
  const texts = encodeTexts({ message });
  return { status, body: { code, error, message: message.message, ...(problems && { problems }), ...texts }, blame };
}

/** Newer versions of fastify know more that can be wrong with a request; it is never a fault of the server. */
function isRefusedByFastify(thrown: unknown): boolean {
  const status = thrown instanceof Error && 'statusCode' in thrown ? thrown.statusCode : undefined;
  return errorCode(thrown).startsWith('FST_ERR_') && typeof status === 'number' && status >= 400 && status < 500;
}

function errorCode(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
}

/** What fastify itself refuses before a handler is reached. */
const BY_FASTIFY_CODE: ReadonlyMap<string, { readonly error: ErrorName; readonly message: Message }> = new Map([
  ['FST_ERR_CTP_BODY_TOO_LARGE', { error: 'BODY_TOO_LARGE', message: requestMessages.bodyTooLarge }],
  ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', { error: 'BAD_REQUEST', message: requestMessages.wrongLength }],
  ['FST_ERR_BAD_URL', { error: 'BAD_REQUEST', message: requestMessages.badPath }],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', { error: 'BAD_REQUEST', message: requestMessages.badContentType }],
]);

/** What Node gives up on before there is a request, by the code of its error. */
const BY_NODE_CODE: ReadonlyMap<string, () => ApiError> = new Map([
  [
    // Nothing is wrong with the request: a client that was too busy to send it may do so again.
    'ERR_HTTP_REQUEST_TIMEOUT',
    () => new ApiError('REQUEST_TIMEOUT', requestMessages.incomplete),
  ],
]);

/** What is not even a request gets a response too, in the one shape, as long as the connection is open. */
export function rejectUnreadableRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable) {
    socket.destroy(error);
    return;
  }
  const known = BY_NODE_CODE.get(error.code ?? '');
  const refusal = known?.() ?? new ApiError('BAD_REQUEST', requestMessages.notHttp({ reason: error.message }));
  const { status, body } = errorResponse(refusal);
  const text = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
  );
}

export interface UnknownPath {
  readonly refusal: ApiError;
  /** Those the path does have; none where there is no such path. */
  readonly methods: readonly string[];
}

export interface PathPattern {
  readonly method: string;
  matches(path: string): boolean;
}

/** What a route matches, to find the methods of a path. */
export function pathPattern({ method, path: pattern, access }: Route): PathPattern {
  const expression = new RegExp(`^${API_PREFIX}${pattern.replace(/:[a-zA-Z]+/g, '[^/]+')}$`);
  return { method, matches: (path) => expression.test(path) || (access === 'public' && pattern === path) };
}

/** The error of a request that matches no route. */
export function unknownPath(method: string, path: string, patterns: readonly PathPattern[]): UnknownPath {
  const methods = patterns.filter((pattern) => pattern.matches(path)).map((pattern) => pattern.method);
  const refusal =
    methods.length === 0
      ? new ApiError('NOT_FOUND', requestMessages.pathNotFound({ path, prefix: API_PREFIX }))
      : new ApiError('METHOD_NOT_ALLOWED', requestMessages.methodNotAllowed({ path, method, methods }));
  return { refusal, methods };
}
