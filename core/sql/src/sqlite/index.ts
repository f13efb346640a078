/**
 * A database in one file of this machine: `openSqlite`. A commit is on disk when its promise resolves; concurrent
 * transactions run one after the other and share the sync. After a failed sync nothing is accepted until the database
 * is opened again. Damage is found at opening (`SqliteDamageError`), unless another process works on the file
 * (`joins`).
 */
export { type OpenSqliteOptions, openSqlite } from './open-sqlite.ts';
