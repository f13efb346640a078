/** What may change outside the status; null removes an entry. */
export interface MetadataChange {
  readonly finalizers?: readonly string[];
  readonly labels?: Readonly<Record<string, string | null>>;
  readonly annotations?: Readonly<Record<string, string | null>>;
}

/**
 * Where a machine's objects are. Both writes are refused with a Conflict (StatusError) unless the stored object is the
 * one that was fetched; both answer with the object as it is stored then.
 */
export interface PhaseStore<R> {
  /** The object as it is now, not as a cache remembers it; undefined when there is none. */
  fetch(key: string, signal: AbortSignal): Promise<R | undefined>;
  persistStatus(resource: R, signal: AbortSignal): Promise<R>;
  persistMetadata(resource: R, change: MetadataChange, signal: AbortSignal): Promise<R>;
}
