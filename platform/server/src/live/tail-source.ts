/** A piece of something that grows at its end. */
export interface TailPage<T> {
  readonly entries: readonly T[];
  /** False when entries after the place that was asked for are gone. */
  readonly complete: boolean;
  /** The place to go on from. */
  readonly next: number;
}

/** Something that grows at its end, and whose entries have places that only grow. */
export interface TailSource<T> {
  /** The place of the newest entry. */
  head(): Promise<number>;
  /** Entries after a place, oldest first. */
  read(after: number, limit: number): Promise<TailPage<T>>;
  /** Pages after a place as they come, until the signal aborts. */
  tail(after: number, signal: AbortSignal): AsyncIterable<TailPage<T>>;
}
