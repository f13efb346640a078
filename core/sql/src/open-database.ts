import { type SqlDatabase, sqlError } from './database/index.ts';
import { openMessages } from './messages/index.ts';
import { type OpenServerOptions, openMysql, openPostgres, parseServerUrl } from './server/index.ts';
import { type OpenSqliteOptions, openSqlite } from './sqlite/index.ts';

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
  throw sqlError('SQL_BAD_URL', openMessages.unknownScheme({ scheme, known }));
}

const sqlite: DatabaseDialect = {
  schemes: ['sqlite'],
  open: async (url, { file, ...options }) => {
    const path = url.replace(/^sqlite:(\/\/(?=\/))?/, '');
    if (path === '') throw sqlError('SQL_BAD_URL', openMessages.noFile);
    return openSqlite({ ...options, ...file, path });
  },
};

const postgres: DatabaseDialect = {
  schemes: ['postgres', 'postgresql'],
  open: async (url, { file: _, ...options }) => openPostgres({ ...parseServerUrl(url), ...options }),
};

const mysql: DatabaseDialect = {
  schemes: ['mysql', 'mariadb'],
  open: async (url, { file: _, ...options }) => openMysql({ ...parseServerUrl(url), ...options }),
};

/** The databases this package knows. */
export const builtinDialects: readonly DatabaseDialect[] = [sqlite, postgres, mysql];

/** Options beside the URL. */
export interface OpenDatabaseOptions extends Pick<OpenServerOptions, 'clock' | 'random' | 'onQuery'> {
  /** What only files have: how damage is dealt with, and whether another process may be at work on it. */
  readonly file?: Pick<OpenSqliteOptions, 'joins' | 'acceptDataLoss' | 'onDataLoss'>;
}

/** A kind of database, found by the scheme of its URL. To add one: an entry like these, handed to `openDatabase`. */
export interface DatabaseDialect {
  /** Without the colon. */
  readonly schemes: readonly string[];
  open(url: string, options: OpenDatabaseOptions): Promise<SqlDatabase>;
}
