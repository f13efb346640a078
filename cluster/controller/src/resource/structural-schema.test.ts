import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { defineCustomResource, type ObjectOf } from './custom-resource.ts';
import { structuralSchema } from './structural-schema.ts';

test('zod schemas are converted to schemas of definitions', () => {
  const schema = z.object({
    name: z.string().min(1).meta({ description: 'who' }),
    count: z.int().default(2),
    port: z.union([z.int(), z.string()]),
    at: z.iso.datetime(),
    mood: z.enum(['good', 'bad']).nullable(),
    anything: z.unknown(),
    free: z.record(z.string(), z.unknown()),
    sizes: z.record(z.string(), z.number().positive()),
    strict: z.strictObject({ a: z.literal('x').optional() }).optional(),
    list: z.array(z.looseObject({ b: z.boolean() })),
  });
  expect(structuralSchema(schema, 'spec')).toEqual({
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 1, description: 'who' },
      count: { type: 'integer', default: 2 },
      port: { 'x-kubernetes-int-or-string': true },
      at: { type: 'string', format: 'date-time' },
      mood: { type: 'string', enum: ['good', 'bad'], nullable: true },
      anything: { 'x-kubernetes-preserve-unknown-fields': true },
      free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      sizes: { type: 'object', additionalProperties: { type: 'number', minimum: 0, exclusiveMinimum: true } },
      strict: { type: 'object', properties: { a: { type: 'string', enum: ['x'] } } },
      list: {
        type: 'array',
        items: {
          type: 'object',
          properties: { b: { type: 'boolean' } },
          required: ['b'],
          'x-kubernetes-preserve-unknown-fields': true,
        },
      },
    },
    required: ['name', 'port', 'at', 'mood', 'anything', 'free', 'sizes', 'list'],
  });
});

const recursive: z.ZodType = z.object({
  get inner() {
    return recursive.optional();
  },
});

test.each([
  ['spec.a.b', z.object({ a: z.object({ b: z.date() }) })],
  ['spec.list.[]', z.object({ list: z.array(z.tuple([z.string()])) })],
  ['spec.map.*', z.object({ map: z.record(z.string(), z.bigint()) })],
  ['spec.properties', z.object({ properties: z.set(z.string()) })],
  ['spec.text', z.object({ text: z.string().transform(Number) })],
  ['spec.either', z.object({ either: z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]) })],
  ['spec.tree', z.object({ tree: recursive })],
])('what no server could check is refused at %s', (field, schema) => {
  expect(() => structuralSchema(schema, 'spec')).toThrow(
    expect.objectContaining({
      code: 'RESOURCE_SCHEMA_UNSUPPORTED',
      message: expect.stringContaining(`${field}: `),
    }),
  );
});

test('a declaration gives the resource, its definition and the type of its objects', () => {
  const greetings = defineCustomResource({
    group: 'example.com',
    version: 'v1',
    kind: 'Greeting',
    prefix: 'gr',
    shortNames: ['gr', 'hello'],
    scope: 'Namespaced',
    description: 'A greeting.',
    controllerType: 'generic',
    spec: z.object({ to: z.string(), times: z.int().default(1) }),
    status: z.object({ greeted: z.array(z.string()).optional() }),
  });
  expect(greetings).toMatchObject({
    plural: 'greetings',
    singular: 'greeting',
    shortNames: ['gr', 'hello'],
    namespaced: true,
    subresources: [{ name: 'status' }],
    definition: {
      metadata: { name: 'greetings.example.com' },
      spec: { versions: [{ name: 'v1', subresources: { status: {} } }] },
    },
  });
  expect(Object.isFrozen(greetings.definition.spec.versions)).toBe(true);
  type Greeting = ObjectOf<typeof greetings>;
  expectTypeOf<Greeting['spec']>().toEqualTypeOf<{ readonly to: string; readonly times: number }>();
  expectTypeOf<NonNullable<Greeting['status']>['greeted']>().toEqualTypeOf<readonly string[] | undefined>();
});
