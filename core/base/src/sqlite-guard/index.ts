/**
 * Finds damage in the files of an SQLite database in WAL mode, which SQLite would ignore or not notice. `SqliteGuard`
 * checks the files before SQLite opens them and throws a `SqliteDamageError`, unless the caller accepts the loss; while
 * the database is open it records acknowledged commits and checksums of pages in a file beside it (`-checks`). One
 * process guards a database; others use `UnguardedSqlite`. SQLite's own checkpoints are off: the guard makes them.
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
