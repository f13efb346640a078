import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sealKeyId } from '@kubemin/base/vault';
import { type SqlDatabase, sql } from '@kubemin/sql';
import type { TestDatabase } from '@kubemin/testing/vitest';

/** The columns that hold something sealed, as `table.column`. */
export async function sealedColumnNames(database: SqlDatabase): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const { name } of await database.query.introspection.getTables()) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(database.query);
    for (const [column, value] of rows.flatMap((row) => Object.entries(row))) {
      if (typeof value === 'string' && sealKeyId(value) !== undefined) found.add(`${name}.${column}`);
    }
  }
  return found;
}

/** All that an attacker with a copy of a database has: every row of every table, and the bytes of its files. */
export async function dumpDatabase(database: SqlDatabase, { url }: TestDatabase): Promise<string> {
  const tables = await database.query.introspection.getTables();
  const rows = await Promise.all(
    tables.map(async ({ name }) => [name, (await sql`select * from ${sql.table(name)}`.execute(database.query)).rows]),
  );
  const files = url.startsWith('sqlite:') ? await bytesBeside(url.slice('sqlite:'.length)) : '';
  return `${JSON.stringify(rows)}\n${files}`;
}

async function bytesBeside(path: string): Promise<string> {
  const directory = dirname(path);
  const files = await readdir(directory);
  return (await Promise.all(files.map((file) => readFile(join(directory, file), 'latin1')))).join('\n');
}
