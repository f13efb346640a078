/**
 * Databases behind a network connection: PostgreSQL and MySQL. Their drivers are loaded when a database is opened,
 * so that processes without one do not pay for them. Statements are retried only while no result can have been
 * lost.
 */
export { openMysql } from './mysql/open-mysql.ts';
export { openPostgres } from './postgres/open-postgres.ts';
export type { OpenServerOptions, ServerTls } from './server-options.ts';
export { parseServerUrl } from './server-url.ts';
