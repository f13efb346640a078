/** Bytes that come in any pieces, to be taken in others. */
export class ByteQueue {
  #chunks: Uint8Array[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(chunk: Uint8Array): void {
    if (chunk.byteLength === 0) return;
    this.#chunks.push(chunk);
    this.#length += chunk.byteLength;
  }

  /** The first bytes, without taking them; undefined when there are not so many. */
  peek(count: number): Buffer | undefined {
    if (this.#length < count) return undefined;
    const [first] = this.#chunks;
    if (first !== undefined && first.byteLength >= count) return Buffer.from(first.buffer, first.byteOffset, count);
    this.#chunks = [Buffer.concat(this.#chunks)];
    return this.peek(count);
  }

  /** Takes that many bytes; there must be so many. */
  take(count: number): Buffer {
    if (count === 0) return Buffer.alloc(0);
    const taken = this.peek(count);
    const [first, ...rest] = this.#chunks;
    if (taken === undefined || first === undefined) throw new RangeError(`there are no ${count} bytes to take`);
    this.#length -= count;
    this.#chunks = first.byteLength === count ? rest : [first.subarray(count), ...rest];
    return taken;
  }
}
