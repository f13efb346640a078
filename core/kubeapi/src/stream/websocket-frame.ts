import { ByteQueue } from './byte-queue.ts';
import { StreamProtocolError } from './stream-error.ts';

/** What a frame is for, by its number in RFC 6455. */
const OPCODES = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

/** The name of an opcode. */
export type Opcode = keyof typeof OPCODES;

/** One frame of a WebSocket connection, unmasked. */
export interface WebSocketFrame {
  readonly opcode: Opcode;
  /** Whether a message ends with it. */
  readonly final: boolean;
  readonly payload: Uint8Array;
}

const NAMES: ReadonlyMap<number, Opcode> = new Map([
  [0, 'continuation'],
  [1, 'text'],
  [2, 'binary'],
  [8, 'close'],
  [9, 'ping'],
  [10, 'pong'],
]);

const FIN = 0x80;
const RESERVED = 0x70;
const MASKED = 0x80;
const MASK_BYTES = 4;
const MAX_CONTROL_BYTES = 125;
/** More than a client that streams has reason to send at once. */
const MAX_PAYLOAD_BYTES = 16 * 1024 * 1024;

/** The bytes of a frame; a client must mask what it sends, with four unpredictable bytes. */
export function encodeFrame({ opcode, final, payload }: WebSocketFrame, mask?: Uint8Array): Buffer {
  const length = payload.byteLength;
  const wide = length < 126 ? 0 : length < 65_536 ? 2 : 8;
  const head = Buffer.alloc(2 + wide + (mask === undefined ? 0 : MASK_BYTES));
  head[0] = (final ? FIN : 0) | OPCODES[opcode];
  head[1] = (mask === undefined ? 0 : MASKED) | (wide === 0 ? length : wide === 2 ? 126 : 127);
  if (wide === 2) head.writeUInt16BE(length, 2);
  if (wide === 8) head.writeBigUInt64BE(BigInt(length), 2);
  if (mask === undefined) return Buffer.concat([head, payload]);
  head.set(mask, 2 + wide);
  return Buffer.concat([head, applyMask(payload, mask)]);
}

/** Finds frames in bytes that come in any pieces. */
export class FrameReader {
  readonly #queue = new ByteQueue();

  /** The frames that are complete with this piece. Throws for what is no WebSocket. */
  push(chunk: Uint8Array): readonly WebSocketFrame[] {
    this.#queue.push(chunk);
    const frames: WebSocketFrame[] = [];
    for (let frame = this.#next(); frame !== undefined; frame = this.#next()) frames.push(frame);
    return frames;
  }

  #next(): WebSocketFrame | undefined {
    const start = this.#queue.peek(2);
    if (start === undefined) return undefined;
    const [first = 0, second = 0] = start;
    const short = second & 0x7f;
    const wide = short < 126 ? 0 : short === 126 ? 2 : 8;
    const isMasked = (second & MASKED) !== 0;
    const headBytes = 2 + wide + (isMasked ? MASK_BYTES : 0);
    const head = this.#queue.peek(headBytes);
    if (head === undefined) return undefined;
    const length = wide === 0 ? short : wide === 2 ? head.readUInt16BE(2) : Number(head.readBigUInt64BE(2));
    const opcode = checkedOpcode(first, length);
    if (this.#queue.length < headBytes + length) return undefined;
    const taken = this.#queue.take(headBytes);
    const payload = this.#queue.take(length);
    const plain = isMasked ? applyMask(payload, taken.subarray(headBytes - MASK_BYTES)) : payload;
    return { opcode, final: (first & FIN) !== 0, payload: plain };
  }
}

function checkedOpcode(first: number, length: number): Opcode {
  const opcode = NAMES.get(first & 0x0f);
  if (opcode === undefined || (first & RESERVED) !== 0) throw new StreamProtocolError('not a frame of a WebSocket');
  if (length > MAX_PAYLOAD_BYTES) throw new StreamProtocolError(`a frame of ${length} bytes is too large`);
  const control = OPCODES[opcode] >= OPCODES.close;
  if (control && ((first & FIN) === 0 || length > MAX_CONTROL_BYTES)) {
    throw new StreamProtocolError(`a ${opcode} frame must be whole and small`);
  }
  return opcode;
}

function applyMask(payload: Uint8Array, mask: Uint8Array): Buffer {
  const result = Buffer.from(payload);
  for (let at = 0; at < result.length; at += 1) result[at] = (result[at] ?? 0) ^ (mask[at % MASK_BYTES] ?? 0);
  return result;
}
