const LONGEST_NAME = 253;
const NANOSECONDS_PER_MILLISECOND = 1_000_000n;

/**
 * Names Events after their object and the time, as Kubernetes does: lists are ordered by name and times of Events have
 * whole seconds, so the name alone says what came first.
 */
export class EventNames {
  readonly #offset: bigint;
  #last = 0n;

  /** Within a millisecond each source has a place of its own: others name Events of the same object, too. */
  constructor(source: string) {
    this.#offset = BigInt(placeOf(source)) % NANOSECONDS_PER_MILLISECOND;
  }

  /** A name that this source has not given yet. */
  next(object: string, nowMs: number): string {
    const time = BigInt(Math.trunc(nowMs)) * NANOSECONDS_PER_MILLISECOND + this.#offset;
    this.#last = time > this.#last ? time : this.#last + 1n;
    const suffix = this.#last.toString(16);
    // The longest names leave no room for more: as the time tells Events apart, the end of the name can go.
    const clipped = object.slice(0, LONGEST_NAME - suffix.length - 1).replace(/[-.]+$/, '');
    return `${clipped}.${suffix}`;
  }
}

function placeOf(source: string): number {
  let place = 0;
  for (const character of source) place = (place * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return place;
}
