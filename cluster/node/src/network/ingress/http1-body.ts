import { type BodyFraming, HeaderList, type HeadReader, type MessageFault } from './http1-head.ts';

/** Takes a body as it is decoded. */
export interface BodySink {
  onBodyData(chunk: Buffer): void;
  onBodyEnd(trailers: HeaderList | undefined): void;
}

const MAX_SIZE_LINE = 256;
const MAX_TRAILER_BYTES = 8 * 1024;
const SIZE_LINE = /^([0-9a-fA-F]{1,12})[ \t]*(?:;[\t\x20-\x7e\x80-\xff]*)?$/;

/** Fields that a trailer must not bring: they decide about framing, routing or access before the body. */
const NOT_IN_TRAILERS: ReadonlySet<string> = new Set([
  'authorization',
  'connection',
  'content-encoding',
  'content-length',
  'content-range',
  'content-type',
  'cookie',
  'expect',
  'host',
  'set-cookie',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Finds the end of one body in a stream of bytes. */
export class BodyDecoder {
  readonly #framing: BodyFraming;
  readonly #heads: HeadReader;
  #state: 'size' | 'data' | 'data-end' | 'trailers' | 'done';
  #left: number;

  constructor(framing: BodyFraming, heads: HeadReader) {
    this.#framing = framing;
    this.#heads = heads;
    this.#left = framing.type === 'length' ? framing.length : 0;
    this.#state = framing.type === 'none' ? 'done' : framing.type === 'chunked' ? 'size' : 'data';
  }

  get isDone(): boolean {
    return this.#state === 'done';
  }

  /** The body ends when the connection does. */
  get endsWithConnection(): boolean {
    return this.#framing.type === 'close';
  }

  /** Decodes as much as there is. Returns what is left over: of the next message when done, else of an incomplete line. */
  decode(bytes: Buffer, sink: BodySink): Buffer | MessageFault {
    if (this.#framing.type === 'chunked') return this.#decodeChunked(bytes, sink);
    if (this.#framing.type === 'close') {
      if (bytes.length > 0) sink.onBodyData(bytes);
      return EMPTY;
    }
    const take = Math.min(this.#left, bytes.length);
    this.#left -= take;
    if (this.#left === 0) this.#state = 'done';
    if (take > 0) sink.onBodyData(take === bytes.length ? bytes : bytes.subarray(0, take));
    if (this.#left === 0) sink.onBodyEnd(undefined);
    return take === bytes.length ? EMPTY : bytes.subarray(take);
  }

  #decodeChunked(bytes: Buffer, sink: BodySink): Buffer | MessageFault {
    let at = 0;
    while (at < bytes.length || this.#state === 'trailers') {
      if (this.#state === 'data') {
        const take = Math.min(this.#left, bytes.length - at);
        this.#left -= take;
        if (this.#left === 0) this.#state = 'data-end';
        sink.onBodyData(bytes.subarray(at, at + take));
        at += take;
      } else if (this.#state === 'data-end') {
        if (bytes[at] !== 13) return malformed();
        if (at + 1 >= bytes.length) break;
        if (bytes[at + 1] !== 10) return malformed();
        at += 2;
        this.#state = 'size';
      } else if (this.#state === 'size') {
        const end = bytes.indexOf('\r\n', at, 'latin1');
        if (end < 0) {
          // A bare LF never becomes a line end, however much follows.
          if (bytes.length - at > MAX_SIZE_LINE || bytes.indexOf(10, at) >= 0) return malformed();
          break;
        }
        const size = end - at > MAX_SIZE_LINE ? undefined : SIZE_LINE.exec(bytes.toString('latin1', at, end))?.[1];
        if (size === undefined) return malformed();
        this.#left = Number.parseInt(size, 16);
        this.#state = this.#left === 0 ? 'trailers' : 'data';
        at = end + 2;
      } else {
        const end = trailerEnd(bytes, at);
        if (end < 0) return bytes.length - at > MAX_TRAILER_BYTES ? malformed() : bytes.subarray(at);
        const trailers = this.#heads.readTrailers(bytes.toString('latin1', at, end));
        if (!(trailers instanceof HeaderList)) return trailers;
        this.#state = 'done';
        const rest = bytes.subarray(end === at ? end + 2 : end + 4);
        sink.onBodyEnd(trailers.names.length === 0 ? undefined : withoutForbidden(trailers));
        return rest;
      }
    }
    return at >= bytes.length ? EMPTY : bytes.subarray(at);
  }
}

const EMPTY = Buffer.alloc(0);

function trailerEnd(bytes: Buffer, at: number): number {
  if (bytes.length >= at + 2 && bytes[at] === 13 && bytes[at + 1] === 10) return at;
  return bytes.indexOf('\r\n\r\n', at, 'latin1');
}

function malformed(): MessageFault {
  return { status: 400, message: 'malformed chunk' };
}

function withoutForbidden(trailers: HeaderList): HeaderList {
  const kept = new HeaderList();
  for (const [at, key] of trailers.keys.entries()) {
    if (!NOT_IN_TRAILERS.has(key)) kept.add(trailers.names[at] ?? key, key, trailers.values[at] ?? '');
  }
  return kept;
}

/** A piece of a chunked body. */
export function chunkHeader(length: number): string {
  return `${length.toString(16)}\r\n`;
}

/** The end of a chunked body. */
export function lastChunk(trailers: HeaderList | undefined): string {
  if (trailers === undefined) return '0\r\n\r\n';
  return `0\r\n${trailers.names.map((name, at) => `${name}: ${trailers.values[at]}\r\n`).join('')}\r\n`;
}
