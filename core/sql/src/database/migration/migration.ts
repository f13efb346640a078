import type { Kysely } from 'kysely';
import type { SqlCapabilities } from '../capabilities.ts';

/**
 * One step of a schema. `up` runs once per database, in a transaction of its own where the database can undo the
 * making of tables. Where it cannot, a step that broke off runs again and passes over what is there already, so a
 * step either changes the schema or changes rows, not both.
 *
 * Column types mean the same in every dialect: `text` and `blob` have no limit short of gigabytes, `integer` has 32
 * bits and `bigint` 64, text is compared and ordered by code point, and `references` is enforced.
 */
export interface Migration {
  /** Stable; it is stored. */
  readonly name: string;
  up(database: Kysely<unknown>, capabilities: SqlCapabilities): Promise<void>;
}
