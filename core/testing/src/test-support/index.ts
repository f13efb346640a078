export { describeDatabaseServers, describeDatabases } from './describe-databases.ts';
export { createTestSqlite, type TestDatabase, type TestDialect, testDialects } from './test-database.ts';
