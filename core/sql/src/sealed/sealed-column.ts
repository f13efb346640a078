/** A column of sealed texts, and what tells its rows apart. */
export interface SealedColumn {
  readonly table: string;
  /** The primary key, in its order. */
  readonly key: readonly [string, ...string[]];
  readonly column: string;
}
