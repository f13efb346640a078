import type { OpenServerOptions } from './server/server-options.ts';
import type { SqlDatabase } from './sql-database.ts';

/** What whoever opens a database may say beside its URL. */
export type OpenDatabaseOptions = Pick<OpenServerOptions, 'clock' | 'random' | 'onQuery'>;

/** A kind of database, found by the scheme of its URL. To add one: an entry like these, handed to `openDatabase`. */
export interface DatabaseDialect {
  /** Without the colon. */
  readonly schemes: readonly string[];
  open(url: string, options: OpenDatabaseOptions): Promise<SqlDatabase>;
}
