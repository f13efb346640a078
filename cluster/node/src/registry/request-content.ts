import type { IncomingMessage } from 'node:http';
import { registryMessages } from '../messages/index.ts';
import { RegistryError } from './registry-error.ts';

/** A larger manifest is refused, from clients and from other registries. */
export const LARGEST_MANIFEST = 4 * 1024 * 1024;
const MOST_DISCARDED = 4 * LARGEST_MANIFEST;

/** The body, which has to be as long as was announced: a cut connection is not the end of a part. */
export async function* readBody(incoming: IncomingMessage): AsyncGenerator<Uint8Array, void, undefined> {
  const announced = contentLength(incoming);
  let received = 0;
  for await (const chunk of incoming) {
    const bytes: Uint8Array = chunk;
    received += bytes.length;
    yield bytes;
  }
  if (announced !== undefined && announced !== received) {
    throw new RegistryError('SIZE_INVALID', registryMessages.otherSize({ announced, received }));
  }
}

function contentLength({ headers }: IncomingMessage): number | undefined {
  const text = headers['content-length'];
  return text === undefined ? undefined : Number(text);
}

/** What is too large is read to its end, within reason: a client that is still sending would not see the response. */
export async function readManifestBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of readBody(incoming)) {
    size += chunk.length;
    if (size <= LARGEST_MANIFEST) chunks.push(chunk);
    if (size > MOST_DISCARDED) break;
  }
  if (size <= LARGEST_MANIFEST) return Buffer.concat(chunks);
  throw new RegistryError('SIZE_INVALID', registryMessages.manifestTooLarge({ limit: LARGEST_MANIFEST }), {
    status: 413,
  });
}

/** Where the part of an upload begins, by its `Content-Range: FIRST-LAST`. */
export function partStart({ headers }: IncomingMessage): number | undefined {
  const text = headers['content-range'];
  if (text === undefined) return undefined;
  const match = /^(?:bytes[ =])?(\d{1,15})-(\d{1,15})(?:\/(?:\d+|\*))?$/.exec(text);
  if (match === null)
    throw new RegistryError('RANGE_INVALID', registryMessages.rangeUnreadable({ range: text.slice(0, 100) }));
  return Number(match[1]);
}

/** One range of a blob; others than `bytes=FIRST-[LAST]` and `bytes=-COUNT` are ignored, as HTTP allows. */
export function readRange(
  text: string | undefined,
  size: number,
): { readonly first: number; readonly last: number } | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(text ?? '');
  const [, from = '', to = ''] = match ?? [];
  if (from === '' && to === '') return undefined;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (first > last) {
    throw new RegistryError('RANGE_INVALID', registryMessages.rangeOutside({ size }), {
      headers: { 'content-range': `bytes */${size}` },
    });
  }
  return { first, last };
}
