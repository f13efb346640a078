import { ProtobufError } from './protobuf-error.ts';

/** Deeper than any real object, shallow enough for every recursion over one. */
export const MAX_DEPTH = 200;

const VARINT = 0;
const FIXED64 = 1;
const DELIMITED = 2;
const FIXED32 = 5;

const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Reads one message, field by field: `next` moves to a field and returns its number, then one of the other methods reads
 * its value. Never reads past its own bytes, never allocates more than they can fill.
 */
export class WireReader {
  readonly #bytes: Uint8Array;
  readonly #depth: number;
  #at = 0;
  #wireType = VARINT;

  constructor(bytes: Uint8Array, depth = 0) {
    if (depth > MAX_DEPTH) throw new ProtobufError(`exceeded max depth of ${MAX_DEPTH}`, 'PROTOBUF_TOO_DEEP');
    this.#bytes = bytes;
    this.#depth = depth;
  }

  get done(): boolean {
    return this.#at >= this.#bytes.length;
  }

  get depth(): number {
    return this.#depth;
  }

  /** The number of the next field; undefined at the end. */
  next(): number | undefined {
    if (this.done) return undefined;
    const { low, high } = this.#varint();
    const number = low >>> 3;
    if (high !== 0 || number === 0) throw new ProtobufError(`illegal field number at byte ${this.#at}`);
    this.#wireType = low & 7;
    return number;
  }

  int32(): number {
    this.#expect(VARINT);
    return this.#varint().low | 0;
  }

  /** JSON numbers are doubles here: what they cannot hold is refused, not rounded. */
  int64(): number {
    this.#expect(VARINT);
    const { low, high } = this.#varint();
    const value = (high | 0) * 2 ** 32 + low;
    if (!Number.isSafeInteger(value)) {
      const exact = BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low));
      throw new ProtobufError(`the integer ${exact} is too large to be kept exactly`, 'INEXACT_PROTOBUF_INTEGER');
    }
    return value;
  }

  bool(): boolean {
    this.#expect(VARINT);
    const { low, high } = this.#varint();
    return low !== 0 || high !== 0;
  }

  double(): number {
    this.#expect(FIXED64);
    const { buffer, byteOffset } = this.#bytes;
    const value = new DataView(buffer, byteOffset + this.#take(8), 8).getFloat64(0, true);
    if (!Number.isFinite(value)) throw new ProtobufError(`${value} is not a number that JSON has`);
    return value;
  }

  /** A view, not a copy. */
  bytes(): Uint8Array {
    this.#expect(DELIMITED);
    const { low: length, high } = this.#varint();
    if (high !== 0) throw new ProtobufError(`a length at byte ${this.#at} is beyond the end`);
    const at = this.#take(length);
    return this.#bytes.subarray(at, at + length);
  }

  /** What is not UTF-8 is replaced, as it would be in JSON. */
  string(): string {
    return UTF8.decode(this.bytes());
  }

  message(): WireReader {
    return new WireReader(this.bytes(), this.#depth + 1);
  }

  /** Where numbers of a list may stand together in one field: calls `read` for each of them, or for the only one. */
  eachPacked(read: (reader: WireReader) => void): void {
    if (this.#wireType !== DELIMITED) {
      read(this);
      return;
    }
    const packed = new WireReader(this.bytes(), this.#depth);
    while (!packed.done) read(packed);
  }

  skip(): void {
    switch (this.#wireType) {
      case VARINT:
        this.#varint();
        return;
      case FIXED64:
        this.#take(8);
        return;
      case DELIMITED:
        this.bytes();
        return;
      case FIXED32:
        this.#take(4);
        return;
      default:
        throw new ProtobufError(`illegal wire type ${this.#wireType} at byte ${this.#at}`);
    }
  }

  #expect(wireType: number): void {
    if (this.#wireType !== wireType) {
      throw new ProtobufError(`wrong wire type ${this.#wireType} at byte ${this.#at}, expected ${wireType}`);
    }
  }

  /** Moves over `length` bytes and gives their offset. */
  #take(length: number): number {
    const at = this.#at;
    if (length > this.#bytes.length - at) throw new ProtobufError(`unexpected end at byte ${this.#bytes.length}`);
    this.#at = at + length;
    return at;
  }

  /** 64 bits, in two unsigned halves. */
  #varint(): { readonly low: number; readonly high: number } {
    let low = 0;
    let high = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = this.#bytes[this.#take(1)] ?? 0;
      const bits = byte & 0x7f;
      if (shift === 63 && byte > 1) break;
      if (shift <= 28) low |= bits << shift;
      // The fifth byte has bits for both halves.
      if (shift === 28) high |= bits >>> 4;
      if (shift > 28) high |= bits << (shift - 32);
      if (byte < 0x80) return { low: low >>> 0, high: high >>> 0 };
    }
    throw new ProtobufError(`an integer before byte ${this.#at} has more than 64 bits`);
  }
}
