import { describe, expect, it } from 'vitest';
import { readSchema } from './schema-reader.ts';

const ROOT = 'schema';

/** All problems of a schema as one line each. */
function problems(schema: unknown): readonly string[] {
  return readSchema(schema, ROOT).errors.map(({ field, message }) => `${field}: ${message}`);
}

/** A root schema with one property `x`. */
function withX(x: unknown, more: Readonly<Record<string, unknown>> = {}): unknown {
  return { type: 'object', properties: { x }, ...more };
}

const X = `${ROOT}.properties[x]`;
const text = { type: 'string' };
const intOrStringAnyOf = [{ type: 'integer' }, { type: 'string' }];

describe('a structural schema', () => {
  it.each([
    ['the usual object', withX({ type: 'object', properties: { a: text }, required: ['a'] })],
    ['a map', withX({ type: 'object', additionalProperties: text })],
    ['nested lists', withX({ type: 'array', items: { type: 'array', items: text } })],
    ['int-or-string', withX({ 'x-kubernetes-int-or-string': true })],
    ['int-or-string by anyOf', withX({ 'x-kubernetes-int-or-string': true, anyOf: intOrStringAnyOf })],
    [
      'int-or-string by allOf and anyOf',
      withX({ 'x-kubernetes-int-or-string': true, allOf: [{ anyOf: intOrStringAnyOf }, { pattern: '^x' }] }),
    ],
    ['anything at all', withX({ 'x-kubernetes-preserve-unknown-fields': true })],
    [
      'an embedded object',
      withX({ type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true }),
    ],
    [
      'a restricted name',
      {
        type: 'object',
        properties: { metadata: { type: 'object', properties: { name: { type: 'string', maxLength: 9 } } } },
      },
    ],
    [
      'junctors over what is specified',
      withX(text, { anyOf: [{ required: ['x'] }, { properties: { x: { pattern: 'a' } } }] }),
    ],
    [
      'a list that is a map',
      withX({
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['name'],
        items: { type: 'object', properties: { name: text }, required: ['name'] },
      }),
    ],
    ['properties with further ones allowed', withX(text, { additionalProperties: undefined })],
    ['a field called __proto__', JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}')],
  ])('may be %s', (_name, schema) => {
    expect(problems(schema)).toEqual([]);
  });

  it.each([
    ['no type at the root', {}, `${ROOT}.type: Required value: must not be empty at the root`],
    ['no type of a field', withX({}), `${X}.type: Required value: must not be empty for specified object fields`],
    [
      'no type of items',
      withX({ type: 'array', items: {} }),
      `${X}.items.type: Required value: must not be empty for specified array items`,
    ],
    [
      'another type at the root',
      { type: 'string' },
      `${ROOT}.type: Invalid value: "string": must be object at the root`,
    ],
    [
      'an unknown type',
      withX({ type: 'date' }),
      `${X}.type: Unsupported value: "date": supported values: "array", "boolean", "integer", "number", "object", "string"`,
    ],
    [
      'the type null',
      withX({ type: 'null' }),
      `${X}.type: Forbidden: type cannot be set to null, use nullable as an alternative`,
    ],
    ['an array without items', withX({ type: 'array' }), `${X}.items: Required value: must be specified`],
    [
      'a tuple',
      withX({ type: 'array', items: [text] }),
      `${X}.items: Forbidden: items must be a schema object and not an array`,
    ],
    ['$ref', withX({ type: 'object', $ref: '#/definitions/a' }), `${X}.$ref: Forbidden: $ref is not supported`],
    [
      'definitions',
      withX(text, { definitions: { a: text } }),
      `${ROOT}.definitions: Forbidden: definitions is not supported`,
    ],
    [
      'patternProperties',
      withX({ type: 'object', patternProperties: { a: text } }),
      `${X}.patternProperties: Forbidden: patternProperties is not supported`,
    ],
    [
      'uniqueItems',
      withX({ type: 'array', items: text, uniqueItems: true }),
      `${X}.uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic`,
    ],
    [
      'properties and additionalProperties',
      withX({ type: 'object', properties: { a: text }, additionalProperties: text }),
      `${X}.additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive`,
    ],
    [
      'additionalProperties at the root',
      { type: 'object', additionalProperties: text },
      `${ROOT}.additionalProperties: Forbidden: must not be used at the root`,
    ],
    [
      'nullable at the root',
      { type: 'object', nullable: true },
      `${ROOT}.nullable: Forbidden: nullable cannot be true at the root`,
    ],
    [
      'a type inside a junctor',
      withX(text, { anyOf: [{ properties: { x: text } }] }),
      `${ROOT}.anyOf[0].properties[x].type: Forbidden: must be empty to be structural`,
    ],
    [
      'a default inside a junctor',
      withX(text, { not: { default: {} } }),
      `${ROOT}.not.default: Forbidden: must be undefined to be structural`,
    ],
    [
      'a description inside a junctor',
      withX(text, { allOf: [{ description: 'a' }] }),
      `${ROOT}.allOf[0].description: Forbidden: must be empty to be structural`,
    ],
    [
      'a junctor about something unspecified',
      withX(text, { oneOf: [{ properties: { y: { pattern: 'a' } } }] }),
      `${ROOT}.properties[y]: Required value: because it is defined in ${ROOT}.oneOf[0].properties[y]`,
    ],
    [
      'metadata inside a junctor',
      { type: 'object', properties: { metadata: { type: 'object' } }, allOf: [{ properties: { metadata: {} } }] },
      `${ROOT}.allOf[0].properties[metadata]: Forbidden: must not be specified in a nested context`,
    ],
    [
      'metadata with labels',
      { type: 'object', properties: { metadata: { type: 'object', properties: { labels: { type: 'object' } } } } },
      `${ROOT}.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified`,
    ],
    [
      'a default in metadata',
      {
        type: 'object',
        properties: { metadata: { type: 'object', properties: { name: { type: 'string', default: 'a' } } } },
      },
      `${ROOT}.properties[metadata].properties[name].default: Forbidden: must not be set in top-level metadata`,
    ],
    [
      'apiVersion of another type',
      { type: 'object', properties: { apiVersion: { type: 'integer' } } },
      `${ROOT}.properties[apiVersion].type: Invalid value: "integer": must be string`,
    ],
    [
      'preserve-unknown-fields: false',
      withX({ type: 'object', 'x-kubernetes-preserve-unknown-fields': false }),
      `${X}.x-kubernetes-preserve-unknown-fields: Invalid value: false: must be true or undefined`,
    ],
    [
      'int-or-string that keeps unknown fields',
      withX({ 'x-kubernetes-int-or-string': true, 'x-kubernetes-preserve-unknown-fields': true }),
      `${X}.x-kubernetes-preserve-unknown-fields: Invalid value: true: must be false if x-kubernetes-int-or-string is true`,
    ],
    [
      'an embedded object that is none',
      withX({ type: 'string', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true }),
      `${X}.type: Invalid value: "string": must be object if x-kubernetes-embedded-resource is true`,
    ],
    [
      'an embedded object that is empty',
      withX({ type: 'object', 'x-kubernetes-embedded-resource': true }),
      `${X}.properties: Required value: must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields`,
    ],
    [
      'a list type of an object',
      withX({ type: 'object', 'x-kubernetes-list-type': 'set' }),
      `${X}.type: Invalid value: "object": must be array if x-kubernetes-list-type is specified`,
    ],
    [
      'an unknown list type',
      withX({ type: 'array', items: text, 'x-kubernetes-list-type': 'bag' }),
      `${X}.x-kubernetes-list-type: Unsupported value: "bag": supported values: "atomic", "set", "map"`,
    ],
    [
      'a set of objects that merge',
      withX({ type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'object' } }),
      `${X}.items.x-kubernetes-map-type: Invalid value: "null": must be atomic as item of a list with x-kubernetes-list-type=set`,
    ],
    [
      'a map list without keys',
      withX({ type: 'array', 'x-kubernetes-list-type': 'map', items: { type: 'object' } }),
      `${X}.x-kubernetes-list-map-keys: Required value: must not be empty if x-kubernetes-list-type is map`,
    ],
    [
      'map keys without a map list',
      withX({ type: 'array', items: text, 'x-kubernetes-list-map-keys': ['a'] }),
      `${X}.x-kubernetes-list-type: Required value: must be map if x-kubernetes-list-map-keys is non-empty`,
    ],
    [
      'a map key that is no property',
      withX({
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['a'],
        items: { type: 'object' },
      }),
      `${X}.x-kubernetes-list-map-keys: Invalid value: ["a"]: entries must all be names of item properties`,
    ],
    [
      'a map type of a list',
      withX({ type: 'array', items: text, 'x-kubernetes-map-type': 'atomic' }),
      `${X}.type: Invalid value: "array": must be object if x-kubernetes-map-type is specified`,
    ],
    [
      'a keyword of the wrong type',
      withX({ type: 'string', maxLength: 'long' }),
      `${X}.maxLength: Invalid value: "long": must be a number`,
    ],
    ['a schema that is none', withX(7), `${X}: Invalid value: 7: must be a schema object`],
    [
      'a CEL rule without text',
      withX({ type: 'string', 'x-kubernetes-validations': [{ message: 'a' }] }),
      `${X}.x-kubernetes-validations[0].rule: Required value: rule is not specified`,
    ],
  ])('must not have %s', (_name, schema, problem) => {
    expect(problems(schema)).toEqual([problem]);
  });

  it('reports all problems at once', () => {
    expect(problems({ properties: { a: {}, b: { type: 'array' } } })).toHaveLength(3);
  });

  it('refuses a pattern that RE2 cannot match in linear time', () => {
    const [problem] = problems(withX({ type: 'string', pattern: '(a)\\1' }));
    expect(problem).toMatch(/^schema\.properties\[x\]\.pattern: Invalid value: .*: must be a valid regular expression/);
  });

  it('warns of an unknown format, and accepts the schema', () => {
    const { errors, warnings } = readSchema(withX({ type: 'string', format: 'colour' }), ROOT);
    expect(errors).toEqual([]);
    expect(warnings).toEqual(['unrecognized format "colour"']);
  });

  it('reports once that the schema is too deep, and reads no further', () => {
    let schema: unknown = { type: 'string' };
    for (let level = 0; level < 5000; level += 1) schema = { type: 'array', items: schema };
    const found = problems(withX(schema)).filter((problem) => problem.includes('nest deeper'));
    expect(found).toHaveLength(1);
  });

  it('keeps CEL rules as they are written', () => {
    const rule = { rule: 'self.x > 1', message: 'too small' };
    expect(readSchema({ type: 'object', 'x-kubernetes-validations': [rule] }, ROOT).schema.celRules).toEqual([rule]);
  });
});
