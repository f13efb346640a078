import { createHash } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { imageMessages } from '../messages/index.ts';
import { ImageError } from './image-error.ts';

const CHUNK = 256 * 1024;

/**
 * The tar archive inside of a layer, whatever it is compressed with. At its end `DIGEST_MISMATCH` is thrown when the
 * archive does not have the digest that the image config states.
 */
export async function* decompressLayer(
  blob: AsyncIterable<Uint8Array>,
  diffId: string | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  const hash = createHash('sha256');
  for await (const chunk of decompress(blob)) {
    hash.update(chunk);
    yield chunk;
  }
  const digest = `sha256:${hash.digest('hex')}`;
  if (diffId !== undefined && digest !== diffId) {
    throw new ImageError('DIGEST_MISMATCH', imageMessages.unexpectedLayerDigest({ found: digest, expected: diffId }));
  }
}

/** Content that may be compressed with gzip or zstd. Its first bytes decide, as media types are often wrong in archives. */
export async function* decompress(blob: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const source = blob[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < 4) {
    const { done, value } = await source.next();
    if (done === true) break;
    head = Buffer.concat([head, value]);
  }
  const whole = withHead(head, source);
  const magic = head.subarray(0, 4).toString('hex');
  if (magic.startsWith('1f8b')) yield* decompressWith(whole, createGunzip({ chunkSize: CHUNK }));
  else if (magic === '28b52ffd') yield* decompressWith(whole, createZstdDecompress({ chunkSize: CHUNK }));
  else yield* whole;
}

async function* withHead(
  head: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    if (head.length > 0) yield head;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

async function* decompressWith(
  source: AsyncIterable<Uint8Array>,
  decoder: ReturnType<typeof createGunzip> | ReturnType<typeof createZstdDecompress>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const ended = new Promise<Error | undefined>((resolve) => {
    pipeline(Readable.from(source, { objectMode: false }), decoder, (error) => resolve(error ?? undefined));
  });
  try {
    for await (const chunk of decoder) yield chunk;
  } catch (error) {
    const failure = (await ended) ?? error;
    if (failure instanceof ImageError) throw failure;
    throw new ImageError('INVALID_LAYER', imageMessages.damagedCompression, failure);
  }
}
