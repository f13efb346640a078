export { describeDatabaseServers, describeDatabases } from './describe-databases.ts';
export { type SourceText, textsIn, textsUnder } from './source-texts.ts';
export { tableScans } from './table-scans.ts';
export {
  createStillSqlite,
  createTestSqlite,
  type TestDatabase,
  type TestDialect,
  testDialects,
} from './test-database.ts';
