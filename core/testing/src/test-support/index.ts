export { describeDatabaseServers, describeDatabases } from './describe-databases.ts';
export { tableScans } from './table-scans.ts';
export { createTestSqlite, type TestDatabase, type TestDialect, testDialects } from './test-database.ts';
