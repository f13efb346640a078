/**
 * How far the work on a partition has come. Kafka knows only one number per partition: everything before it is done.
 * Several messages may be in work and end in any order, so the number stops at the first that is not done.
 *
 * After a rebalance the same messages arrive again, from that number on: those still known here are recognised.
 */
export class PartitionProgress {
  readonly #open = new Set<bigint>();
  /** Done, but behind one that is open. */
  readonly #done = new Set<bigint>();
  #next = 0n;

  /** False when the message is known: it is in work, or done and waiting for others. */
  begin(offset: bigint): boolean {
    if (this.#open.has(offset) || this.#done.has(offset)) return false;
    this.#open.add(offset);
    if (offset >= this.#next) this.#next = offset + 1n;
    return true;
  }

  /** Messages that were never begun are ignored. */
  finish(offset: bigint): void {
    if (!this.#open.delete(offset)) return;
    this.#done.add(offset);
    const position = this.position();
    for (const done of this.#done) if (done < position) this.#done.delete(done);
  }

  /** Everything before it is done, as far as it was begun here. */
  position(): bigint {
    let lowest = this.#next;
    for (const offset of this.#open) if (offset < lowest) lowest = offset;
    return lowest;
  }
}
