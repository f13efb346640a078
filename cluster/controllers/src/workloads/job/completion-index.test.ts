import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatIndexes, parseIndexes } from './completion-index.ts';

test.each([
  [[], ''],
  [[0], '0'],
  [[3, 1], '1,3'],
  [[4, 5], '4,5'],
  [[1, 3, 4, 5, 7], '1,3-5,7'],
] as const)('the indexes %j are written as %j', (indexes, text) => {
  expect(formatIndexes(indexes)).toBe(text);
});

test('what is beyond the completions, or no index at all, is passed over', () => {
  expect([...parseIndexes('1,3-9999999999,x,-4,5-', 6)]).toEqual([1, 3, 4, 5]);
  expect([...parseIndexes(undefined, 6)]).toEqual([]);
});

test('any set of indexes survives being written and read', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat({ max: 60 })), (indexes) => {
      const read = [...parseIndexes(formatIndexes(indexes), 61)];
      expect(read).toEqual(indexes.toSorted((a, b) => a - b));
    }),
  );
});
