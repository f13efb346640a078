import type { CacheEvent } from './cache-event.ts';

/** How much history is kept. */
export interface HistoryLimits {
  /** How many events a collection keeps at most. */
  readonly maxEvents: number;
}

/** A collection's recent events, oldest first. What is older than the first kept event cannot be watched from. */
export class History {
  readonly #maxEvents: number;
  #events: CacheEvent[] = [];
  /** Events before this index are dropped; the array is cut in large steps, so that adding stays cheap. */
  #head = 0;
  #start: number;

  constructor(start: number, limits: HistoryLimits) {
    this.#start = start;
    this.#maxEvents = limits.maxEvents;
  }

  /** The oldest revision a watch can resume after. */
  get start(): number {
    return this.#start;
  }

  add(event: CacheEvent): void {
    this.#events.push(event);
    if (this.#events.length - this.#head > this.#maxEvents) this.#drop(this.#head + 1);
  }

  /** Forgets events up to and including `revision`. */
  trim(revision: number): void {
    let head = this.#head;
    while ((this.#events[head]?.revision ?? Number.POSITIVE_INFINITY) <= revision) head += 1;
    this.#drop(head);
    if (revision > this.#start) this.#start = revision;
  }

  /** Only for revisions not before `start`. */
  after(revision: number): readonly CacheEvent[] {
    let low = this.#head;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#events[middle]?.revision ?? 0) <= revision) low = middle + 1;
      else high = middle;
    }
    return this.#events.slice(low);
  }

  #drop(head: number): void {
    const last = this.#events[head - 1];
    if (head > this.#head && last !== undefined) this.#start = Math.max(this.#start, last.revision);
    this.#head = head;
    if (this.#head > 1024 && this.#head * 2 > this.#events.length) {
      this.#events = this.#events.slice(this.#head);
      this.#head = 0;
    }
  }
}
