export { describeDatabaseServers, describeDatabases } from './describe-databases.ts';
export { type TestDatabase, type TestDialect, testDialects } from './test-database.ts';
