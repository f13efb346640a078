import type { JsonObject, JsonValue } from '@kubemin/kubeapi';
import { describe, expect, it } from 'vitest';
import { readSchema } from '../schema/schema-reader.ts';
import { validateValue } from './validate.ts';

function read(schema: JsonObject) {
  const reading = readSchema(schema, '');
  expect(reading.errors).toEqual([]);
  return reading.schema;
}

const TOO_MUCH = /the object is too large for its schema: checking it takes more than \d+ steps/;

describe('hostile schemas and objects', () => {
  it('end with a refusal when alternatives multiply', () => {
    // Two alternatives at each of 14 levels: thousands of evaluations of one small value.
    let branch: JsonObject = { enum: ['never'] };
    for (let level = 0; level < 14; level += 1) branch = { anyOf: [branch, branch] };
    const [problem, ...more] = validateValue(
      read({ type: 'object', properties: { x: { type: 'string', ...branch } } }),
      { x: 'a' },
      { maxSteps: 10_000 },
    );
    expect(more).toEqual([]);
    expect(problem?.message).toMatch(TOO_MUCH);
  });

  it('end with a refusal when long lists meet many conditions', () => {
    const allOf = Array.from({ length: 1000 }, (_, index) => ({ not: { enum: [`v${index}`] } }));
    const schema = read({
      type: 'object',
      properties: { list: { type: 'array', items: { type: 'string', allOf } } },
    });
    const list = Array.from({ length: 10_000 }, () => 'x');
    const [problem] = validateValue(schema, { list }, { maxSteps: 1_000_000 });
    expect(problem?.message).toMatch(TOO_MUCH);
  });

  it('count large enumerations as the work they are', () => {
    const values = Array.from({ length: 2000 }, (_, index) => ({ a: { b: index } }));
    const item = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, not: { enum: values } };
    const schema = read({ type: 'object', properties: { list: { type: 'array', items: item } } });
    const list: JsonValue = Array.from({ length: 1000 }, () => ({ a: { b: -1 } }));
    const [problem] = validateValue(schema, { list }, { maxSteps: 1_000_000 });
    expect(problem?.message).toMatch(TOO_MUCH);
  });

  it('cannot make a pattern backtrack', () => {
    const schema = read({ type: 'object', properties: { x: { type: 'string', pattern: '^(a+)+$' } } });
    // Exponential for a backtracking engine: this would never come back.
    expect(validateValue(schema, { x: `${'a'.repeat(50_000)}!` })).toHaveLength(1);
  });

  it('cannot make a pattern explode, nor a match of a long text with a large pattern', () => {
    const exploding = { type: 'object', properties: { x: { type: 'string', pattern: '((a{100}){100}){100}' } } };
    expect(readSchema(exploding, '').errors).toHaveLength(1);
    const long = { type: 'object', properties: { x: { type: 'string', pattern: 'a'.repeat(10_001) } } };
    expect(readSchema(long, '').errors).toHaveLength(1);
    const schema = read({ type: 'object', properties: { x: { type: 'string', pattern: '(?:x?y?){1000}$' } } });
    expect(validateValue(schema, { x: 'z'.repeat(100_000) })).toMatchObject([{ reason: 'FieldValueTooLong' }]);
  });

  it('list no more than a hundred problems', () => {
    const schema = read({ type: 'object', properties: { list: { type: 'array', items: { type: 'string' } } } });
    expect(validateValue(schema, { list: Array.from({ length: 10_000 }, () => 1) })).toHaveLength(100);
  });
});
