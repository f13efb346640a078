import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { RetryableError } from '@kubemin/base';
import { type ErrorBody, type ErrorName, errorCatalogue, type Problem } from '@kubemin/client';
import { hasSqlCode } from '@kubemin/sql';
import { ApiError } from '../api/api-error.ts';

/** What goes over the wire for something that was thrown. */
export interface ErrorResponse {
  readonly status: number;
  readonly body: ErrorBody;
  /** `fault`: nobody meant this to happen, and the log must tell. */
  readonly blame: 'request' | 'fault';
}

/** The answer for anything a handler, a hook or fastify itself throws. A fault's own words stay in the log: they may hold secrets. */
export function errorResponse(thrown: unknown): ErrorResponse {
  if (thrown instanceof ApiError) return answer(thrown.error, thrown.message, 'request', thrown.problems);
  if (hasSqlCode(thrown, 'SQL_DISK_FULL')) {
    return answer('UNAVAILABLE', 'no space left on the disk of the database; make room, then try again', 'fault');
  }
  if (thrown instanceof RetryableError) {
    return answer('UNAVAILABLE', 'something the server needs cannot answer right now; try again shortly', 'fault');
  }
  const known = BY_FASTIFY_CODE.get(codeOf(thrown));
  if (known !== undefined) return answer(known.error, known.message, 'request');
  if (isRefusedByFastify(thrown)) return answer('BAD_REQUEST', 'the request cannot be read', 'request');
  return answer('INTERNAL', 'the server has a fault; its log says more', 'fault');
}

function answer(
  error: ErrorName,
  message: string,
  blame: ErrorResponse['blame'],
  problems?: readonly Problem[],
): ErrorResponse {
  const { code, status } = errorCatalogue[error];
  return { status, body: { code, error, message, ...(problems && { problems }) }, blame };
}

/** Newer versions of fastify know more that can be wrong with a request; it is never a fault of the server. */
function isRefusedByFastify(thrown: unknown): boolean {
  const status = thrown instanceof Error && 'statusCode' in thrown ? thrown.statusCode : undefined;
  return codeOf(thrown).startsWith('FST_ERR_') && typeof status === 'number' && status >= 400 && status < 500;
}

function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
}

/** What fastify itself refuses before a handler is reached. */
const BY_FASTIFY_CODE: ReadonlyMap<string, { readonly error: ErrorName; readonly message: string }> = new Map([
  [
    'FST_ERR_CTP_BODY_TOO_LARGE',
    { error: 'BODY_TOO_LARGE', message: 'the body is larger than this server accepts; split the application' },
  ],
  [
    'FST_ERR_CTP_INVALID_CONTENT_LENGTH',
    { error: 'BAD_REQUEST', message: 'the body is not as long as its content-length header says' },
  ],
  ['FST_ERR_BAD_URL', { error: 'BAD_REQUEST', message: 'the path is not properly percent-encoded' }],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', { error: 'BAD_REQUEST', message: 'the content-type header cannot be read' }],
]);

/** What Node gives up on before there is a request, by the code of its error. */
const BY_NODE_CODE: ReadonlyMap<string, () => ApiError> = new Map([
  [
    // Nothing is wrong with the request: a client that was too busy to send it may do so again.
    'ERR_HTTP_REQUEST_TIMEOUT',
    () => new ApiError('REQUEST_TIMEOUT', 'the request did not arrive whole in time; send it again'),
  ],
]);

/** What is not even a request gets an answer too, in the one shape, as long as the line is still up. */
export function rejectUnreadableRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable) {
    socket.destroy(error);
    return;
  }
  const known = BY_NODE_CODE.get(error.code ?? '');
  const refusal =
    known?.() ?? new ApiError('BAD_REQUEST', `the request is not HTTP this server can read: ${error.message}`);
  const { status, body } = errorResponse(refusal);
  const text = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
  );
}
