import { builtinDialects } from './builtin-dialects.ts';
import type { DatabaseDialect, OpenDatabaseOptions } from './database-dialect.ts';
import type { SqlDatabase } from './sql-database.ts';
import { sqlError } from './sql-error.ts';

/**
 * Opens the database a URL names: `sqlite:<path>`, `postgres://user:password@host:port/database`, `mysql://…`. Of two
 * dialects with one scheme the later counts.
 */
export async function openDatabase(
  url: string,
  options: OpenDatabaseOptions & { readonly dialects?: readonly DatabaseDialect[] } = {},
): Promise<SqlDatabase> {
  const { dialects = builtinDialects, ...rest } = options;
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase() ?? '';
  const dialect = dialects.findLast(({ schemes }) => schemes.includes(scheme));
  if (dialect !== undefined) return dialect.open(url, rest);
  const known = dialects.flatMap(({ schemes }) => schemes.map((each) => `${each}:`)).join(', ');
  throw sqlError('SQL_BAD_URL', `the database URL begins with "${scheme}:"; it has to begin with one of ${known}`);
}
