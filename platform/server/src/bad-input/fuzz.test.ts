import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SHOP } from '../test-support/documents.ts';
import { type Attempt, description, startBadInputPlatform } from './test-support/bad-input-platform.ts';
import { type DescribedOperation, describedOperations, filledPath } from './test-support/described-operation.ts';
import { FULL } from './test-support/extent.ts';
import { anyJson, ODD_TEXTS, SchemaArbitrary } from './test-support/schema-arbitrary.ts';

const REQUESTS_PER_OPERATION = FULL ? 400 : 6;
const schemas = new SchemaArbitrary(description.components.schemas ?? {});

/** A document that is right but for one place in it. */
const nearlyRight: fc.Arbitrary<unknown> = fc
  .tuple(fc.nat(), anyJson)
  .map(([place, value]) => withReplaced(SHOP, place, value));

function bodies({ body }: DescribedOperation): fc.Arbitrary<string | undefined> {
  if (body.kind === 'none') return fc.constant(undefined);
  const values = body.kind === 'json' ? schemas.of(body.schema) : fc.oneof(schemas.of(body.schema), nearlyRight);
  return values.map((value) => JSON.stringify(value));
}

function queries({ query }: DescribedOperation): fc.Arbitrary<string> {
  const fields = query.map(({ name, schema }) => [name, schemas.of(schema)] as const);
  return fc
    .record(Object.fromEntries(fields), { requiredKeys: [], noNullPrototype: true })
    .map(
      (values) =>
        new URLSearchParams(Object.entries(values).map(([name, value]): [string, string] => [name, queryText(value)])),
    )
    .map((search) => (search.size === 0 ? '' : `?${search}`));
}

/** Not every value can be converted to a string: an object may have a `toString` that is no function. */
function queryText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function attempts(operation: DescribedOperation, ids: Readonly<Record<string, string>>): fc.Arbitrary<Attempt> {
  const others = fc.constantFrom('nobody', ...ODD_TEXTS.filter((text) => text.isWellFormed() && text !== ''));
  const paths = fc.oneof(
    { weight: 4, arbitrary: fc.constant(filledPath(operation.path, ids)) },
    { weight: 1, arbitrary: others.map((other) => filledPath(operation.path, {}, other)) },
  );
  return fc
    .tuple(paths, queries(operation), bodies(operation), fc.constantFrom('application/json', 'application/yaml'))
    .map(([path, query, body, contentType]) => ({
      method: operation.method,
      target: `${path}${query}`,
      ...(body !== undefined && { body, headers: { 'content-type': contentType } }),
    }));
}

/** Deletions come last: what they delete the others would miss. */
const operations = describedOperations(description).toSorted((one, other) => weight(one) - weight(other));

/** Many requests fill a database, and each look at it takes longer then: where there are many, each operation has its own. */
const groups = FULL
  ? operations.map((operation) => ({ what: operation.id, group: [operation] }))
  : [{ what: 'any operation', group: operations }];

test.each(groups)(
  'requests for $what are handled as described, and refused ones change nothing',
  async ({ group }) => {
    const bad = await startBadInputPlatform();
    for (const operation of group) {
      await fc.assert(
        fc.asyncProperty(attempts(operation, bad.ids), async (attempt) => {
          await bad.attempt(attempt, `${operation.id} with ${attempt.body?.slice(0, 300)}`);
        }),
        { numRuns: REQUESTS_PER_OPERATION, endOnFailure: true },
      );
    }
  },
  3_600_000,
);

test('the arbitrary makes requests that are carried out as well as such that are not', async () => {
  const bad = await startBadInputPlatform();
  const save = describedOperations(description).find(({ id }) => id === 'scaleApplication');
  const right = fc.sample(attempts(save ?? expect.fail('there is no such operation'), bad.ids), {
    numRuns: 50,
    seed: 1,
  });
  const statuses = new Set<number>();
  for (const attempt of right) statuses.add(await bad.attempt(attempt, 'a sample'));
  expect([...statuses].some((status) => status >= 400)).toBe(true);
  expect(statuses.size).toBeGreaterThan(1);
});

function weight({ method }: DescribedOperation): number {
  return method === 'DELETE' ? 1 : 0;
}

/** A copy in which the value at one place, counted through the whole, is another. */
function withReplaced(whole: unknown, place: number, value: unknown): unknown {
  const total = JSON.stringify(whole).split(/[{[,]/).length;
  let left = place % total;
  return JSON.parse(JSON.stringify(whole), (_key, inner: unknown) => {
    left -= 1;
    return left === 0 ? value : inner;
  });
}
