import { type Kysely, sql } from 'kysely';

/** What a dialect can do, so that callers ask for an ability and never for a product's name. */
export interface SqlCapabilities {
  /** The product, for people to read. */
  readonly dialect: string;
  /** `insert/update/delete … returning`. */
  readonly returning: boolean;
  /** The same within `with`, so that one statement can change several tables. */
  readonly writableWith: boolean;
  /**
   * `create index … where a in (…)`, and its use for queries that ask for some of those values in their text (`sql.lit`).
   */
  readonly partialIndexes: boolean;
  /** A failed migration leaves no half-made tables behind. */
  readonly transactionalDdl: boolean;
  /**
   * Transactions run one after the other: what a transaction read stays true until it commits. Where it is false they
   * run side by side, each statement sees what is committed by then, and what must not change has to be locked.
   */
  readonly serialTransactions: boolean;
  /** `select … for update`: others that want to change or lock the rows wait until this transaction ends. */
  readonly rowLocks: boolean;
  /** Rows that bring their own number leave the count behind that numbers the next ones: `passNumbers` moves it on. */
  readonly separateCounts: boolean;
  /** `select … for update skip locked`. */
  readonly skipLocked: boolean;
}

/** A column whose values the database generates. */
export interface NumberedColumn {
  readonly table: string;
  readonly column: string;
}

/**
 * Goes on counting after rows that brought their own number: without it the next row without one would be given a number
 * that is taken. The count never goes back.
 */
export async function passNumbers<T>(
  query: Kysely<T>,
  { separateCounts }: Pick<SqlCapabilities, 'separateCounts'>,
  { table, column }: NumberedColumn,
): Promise<void> {
  if (!separateCounts) return;
  const count = sql`pg_get_serial_sequence(${table}, ${column})::regclass`;
  const highest = sql`(select coalesce(max(${sql.ref(column)}), 0) from ${sql.table(table)})`;
  await sql`select setval(${count}, greatest(nextval(${count}), ${highest}))`.execute(query);
}
