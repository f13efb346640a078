/**
 * Databases behind a network connection: `openPostgres` and `openMysql`. Their drivers are imported when a database is
 * opened, so that other processes do not load them. Statements run again only after the server undid them; a connection
 * that breaks during a commit is SQL_COMMIT_UNKNOWN. Single statements that run concurrently may share a commit.
 * Messages name neither passwords nor parameters.
 */
export { openMysql } from './mysql/open-mysql.ts';
export { openPostgres } from './postgres/open-postgres.ts';
export type { OpenServerOptions, ServerTls } from './server-options.ts';
export { parseServerUrl } from './server-url.ts';
