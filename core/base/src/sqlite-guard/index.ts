/**
 * Inspects the files of an SQLite database before it is opened and reports damage instead of letting SQLite repair
 * it silently.
 */
export { type Inspection, inspectFiles } from './inspect-files.ts';
export { describeDamage, type SqliteDamage, SqliteDamageError } from './sqlite-damage.ts';
export {
  type CommitPosition,
  type CommitWatch,
  type GuardOptions,
  SqliteGuard,
  UnguardedSqlite,
} from './sqlite-guard.ts';
