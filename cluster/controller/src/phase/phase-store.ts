/** A change of the metadata; null removes an entry. */
export interface MetadataChange {
  readonly finalizers?: readonly string[];
  readonly labels?: Readonly<Record<string, string | null>>;
  readonly annotations?: Readonly<Record<string, string | null>>;
}

/**
 * Stores the objects of a machine. Both writes reject with a Conflict (StatusError) unless the stored object is the one
 * that was fetched; both return the stored object.
 */
export interface PhaseStore<R> {
  /** The current object, not from a cache; undefined when there is none. */
  fetch(key: string, signal: AbortSignal): Promise<R | undefined>;
  persistStatus(resource: R, signal: AbortSignal): Promise<R>;
  persistMetadata(resource: R, change: MetadataChange, signal: AbortSignal): Promise<R>;
}
