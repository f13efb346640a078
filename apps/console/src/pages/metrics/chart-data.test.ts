import { expect, test } from 'vitest';
import { alignEnds, stackValues } from './chart-data.ts';

test('series stand above the sum of those before them, and unknown values count as none', () => {
  expect(
    stackValues([
      [1, null, 3],
      [2, 2, null],
    ]),
  ).toEqual([
    [1, 0, 3],
    [3, 2, 3],
  ]);
});

test('the range before is compared step by step from its end', () => {
  expect(alignEnds([1, 2, 3], 2)).toEqual([2, 3]);
  expect(alignEnds([1, 2], 3)).toEqual([null, 1, 2]);
  expect(alignEnds([], 1)).toEqual([null]);
});
