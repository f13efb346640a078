import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonFaultOffset } from './json-text.ts';

test.each([
  ['{"a": ?}', 6],
  ['{"a" 1}', 5],
  ['{"a": 1,}', 8],
  ['{a: 1}', 1],
  ['[1, 2', 5],
  ['[1 2]', 3],
  ['{"a": tru}', 6],
  ['{"a": "x\ny"}', 8],
  ['"unfinished', 11],
  ['"bad \\x"', 5],
  ['{} {}', 3],
  ['[01]', 1],
  [']', 0],
  ['[}', 1],
])('the fault in %j is at offset %i', (text, offset) => {
  expect(jsonFaultOffset(text)).toBe(offset);
});

test('a text that is JSON has no fault before its end, and loses that when it is cut', () => {
  const compound = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()));
  fc.assert(
    fc.property(compound, fc.nat(), (value, cut) => {
      const text = JSON.stringify(value, undefined, cut % 3);
      expect(jsonFaultOffset(text)).toBe(text.length);
      // What is there of a cut text may still go on, except for a scalar or an escape that the cut went through.
      const half = text.slice(0, cut % text.length);
      expect(jsonFaultOffset(half)).toBeGreaterThanOrEqual(half.search(/(?:[\w.+-]+|"[^"]*)?$/));
    }),
  );
});

test('a text that nests as deep as it is long is no trouble', () => {
  const deep = '['.repeat(200_000);
  expect(jsonFaultOffset(deep)).toBe(deep.length);
});
