/**
 * A database in one file of this machine. Damage is detected when the file is opened.
 */
export { type OpenSqliteOptions, openSqlite } from './open-sqlite.ts';
