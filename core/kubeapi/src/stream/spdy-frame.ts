import { ByteQueue } from './byte-queue.ts';
import { StreamProtocolError } from './stream-error.ts';

/** A frame of SPDY/3.1; header blocks still compressed. Frames that nobody here needs are `other`. */
export type SpdyFrame =
  | { readonly kind: 'data'; readonly stream: number; readonly fin: boolean; readonly bytes: Uint8Array }
  | { readonly kind: 'synStream'; readonly stream: number; readonly fin: boolean; readonly block: Uint8Array }
  | { readonly kind: 'synReply'; readonly stream: number; readonly fin: boolean; readonly block: Uint8Array }
  | { readonly kind: 'headers'; readonly stream: number; readonly fin: boolean; readonly block: Uint8Array }
  | { readonly kind: 'rstStream'; readonly stream: number; readonly status: number }
  | { readonly kind: 'ping'; readonly id: number }
  | { readonly kind: 'goAway'; readonly lastStream: number; readonly status: number }
  | { readonly kind: 'other'; readonly type: number };

const VERSION = 3;
const CONTROL = 0x8000;
const HEAD_BYTES = 8;
const FIN = 0x01;
const ID_MASK = 0x7fff_ffff;
/** The length has 24 bits; no correct peer uses all of them. */
const MAX_FRAME_BYTES = 4 * 1024 * 1024;
const TYPES = { synStream: 1, synReply: 2, rstStream: 3, ping: 6, goAway: 7, headers: 8 } as const;

/** The bytes of a frame. */
export function encodeSpdyFrame(frame: Exclude<SpdyFrame, { kind: 'other' }>): Buffer {
  switch (frame.kind) {
    case 'data': {
      const head = Buffer.alloc(HEAD_BYTES);
      head.writeUInt32BE(frame.stream);
      head.writeUInt32BE(frame.bytes.byteLength, 4);
      head[4] = frame.fin ? FIN : 0;
      return Buffer.concat([head, frame.bytes]);
    }
    case 'synStream':
      // The stream, none it belongs to, no priority, no slot.
      return control(frame, words(frame.stream, 0), Buffer.alloc(2), frame.block);
    case 'synReply':
    case 'headers':
      return control(frame, words(frame.stream), frame.block);
    case 'rstStream':
      return control(frame, words(frame.stream, frame.status));
    case 'ping':
      return control(frame, words(frame.id));
    case 'goAway':
      return control(frame, words(frame.lastStream, frame.status));
  }
}

function control(frame: { readonly kind: keyof typeof TYPES; readonly fin?: boolean }, ...parts: Uint8Array[]): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt16BE(CONTROL | VERSION);
  head.writeUInt16BE(TYPES[frame.kind], 2);
  head.writeUInt32BE(
    parts.reduce((sum, part) => sum + part.byteLength, 0),
    4,
  );
  head[4] = frame.fin === true ? FIN : 0;
  return Buffer.concat([head, ...parts]);
}

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4);
  return bytes;
}

/** Finds frames in bytes that come in any pieces. */
export class SpdyFrameReader {
  readonly #queue = new ByteQueue();

  /** The frames that are complete with this piece. Throws for what is no SPDY/3.1. */
  push(chunk: Uint8Array): readonly SpdyFrame[] {
    this.#queue.push(chunk);
    const frames: SpdyFrame[] = [];
    for (let frame = this.#next(); frame !== undefined; frame = this.#next()) frames.push(frame);
    return frames;
  }

  #next(): SpdyFrame | undefined {
    const head = this.#queue.peek(HEAD_BYTES);
    if (head === undefined) return undefined;
    const length = head.readUIntBE(5, 3);
    const first = head.readUInt32BE();
    const type = head.readUInt16BE(2);
    const flags = head.readUInt8(4);
    const isControl = (head.readUInt16BE() & CONTROL) !== 0;
    if (isControl && (head.readUInt16BE() & ~CONTROL) !== VERSION) throw new StreamProtocolError('not SPDY/3.1');
    if (length > MAX_FRAME_BYTES) throw new StreamProtocolError(`a frame of ${length} bytes is too large`);
    if (this.#queue.length < HEAD_BYTES + length) return undefined;
    this.#queue.take(HEAD_BYTES);
    const body = this.#queue.take(length);
    const fin = (flags & FIN) !== 0;
    return isControl ? controlFrame(type, fin, body) : { kind: 'data', stream: first & ID_MASK, fin, bytes: body };
  }
}

/** How much of each body must be there before its header block. */
const LEAST_BYTES: ReadonlyMap<number, number> = new Map([
  [TYPES.synStream, 10],
  [TYPES.synReply, 4],
  [TYPES.headers, 4],
  [TYPES.rstStream, 8],
  [TYPES.ping, 4],
  [TYPES.goAway, 8],
]);

function controlFrame(type: number, fin: boolean, body: Buffer): SpdyFrame {
  const least = LEAST_BYTES.get(type);
  if (least === undefined) return { kind: 'other', type };
  if (body.byteLength < least) throw new StreamProtocolError(`a frame of type ${type} is too short`);
  const first = body.readUInt32BE();
  const stream = first & ID_MASK;
  const block = body.subarray(least);
  switch (type) {
    case TYPES.synStream:
      return { kind: 'synStream', stream, fin, block };
    case TYPES.synReply:
      return { kind: 'synReply', stream, fin, block };
    case TYPES.headers:
      return { kind: 'headers', stream, fin, block };
    case TYPES.rstStream:
      return { kind: 'rstStream', stream, status: body.readUInt32BE(4) };
    case TYPES.goAway:
      return { kind: 'goAway', lastStream: stream, status: body.readUInt32BE(4) };
    default:
      return { kind: 'ping', id: first };
  }
}
