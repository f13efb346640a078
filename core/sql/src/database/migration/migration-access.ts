import type { Dialect, Kysely } from 'kysely';

/** How migrations reach a database: on one connection without the usual statement timeout, and one process at a time. */
export interface MigrationAccess {
  open(): { readonly dialect: Dialect; close(): Promise<void> };
  /** Waits until no other process migrates the database. The lock must go away with the connection. */
  lock(session: Kysely<unknown>): Promise<void>;
  unlock(session: Kysely<unknown>): Promise<void>;
}

/** For databases where one transaction waits for the other anyway, and each step looks again at what is done. */
export function serialAccess(dialect: Dialect): MigrationAccess {
  const nothing = async (): Promise<void> => undefined;
  return { open: () => ({ dialect, close: nothing }), lock: nothing, unlock: nothing };
}
