import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deepEqual, deepFreeze } from './json.ts';

describe('deepEqual', () => {
  test('a value equals its own copy, whatever the order of keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(deepEqual(value, JSON.parse(JSON.stringify(value)))).toBe(true);
        if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
          expect(deepEqual(value, Object.fromEntries(Object.entries(value).reverse()))).toBe(true);
        }
      }),
    );
  });

  test('two values are equal exactly when their JSON with sorted keys is', () => {
    const small = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom(null, true, 0, 1, '', 'a'),
        fc.array(tie('value'), { maxLength: 2 }),
        fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), tie('value'), { maxKeys: 2 }),
      ),
    })).value;
    fc.assert(
      fc.property(small, small, (a, b) => {
        expect(deepEqual(a, b)).toBe(sortedJson(a) === sortedJson(b));
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    [{ a: 1 }, { a: 1, b: undefined }, true],
    [{ a: 1 }, { a: 1, b: null }, false],
    [{ a: 1, b: 2 }, { a: 1 }, false],
    [{}, [], false],
    [[1], [1, 2], false],
    [{ constructor: 1 }, {}, false],
    [JSON.parse('{"__proto__":1}'), {}, false],
  ])('%j and %j: %s', (a, b, equal) => {
    expect([deepEqual(a, b), deepEqual(b, a)]).toEqual([equal, equal]);
  });
});

describe('deepFreeze', () => {
  test('nothing inside can be changed any more', () => {
    const pod = deepFreeze({ metadata: { labels: { app: 'web' } }, list: [{ a: 1 }] });
    expect(Object.isFrozen(pod.metadata.labels) && Object.isFrozen(pod.list[0])).toBe(true);
    expect(() => pod.list.push({ a: 2 })).toThrow(TypeError);
  });
});

function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${sortedJson(inner)}`).join()}}`;
}
