export { type Inspection, inspectFiles } from './inspect-files.ts';
export { describeDamage, type SqliteDamage, SqliteDamageError } from './sqlite-damage.ts';
export {
  type CommitPosition,
  type CommitWatch,
  type GuardOptions,
  SqliteGuard,
  UnguardedSqlite,
} from './sqlite-guard.ts';
