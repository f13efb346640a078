import { describe, test } from 'vitest';
import { type TestDialect, testDialects } from './test-database.ts';

/** Runs a suite on each kind of database there is; what cannot be had is skipped by name. */
export function describeDatabases(title: string, suite: (dialect: TestDialect) => void): void {
  for (const dialect of testDialects()) {
    if (dialect.missing === undefined) describe(`${title} on ${dialect.name}`, () => suite(dialect));
    else test.skip(`${title} on ${dialect.name} (skipped: ${dialect.missing})`);
  }
}
