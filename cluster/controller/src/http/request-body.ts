import type { Readable } from 'node:stream';
import { toError } from '@kubemin/base';
import { isJsonObject, type JsonObject, readJson } from '@kubemin/kubeapi';
import type { HttpRequest } from './http-request.ts';
import { ProblemError } from './problem-error.ts';

/** Reads everything a client sends, but never keeps more than `limit` bytes. */
export async function readBody(source: Readable, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    if (!(chunk instanceof Uint8Array)) continue;
    size += chunk.byteLength;
    // What is beyond the limit is read and forgotten: a client that is cut off while sending never sees why.
    if (size <= limit) chunks.push(chunk);
    else if (size > limit * DISCARDED_SHARES) break;
  }
  if (size <= limit) return Buffer.concat(chunks);
  throw new ProblemError(`the body is larger than the ${limit} bytes that are taken`, {
    status: 413,
    code: 'BODY_TOO_LARGE',
  });
}

const DISCARDED_SHARES = 16;

const JSON_TYPES = ['application/json', 'application/merge-patch+json'];

/** The body as a JSON object; a 400 or 415 says what else it is. */
export async function jsonBody(request: HttpRequest): Promise<JsonObject> {
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? 'application/json';
  if (!JSON_TYPES.includes(type)) {
    const message = `a body of type ${type} is not read here; send application/json`;
    throw new ProblemError(message, { status: 415, code: 'MEDIA_TYPE_UNSUPPORTED' });
  }
  const bytes = await request.body();
  const value = parsed(bytes);
  if (isJsonObject(value)) return value;
  throw new ProblemError('the body must be a JSON object', { status: 400, code: 'BODY_INVALID' });
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return readJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes)).value;
  } catch (cause) {
    const { message } = toError(cause);
    throw new ProblemError(`the body is not JSON: ${message}`, { status: 400, code: 'BODY_INVALID', cause });
  }
}
