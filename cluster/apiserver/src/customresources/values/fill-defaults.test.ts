import type { JsonObject } from '@kubemin/kubeapi';
import { describe, expect, it } from 'vitest';
import { defaultProblems } from '../definition/version-problems.ts';
import { readSchema } from '../schema/schema-reader.ts';
import { fillObjectDefaults } from './fill-defaults.ts';

function filled(properties: JsonObject, value: JsonObject): JsonObject {
  const { schema, errors } = readSchema({ type: 'object', properties }, '');
  expect(errors).toEqual([]);
  return fillObjectDefaults(schema, value);
}

describe('defaulting', () => {
  it('fills in what is missing, and leaves what is there', () => {
    const properties = { a: { type: 'string', default: 'x' }, b: { type: 'integer', default: 0 } };
    expect(filled(properties, { b: 7 })).toEqual({ a: 'x', b: 7 });
  });

  it('does not create objects without a default', () => {
    const properties = { spec: { type: 'object', properties: { a: { type: 'string', default: 'x' } } } };
    expect(filled(properties, {})).toEqual({});
    expect(filled(properties, { spec: {} })).toEqual({ spec: { a: 'x' } });
  });

  it('fills in what a default leaves out itself', () => {
    const properties = {
      spec: { type: 'object', default: {}, properties: { a: { type: 'string', default: 'x' } } },
    };
    expect(filled(properties, {})).toEqual({ spec: { a: 'x' } });
  });

  it('reaches into lists and maps', () => {
    const item = { type: 'object', properties: { a: { type: 'string', default: 'x' } } };
    const properties = { list: { type: 'array', items: item }, map: { type: 'object', additionalProperties: item } };
    expect(filled(properties, { list: [{}, { a: 'y' }], map: { one: {} } })).toEqual({
      list: [{ a: 'x' }, { a: 'y' }],
      map: { one: { a: 'x' } },
    });
  });

  it('takes null for "not set" where null is not allowed', () => {
    const properties = {
      defaulted: { type: 'string', default: 'x' },
      plain: { type: 'string' },
      nullable: { type: 'string', nullable: true, default: 'x' },
    };
    expect(filled(properties, { defaulted: null, plain: null, nullable: null })).toEqual({
      defaulted: 'x',
      nullable: null,
    });
  });
});

describe('a default', () => {
  const problems = (x: JsonObject): readonly string[] => {
    const { schema } = readSchema({ type: 'object', properties: { x } }, 's');
    return defaultProblems(schema, 's').map(({ field, message }) => `${field}: ${message}`);
  };

  it('must be what the schema allows', () => {
    expect(problems({ type: 'integer', minimum: 3, default: 1 })).toEqual([
      's.properties[x].default: Invalid value: 1:  in body should be greater than or equal to 3',
    ]);
    expect(problems({ type: 'integer', default: 'a' })).toEqual([
      's.properties[x].default: Invalid value: "string":  in body must be of type integer: "string"',
    ]);
    expect(problems({ type: 'object', properties: { a: { type: 'string' } }, default: { a: 1 } })).toEqual([
      's.properties[x].default.a: Invalid value: "integer": a in body must be of type string: "integer"',
    ]);
  });

  it('must not have fields that would be pruned', () => {
    expect(problems({ type: 'object', default: { a: 1 } })).toEqual([
      's.properties[x].default: Invalid value: {"a":1}: must not have unknown fields',
    ]);
  });

  it('is looked for in lists and maps, too', () => {
    const wrong = { type: 'string', default: 1 };
    expect(problems({ type: 'array', items: { type: 'object', additionalProperties: wrong } })).toHaveLength(1);
  });
});
