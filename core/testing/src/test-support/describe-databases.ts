import { describe, test } from 'vitest';
import { type TestDialect, testDialects } from './test-database.ts';

/** Runs a suite on each kind of database there is; what cannot be had is skipped by name. */
export function describeDatabases(title: string, suite: (dialect: TestDialect) => void): void {
  describeEach(title, testDialects(), suite);
}

/**
 * The same for suites of services, whose statements other suites run on every kind: on the named kinds in the short
 * form, on each kind in the long one.
 */
export function describeDatabasesOf(
  short: readonly TestDialect['name'][],
  title: string,
  suite: (dialect: TestDialect) => void,
): void {
  const isLong = process.env.KUBEMIN_TEST_FULL === '1';
  describeEach(
    title,
    testDialects().filter(({ name }) => isLong || short.includes(name)),
    suite,
  );
}

/** The same for what only databases behind a network have. */
export function describeDatabaseServers(title: string, suite: (dialect: TestDialect) => void): void {
  const servers = testDialects().filter(({ kind }) => kind === 'server');
  describeEach(title, servers, suite);
}

function describeEach(title: string, dialects: readonly TestDialect[], suite: (dialect: TestDialect) => void): void {
  for (const dialect of dialects) {
    if (dialect.missing === undefined) describe(`${title} on ${dialect.name}`, () => suite(dialect));
    else test.skip(`${title} on ${dialect.name} (skipped: ${dialect.missing})`);
  }
}
