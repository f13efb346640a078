import type { JsonObject, JsonValue } from '@kubemin/kubeapi';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultProblems } from '../definition/version-problems.ts';
import { readSchema } from '../schema/schema-reader.ts';
import type { StructuralSchema } from '../schema/structural-schema.ts';
import { fillObjectDefaults } from './fill-defaults.ts';
import { pruneObject } from './prune.ts';
import { validateValue } from './validate.ts';

const names = fc.constantFrom('a', 'b', 'c', 'metadata', 'kind', '__proto__', 'constructor');

const json: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<JsonValue>(null, true, 0, 1.5, -7, '', 'a', 'text'),
    fc.array(tie('value'), { maxLength: 3 }),
    objects(tie('value')),
  ),
})).value;

/** With own properties only, also for `__proto__`. */
function objects<T extends JsonValue>(values: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> {
  return fc.array(fc.tuple(names, values), { maxLength: 4 }).map((entries) => Object.fromEntries(entries));
}

const object: fc.Arbitrary<JsonObject> = objects(json);

interface Node extends Record<string, JsonValue> {}

/** Schemas that are mostly structural, with defaults of any kind. */
const structural: fc.Arbitrary<Node> = fc.letrec<{ node: Node }>((tie) => {
  const extras = fc.record({ nullable: fc.boolean(), default: json }, { requiredKeys: [] });
  const scalar = fc.oneof(
    fc.record(
      { type: fc.constant('string'), maxLength: fc.nat(4), pattern: fc.constantFrom('^a', 'x+', '.*') },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      { type: fc.constantFrom('integer', 'number'), minimum: fc.integer({ min: -9, max: 9 }) },
      { requiredKeys: ['type'] },
    ),
    fc.constant({ type: 'boolean' }),
    fc.constant({ 'x-kubernetes-int-or-string': true }),
    fc.constant({ 'x-kubernetes-preserve-unknown-fields': true }),
  );
  const list = fc.record(
    {
      type: fc.constant('array'),
      items: tie('node'),
      maxItems: fc.nat(3),
      'x-kubernetes-list-type': fc.constantFrom('atomic', 'set'),
    },
    { requiredKeys: ['type', 'items'] },
  );
  const struct = fc.record(
    {
      type: fc.constant('object'),
      properties: objects(tie('node')),
      required: fc.array(names, { maxLength: 2 }),
      'x-kubernetes-preserve-unknown-fields': fc.constant(true),
      anyOf: fc.array(fc.record({ required: fc.array(names, { maxLength: 1 }) }), { maxLength: 2 }),
    },
    { requiredKeys: ['type', 'properties'] },
  );
  const map = fc.record({ type: fc.constant('object'), additionalProperties: tie('node') });
  const any: fc.Arbitrary<Node> = fc.oneof({ maxDepth: 3 }, scalar, list, struct, map);
  return { node: fc.tuple(any, extras).map(([node, extra]) => ({ ...node, ...extra })) };
}).node;

const roots = objects(structural).map((properties) => ({ type: 'object', properties }));

/** Only schemas the server would take. */
const accepted: fc.Arbitrary<StructuralSchema> = roots
  .map((root) => readSchema(root, ''))
  .filter(({ schema, errors }) => errors.length === 0 && defaultProblems(schema, '').length === 0)
  .map(({ schema }) => schema);

describe('random schemas and values', () => {
  it('are read, pruned, defaulted and validated without a throw, whatever they are', () => {
    fc.assert(
      fc.property(fc.oneof(json, roots), object, json, (root, value, old) => {
        const { schema } = readSchema(root, '');
        defaultProblems(schema, '');
        validateValue(schema, fillObjectDefaults(schema, pruneObject(schema, value).value), { old });
      }),
    );
  });

  it('reach a fixed point: pruning and defaulting again changes nothing', () => {
    fc.assert(
      fc.property(accepted, object, (schema, value) => {
        const normal = (given: JsonObject): JsonObject => fillObjectDefaults(schema, pruneObject(schema, given).value);
        const once = normal(value);
        expect(normal(once)).toEqual(once);
        expect(pruneObject(schema, once).dropped).toEqual([]);
      }),
    );
  });

  it('never make a field invalid by defaulting it', () => {
    fc.assert(
      fc.property(accepted, (schema) => {
        const defaulted = fillObjectDefaults(schema, {});
        const ofDefaults = validateValue({ ...schema, rules: [], anyOf: [] }, defaulted);
        expect(ofDefaults).toEqual([]);
      }),
    );
  });

  it('are valid again after an update that changes nothing', () => {
    fc.assert(
      fc.property(accepted, object, (schema, value) => {
        expect(validateValue(schema, value, { old: structuredClone(value) })).toEqual([]);
      }),
    );
  });
});
