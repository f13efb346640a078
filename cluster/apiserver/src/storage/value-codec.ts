/**
 * How values are written to the disk. A codec guarantees: `decode` returns what was given to `encode`, also for values
 * that an earlier codec of the same store wrote, and throws where it cannot; what is not encoded is returned as it is.
 * Both are called once per write and once per value that is loaded into memory, never per read of a client.
 */
export interface ValueCodec {
  /** Which keys may be encoded, as GLOB patterns of SQLite; `covers` decides. */
  readonly patterns: readonly string[];
  /** Whether values of covered keys may be written as they are. */
  readonly writesClear: boolean;
  covers(key: string): boolean;
  encode(key: string, value: Uint8Array): Uint8Array;
  decode(key: string, stored: Uint8Array): Uint8Array;
  /** What is known of a stored value of a covered key by its first `HEAD_BYTES` bytes. */
  inspect(key: string, head: Uint8Array): StoredValue;
}

export interface StoredValue {
  readonly form: StoredForm;
  /** Equal for values of one key; undefined for those that are not encoded. */
  readonly encodedBy: string | undefined;
}

/** `clear`: readable on the disk although it should not be. `old`: written with a key that no longer writes. */
export type StoredForm = 'current' | 'old' | 'clear';

/** More than any mark of a codec. */
export const HEAD_BYTES = 512;
