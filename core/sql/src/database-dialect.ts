import type { OpenServerOptions } from './server/server-options.ts';
import type { SqlDatabase } from './sql-database.ts';
import type { OpenSqliteOptions } from './sqlite/open-sqlite.ts';

/** What whoever opens a database may say beside its URL. */
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
