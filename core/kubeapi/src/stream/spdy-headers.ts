import { constants, createDeflate, createInflate, type Deflate, type Inflate } from 'node:zlib';
import { spdyDictionary } from './spdy-dictionary.ts';
import { StreamProtocolError } from './stream-error.ts';

/** Names in lower case. */
export type SpdyHeaders = Readonly<Record<string, string>>;

const MAX_BLOCK_BYTES = 256 * 1024;

/**
 * Compresses and reads header blocks of one connection. Each block continues where the last ended, in both directions:
 * blocks must be given in the order they are sent or came, one after the other, and the codec closed at the end.
 */
export class SpdyHeaderCodec {
  readonly #deflate: Deflate = createDeflate({ dictionary: spdyDictionary() });
  readonly #inflate: Inflate = createInflate({ dictionary: spdyDictionary() });

  encode(headers: SpdyHeaders): Promise<Buffer> {
    return through(this.#deflate, blockOf(headers));
  }

  async decode(block: Uint8Array): Promise<SpdyHeaders> {
    return headersOf(await through(this.#inflate, block));
  }

  close(): void {
    this.#deflate.close();
    this.#inflate.close();
  }
}

/** What comes out for what goes in, all of it. */
function through(codec: Deflate | Inflate, bytes: Uint8Array): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let size = 0;
  const failed = (cause: Error): void => reject(new StreamProtocolError('headers that cannot be read', cause));
  const collect = (chunk: Buffer): void => {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > MAX_BLOCK_BYTES) failed(new Error(`more than ${MAX_BLOCK_BYTES} bytes`));
  };
  codec.on('data', collect);
  codec.on('error', failed);
  codec.write(bytes);
  codec.flush(constants.Z_SYNC_FLUSH, () => {
    codec.off('data', collect);
    codec.off('error', failed);
    resolve(Buffer.concat(chunks));
  });
  return promise;
}

function blockOf(headers: SpdyHeaders): Buffer {
  const entries = Object.entries(headers);
  const count = Buffer.alloc(4);
  count.writeUInt32BE(entries.length);
  return Buffer.concat([count, ...entries.flatMap(([name, value]) => [counted(name), counted(value)])]);
}

function counted(text: string): Buffer {
  const bytes = Buffer.from(text);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.byteLength);
  return Buffer.concat([length, bytes]);
}

function headersOf(block: Buffer): SpdyHeaders {
  let at = 0;
  const number = (): number => {
    if (at + 4 > block.byteLength) throw new StreamProtocolError('headers end too early');
    at += 4;
    return block.readUInt32BE(at - 4);
  };
  const text = (): string => {
    const length = number();
    if (at + length > block.byteLength) throw new StreamProtocolError('headers end too early');
    at += length;
    return block.toString('utf8', at - length, at);
  };
  const count = number();
  if (count > block.byteLength) throw new StreamProtocolError('more headers than bytes');
  return Object.fromEntries(Array.from({ length: count }, () => [text(), text()] as const));
}
