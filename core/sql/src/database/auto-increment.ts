import { type Kysely, sql } from 'kysely';
import type { SqlCapabilities } from './capabilities.ts';

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
