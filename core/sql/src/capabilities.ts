/** What a dialect can do, so that callers ask for an ability and never for a product's name. */
export interface SqlCapabilities {
  readonly dialect: string;
  /** `insert/update/delete … returning`. */
  readonly returning: boolean;
  /** A failed migration leaves no half-made tables behind. */
  readonly transactionalDdl: boolean;
  /** Transactions run one after the other: what a transaction read stays true until it commits. */
  readonly serialTransactions: boolean;
}
