export { describeDatabaseServers, describeDatabases, describeDatabasesOf } from './describe-databases.ts';
export { tableScans } from './table-scans.ts';
export {
  createStillSqlite,
  createTestSqlite,
  sqliteTemplate,
  type TestDatabase,
  type TestDialect,
  testDialects,
} from './test-database.ts';
