import type { Readable } from 'node:stream';
import { toError } from '@kubemin/base';
import { isJsonObject, type JsonObject, readJson } from '@kubemin/kubeapi';
import { httpMessages } from '../messages/index.ts';
import type { HttpRequest } from './http-request.ts';
import { ProblemError } from './problem-error.ts';

/** Reads the whole body, but keeps at most `limit` bytes. */
export async function readBody(source: Readable, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    if (!(chunk instanceof Uint8Array)) continue;
    size += chunk.byteLength;
    // The rest is read and discarded: a client that is disconnected while sending never sees the error.
    if (size <= limit) chunks.push(chunk);
    else if (size > limit * DISCARD_FACTOR) break;
  }
  if (size <= limit) return Buffer.concat(chunks);
  throw new ProblemError(httpMessages.bodyTooLarge({ limit }), {
    status: 413,
    code: 'BODY_TOO_LARGE',
  });
}

const DISCARD_FACTOR = 16;

const JSON_TYPES = ['application/json', 'application/merge-patch+json'];

/** The body as a JSON object; throws a 400 or 415 for anything else. */
export async function jsonBody(request: HttpRequest): Promise<JsonObject> {
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? 'application/json';
  if (!JSON_TYPES.includes(type)) {
    const message = httpMessages.mediaType({ type });
    throw new ProblemError(message, { status: 415, code: 'MEDIA_TYPE_UNSUPPORTED' });
  }
  const bytes = await request.body();
  const value = parseBody(bytes);
  if (isJsonObject(value)) return value;
  throw new ProblemError(httpMessages.bodyNotObject, { status: 400, code: 'BODY_INVALID' });
}

function parseBody(bytes: Uint8Array): unknown {
  try {
    return readJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes)).value;
  } catch (cause) {
    const { message } = toError(cause);
    throw new ProblemError(httpMessages.bodyNotJson({ reason: message }), { status: 400, code: 'BODY_INVALID', cause });
  }
}
