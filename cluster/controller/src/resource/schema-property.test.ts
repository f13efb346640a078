import { systemClock } from '@kubemin/base';
import type { KubeObject } from '@kubemin/kubeapi';
import { apiextensions } from '@kubemin/kubeapi/resources';
import { startTestCluster, type TestCluster } from '@kubemin/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { installDefinitions } from './crd-install.ts';
import { type CustomResource, defineCustomResource } from './custom-resource.ts';

/** A schema, and values to try on it: some good, some bad. */
interface Tried {
  readonly schema: z.ZodType;
  readonly values: fc.Arbitrary<unknown>;
}

const text = fc.string({ maxLength: 6 });
const number = fc.oneof(fc.integer({ min: -8, max: 8 }), fc.constantFrom(0.5, -1.25));

/** Anything a wrong value may be; never undefined, which JSON does not have, nor null, which servers take for absent. */
const odd = fc.oneof(text, number, fc.boolean(), fc.constant([]), fc.constant({}), fc.constant(['x']));

const leaf: fc.Arbitrary<Tried> = fc.constantFrom<Tried>(
  { schema: z.string().min(2).max(4), values: text },
  { schema: z.string().regex(/^[a-c]+$/), values: fc.stringMatching(/^[a-d]{1,3}$/) },
  { schema: z.enum(['red', 'green']), values: fc.constantFrom('red', 'green', 'blue') },
  { schema: z.literal('only'), values: fc.constantFrom('only', 'other') },
  { schema: z.int().min(-3).max(3), values: number },
  { schema: z.number().positive(), values: number },
  { schema: z.number().multipleOf(3), values: fc.integer({ min: 0, max: 12 }) },
  { schema: z.boolean(), values: fc.boolean() },
  { schema: z.union([z.int(), z.string()]), values: fc.oneof(text, number) },
  { schema: z.record(z.string(), z.unknown()), values: fc.dictionary(fc.stringMatching(/^[a-z]{1,3}$/), odd) },
);

const { schema: anySchema } = fc.letrec<{ schema: Tried; object: Tried }>((tie) => ({
  schema: fc.oneof({ maxDepth: 3 }, leaf, tie('object'), tie('schema').map(listSchema), tie('schema').map(mapSchema)),
  object: fc
    .dictionary(fc.stringMatching(/^[a-e]$/), fc.tuple(tie('schema'), fc.boolean()), { maxKeys: 3 })
    .map(objectSchema),
}));

function listSchema({ schema, values }: Tried): Tried {
  return { schema: z.array(schema).max(2), values: fc.array(values, { maxLength: 3 }) };
}

function mapSchema({ schema, values }: Tried): Tried {
  const keys = fc.stringMatching(/^[a-z]{1,3}$/);
  return { schema: z.record(z.string(), schema), values: fc.dictionary(keys, values, { maxKeys: 2 }) };
}

function objectSchema(fields: Readonly<Record<string, readonly [Tried, boolean]>>): Tried {
  const entries = Object.entries(fields);
  const shape = Object.fromEntries(
    entries.map(([name, [{ schema }, required]]) => [name, required ? schema : schema.optional()]),
  );
  const values = Object.fromEntries(entries.map(([name, [tried]]) => [name, tried.values]));
  return { schema: z.object(shape), values: fc.record(values, { requiredKeys: [] }) };
}

const RUNS = process.env.KUBEMIN_TEST_FULL === '1' ? 600 : 120;

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ controllers: false });
});
afterAll(() => cluster.close());

it('KC-RES-1: the server takes exactly the objects that the declared schema takes', async () => {
  let count = 0;
  const cases = anySchema.chain(({ schema, values }) =>
    fc.tuple(
      fc.constant(schema),
      fc.array(fc.oneof({ weight: 4, arbitrary: values }, { weight: 1, arbitrary: odd }), {
        minLength: 1,
        maxLength: 5,
      }),
    ),
  );
  await fc.assert(
    fc.asyncProperty(cases, async ([schema, values]) => {
      count += 1;
      const resource: CustomResource = defineCustomResource({
        group: 'try.example.com',
        version: 'v1',
        kind: `Try${count}`,
        scope: 'Cluster',
        description: 'Tried once.',
        controllerType: '',
        spec: z.object({ value: schema }),
      });
      await installDefinitions(cluster.client, [resource], {
        clock: systemClock,
        signal: new AbortController().signal,
      });
      for (const value of values) {
        expect([await isTaken(resource, value), value]).toEqual([schema.safeParse(value).success, value]);
      }
      const definitions = cluster.client.resource(apiextensions.v1.customresourcedefinitions);
      await definitions.delete(resource.definition.metadata.name ?? '');
    }),
    { numRuns: RUNS },
  );
});

async function isTaken(resource: CustomResource, value: unknown): Promise<boolean> {
  const { kind } = resource;
  const object: KubeObject & { readonly spec: object } = {
    apiVersion: 'try.example.com/v1',
    kind,
    metadata: { name: 'tried' },
    spec: { value },
  };
  try {
    await cluster.client.resource(resource).create(object, { dryRun: true });
    return true;
  } catch (error) {
    expect(error).toMatchObject({ httpCode: 422 });
    return false;
  }
}
