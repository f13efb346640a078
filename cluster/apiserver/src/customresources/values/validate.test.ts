import type { JsonObject, JsonValue } from '@kubemin/kubeapi';
import { describe, expect, it } from 'vitest';
import { readSchema } from '../schema/schema-reader.ts';
import { validateValue } from './validate.ts';

function schemaWithX(x: JsonObject) {
  const { schema, errors } = readSchema(
    { type: 'object', properties: { spec: { type: 'object', properties: { x } } } },
    '',
  );
  expect(errors).toEqual([]);
  return schema;
}

function problems(x: JsonObject, value: JsonValue, old?: JsonValue): readonly string[] {
  const before = old === undefined ? undefined : { spec: { x: old } };
  return validateValue(schemaWithX(x), { spec: { x: value } }, { old: before }).map(
    ({ field, message }) => `${field}: ${message}`,
  );
}

describe('validation', () => {
  it.each<[string, JsonObject, JsonValue, string]>([
    [
      'a type',
      { type: 'integer' },
      'a',
      'spec.x: Invalid value: "string": spec.x in body must be of type integer: "string"',
    ],
    [
      'whole numbers',
      { type: 'integer' },
      1.5,
      'spec.x: Invalid value: "number": spec.x in body must be of type integer: "number"',
    ],
    ['null', { type: 'string' }, null, 'spec.x: Invalid value: "null": spec.x in body must be of type string: "null"'],
    [
      'int-or-string',
      { 'x-kubernetes-int-or-string': true },
      true,
      'spec.x: Invalid value: "boolean": spec.x in body must be of type integer,string: "boolean"',
    ],
    [
      'required',
      { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
      {},
      'spec.x.a: Required value',
    ],
    ['enum', { type: 'string', enum: ['a', 'b'] }, 'c', 'spec.x: Unsupported value: "c": supported values: "a", "b"'],
    [
      'enum of objects',
      { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, enum: [{ a: 1 }] },
      { a: 2 },
      'spec.x: Unsupported value: {"a":2}: supported values: "{\\"a\\":1}"',
    ],
    [
      'maximum',
      { type: 'integer', maximum: 10 },
      11,
      'spec.x: Invalid value: 11: spec.x in body should be less than or equal to 10',
    ],
    [
      'exclusiveMaximum',
      { type: 'integer', maximum: 10, exclusiveMaximum: true },
      10,
      'spec.x: Invalid value: 10: spec.x in body should be less than 10',
    ],
    [
      'minimum',
      { type: 'number', minimum: 0.5 },
      0.1,
      'spec.x: Invalid value: 0.1: spec.x in body should be greater than or equal to 0.5',
    ],
    [
      'exclusiveMinimum',
      { type: 'integer', minimum: 0, exclusiveMinimum: true },
      0,
      'spec.x: Invalid value: 0: spec.x in body should be greater than 0',
    ],
    [
      'multipleOf',
      { type: 'number', multipleOf: 0.1 },
      0.35,
      'spec.x: Invalid value: 0.35: spec.x in body should be a multiple of 0.1',
    ],
    ['maxLength', { type: 'string', maxLength: 2 }, 'abc', 'spec.x: Too long: may not be more than 2 bytes'],
    [
      'minLength',
      { type: 'string', minLength: 2 },
      'a',
      'spec.x: Invalid value: "a": spec.x in body should be at least 2 chars long',
    ],
    [
      'pattern',
      { type: 'string', pattern: '^a+$' },
      'b',
      `spec.x: Invalid value: "b": spec.x in body should match '^a+$'`,
    ],
    [
      'format',
      { type: 'string', format: 'ipv4' },
      'b',
      'spec.x: Invalid value: "b": spec.x in body must be of type ipv4: "b"',
    ],
    [
      'int32',
      { type: 'integer', format: 'int32' },
      2 ** 31,
      'spec.x: Invalid value: 2147483648: spec.x in body must be of type int32: "2147483648"',
    ],
    [
      'maxItems',
      { type: 'array', items: { type: 'integer' }, maxItems: 1 },
      [1, 2],
      'spec.x: Too many: 2: must have at most 1 items',
    ],
    [
      'minItems',
      { type: 'array', items: { type: 'integer' }, minItems: 1 },
      [],
      'spec.x: Invalid value: 0: spec.x in body should have at least 1 items',
    ],
    [
      'items',
      { type: 'array', items: { type: 'object', properties: { a: { type: 'boolean' } } } },
      [{}, { a: 1 }],
      'spec.x[1].a: Invalid value: "integer": spec.x[1].a in body must be of type boolean: "integer"',
    ],
    [
      'maxProperties',
      { type: 'object', additionalProperties: { type: 'integer' }, maxProperties: 1 },
      { a: 1, b: 2 },
      'spec.x: Too many: 2: must have at most 1 items',
    ],
    [
      'minProperties',
      { type: 'object', additionalProperties: { type: 'integer' }, minProperties: 1 },
      {},
      'spec.x: Invalid value: 0: spec.x in body should have at least 1 properties',
    ],
    [
      'additionalProperties',
      { type: 'object', additionalProperties: { type: 'integer' } },
      { a: 'b' },
      'spec.x.a: Invalid value: "string": spec.x.a in body must be of type integer: "string"',
    ],
    [
      'not',
      { type: 'string', not: { enum: ['a'] } },
      'a',
      '<nil>: Invalid value: "": "spec.x" must not validate the schema (not)',
    ],
    [
      'sets',
      { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
      ['a', 'b', 'a', 'a'],
      'spec.x[2]: Duplicate value: "a"',
    ],
    [
      'lists that are maps',
      {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['a', 'b'],
        items: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'integer' }, c: { type: 'string' } } },
      },
      [
        { a: 'x', b: 1, c: '1' },
        { b: 1, a: 'x', c: '2' },
      ],
      'spec.x[1]: Duplicate value: {"a":"x","b":1}',
    ],
    [
      'embedded objects',
      { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
      { apiVersion: 'v1' },
      'spec.x.kind: Required value: must not be empty',
    ],
  ])('checks %s', (_name, x, value, problem) => {
    expect(problems(x, value)).toEqual([problem]);
  });

  it.each<[string, JsonObject, JsonValue]>([
    ['integers as numbers', { type: 'number' }, 1],
    ['null where it is allowed', { type: 'string', nullable: true, minLength: 3 }, null],
    ['null where anything is allowed', { 'x-kubernetes-preserve-unknown-fields': true }, null],
    ['characters, not UTF-16 units', { type: 'string', maxLength: 2 }, '😀😀'],
    [
      'equal objects in another order',
      { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, enum: [{ a: 1, b: 2 }] },
      { b: 2, a: 1 },
    ],
    ['multiples that binary cannot hold', { type: 'number', multipleOf: 0.1 }, 0.3],
    ['patterns anywhere in the text', { type: 'string', pattern: 'b' }, 'abc'],
  ])('accepts %s', (_name, x, value) => {
    expect(problems(x, value)).toEqual([]);
  });

  it('counts the valid alternatives of oneOf and shows the nearest failure', () => {
    const x = { type: 'string', oneOf: [{ pattern: '^a' }, { pattern: 'b$' }] };
    expect(problems(x, 'ab')).toEqual([
      '<nil>: Invalid value: "": "spec.x" must validate one and only one schema (oneOf). Found 2 valid alternatives',
    ]);
    expect(problems(x, 'c')).toEqual([
      '<nil>: Invalid value: "": "spec.x" must validate one and only one schema (oneOf). Found none valid',
      `spec.x: Invalid value: "c": spec.x in body should match '^a'`,
    ]);
    expect(problems(x, 'a')).toEqual([]);
  });

  it('checks anyOf and allOf', () => {
    expect(problems({ type: 'integer', anyOf: [{ minimum: 5 }, { maximum: 1 }] }, 3)[0]).toBe(
      '<nil>: Invalid value: "": "spec.x" must validate at least one schema (anyOf)',
    );
    expect(problems({ type: 'integer', allOf: [{ minimum: 5 }, { maximum: 10 }] }, 3)).toEqual([
      '<nil>: Invalid value: "": "spec.x" must validate all the schemas (allOf)',
      'spec.x: Invalid value: 3: spec.x in body should be greater than or equal to 5',
    ]);
  });

  it('lets an update pass that leaves an invalid value as it was', () => {
    const x = {
      type: 'object',
      properties: { a: { type: 'string', maxLength: 1 }, b: { type: 'string', maxLength: 1 } },
    };
    expect(problems(x, { a: 'long', b: 'y' }, { a: 'long', b: 'x' })).toEqual([]);
    expect(problems(x, { a: 'longer', b: 'y' }, { a: 'long', b: 'x' })).toHaveLength(1);
  });

  it('finds the item before by its key, not by its place', () => {
    const x = {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k'],
      items: { type: 'object', properties: { k: { type: 'string' }, v: { type: 'string', maxLength: 1 } } },
    };
    const kept = { k: 'a', v: 'long' };
    expect(problems(x, [{ k: 'b', v: 'x' }, kept], [kept])).toEqual([]);
    expect(problems(x, [{ k: 'b', v: 'long' }], [kept])).toHaveLength(1);
  });
});
