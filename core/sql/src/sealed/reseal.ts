import type { Vault } from '@kubemin/base';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SqlDatabase } from '../database/index.ts';

/** What is to be sealed again, and how. */
export interface ResealOptions {
  readonly database: SqlDatabase;
  readonly vault: Vault;
  /** How texts begin that are as they should be. */
  readonly mark: string;
  readonly signal: AbortSignal;
  /** How many rows to look at in one transaction. @default 25 */
  readonly batch?: number;
}

type Row = Readonly<Record<string, unknown>>;

/**
 * Seals everything in a column with the key that seals now, also what was stored in clear, a few rows at a time, so that
 * other users of the table wait for milliseconds. A row that is changed concurrently is left as it is
 * then. May be interrupted at any time and started again. Returns how many rows it has changed.
 */
export async function reseal(column: SealedColumn, options: ResealOptions): Promise<number> {
  const { database, signal } = options;
  let changed = 0;
  let after: Row | undefined;
  do {
    signal.throwIfAborted();
    const from = after;
    const done = await database.transaction((transaction) => resealBatch(transaction, column, { ...options, from }));
    changed += done.changed;
    after = done.last;
  } while (after !== undefined);
  return changed;
}

async function resealBatch(
  query: Kysely<unknown>,
  column: SealedColumn,
  { vault, mark, batch = 25, from }: ResealOptions & { readonly from: Row | undefined },
): Promise<{ readonly changed: number; readonly last: Row | undefined }> {
  const place = sql.ref(column.column);
  const keys = sql.join(column.key.map((name) => sql.ref(name)));
  const { rows } = await sql<Row>`
    select ${keys}, ${place} from ${sql.table(column.table)}
    where ${place} is not null and ${place} not like ${`${mark}%`} and ${isAfter(column.key, from)}
    order by ${keys} limit ${sql.lit(batch)}`.execute(query);
  let changed = 0;
  for (const row of rows) {
    const text = String(row[column.column]);
    const same = sql.join(
      [...column.key, column.column].map((name) => sql`${sql.ref(name)} = ${row[name]}`),
      sql` and `,
    );
    const sealed = vault.seal(vault.open(text));
    const update = sql`update ${sql.table(column.table)} set ${place} = ${sealed} where ${same}`;
    changed += Number((await update.execute(query)).numAffectedRows ?? 0n);
  }
  return { changed, last: rows.length < batch ? undefined : rows.at(-1) };
}

/** True of rows whose key comes after that of another row. */
function isAfter(key: readonly string[], from: Row | undefined): RawBuilder<unknown> {
  if (from === undefined) return sql`1 = 1`;
  const cases = key.map((name, index) => {
    const equal = key.slice(0, index).map((before) => sql`${sql.ref(before)} = ${from[before]}`);
    return sql`(${sql.join([...equal, sql`${sql.ref(name)} > ${from[name]}`], sql` and `)})`;
  });
  return sql`(${sql.join(cases, sql` or `)})`;
}

/** A column of sealed texts, and the columns that identify its rows. */
export interface SealedColumn {
  readonly table: string;
  /** The primary key, in its order. */
  readonly key: readonly [string, ...string[]];
  readonly column: string;
}
