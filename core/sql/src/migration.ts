import type { Kysely } from 'kysely';

/** One step of a schema. `up` runs once per database, in a transaction of its own. */
export interface Migration {
  /** Stable; it is stored. */
  readonly name: string;
  up(database: Kysely<unknown>): Promise<void>;
}
