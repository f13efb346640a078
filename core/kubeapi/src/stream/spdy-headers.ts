import { constants, createDeflate, createInflate, type Deflate, type Inflate } from 'node:zlib';
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
    return runCodec(this.#deflate, encodeBlock(headers));
  }

  async decode(block: Uint8Array): Promise<SpdyHeaders> {
    return decodeBlock(await runCodec(this.#inflate, block));
  }

  close(): void {
    this.#deflate.close();
    this.#inflate.close();
  }
}

/** What comes out for what goes in, all of it. */
function runCodec(codec: Deflate | Inflate, bytes: Uint8Array): Promise<Buffer> {
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

function encodeBlock(headers: SpdyHeaders): Buffer {
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

function decodeBlock(block: Buffer): SpdyHeaders {
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

/** Each is preceded by its length in four bytes. */
const COUNTED = [
  'options head post put delete trace accept accept-charset accept-encoding accept-language accept-ranges age allow',
  'authorization cache-control connection content-base content-encoding content-language content-length',
  'content-location content-md5 content-range content-type date etag expect expires from host if-match',
  'if-modified-since if-none-match if-range if-unmodified-since last-modified location max-forwards pragma',
  'proxy-authenticate proxy-authorization range referer retry-after server te trailer transfer-encoding upgrade',
  'user-agent vary via warning www-authenticate method get status',
].flatMap((line) => line.split(' '));
const COUNTED_LAST = ['200 OK', 'version', 'HTTP/1.1', 'url', 'public', 'set-cookie', 'keep-alive', 'origin'];

/** What follows without lengths. */
const PLAIN = [
  '100101201202205206300302303304305306307402405406407408409410411412413414415416417502504505',
  '203 Non-Authoritative Information',
  '204 No Content',
  '301 Moved Permanently',
  '400 Bad Request',
  '401 Unauthorized',
  '403 Forbidden',
  '404 Not Found',
  '500 Internal Server Error',
  '501 Not Implemented',
  '503 Service Unavailable',
  'Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec 00:00:00 Mon, Tue, Wed, Thu, Fri, Sat, Sun, GMT',
  'chunked,text/html,image/png,image/jpg,image/gif,application/xml,application/xhtml+xml,text/plain,text/javascript,',
  'publicprivatemax-age=gzip,deflate,sdchcharset=utf-8charset=iso-8859-1,utf-,*,enq=0.',
].join('');

/** What both ends of SPDY/3 begin to compress headers with; byte for byte the same at either. */
export function spdyDictionary(): Buffer {
  const counted = [...COUNTED, ...COUNTED_LAST].map((word) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(word.length);
    return Buffer.concat([length, Buffer.from(word)]);
  });
  return Buffer.concat([...counted, Buffer.from(PLAIN)]);
}
