import type { Readable } from 'node:stream';
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
