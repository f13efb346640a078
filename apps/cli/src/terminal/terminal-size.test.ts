import { expect, test } from 'vitest';
import { terminalSize } from './terminal.ts';

test.each([
  [
    { columns: 0, rows: 0 },
    { width: 80, height: 24 },
  ],
  [{}, { width: 80, height: 24 }],
  [
    { columns: Number.NaN, rows: -1 },
    { width: 80, height: 24 },
  ],
  [
    { columns: 120, rows: 0 },
    { width: 120, height: 24 },
  ],
  [
    { columns: 1, rows: 1 },
    { width: 1, height: 1 },
  ],
])('R-22: a terminal that reports %o is laid out for %o', (reported, size) => {
  expect(terminalSize(reported)).toEqual(size);
});
