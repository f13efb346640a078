import { expect, test } from 'vitest';
import { formatTable } from './table.ts';

test('columns are as wide as their widest cell and lines have no trailing blanks', () => {
  expect(
    formatTable(
      ['NAME', 'STATUS'],
      [
        ['a', 'Running'],
        ['long-name', ''],
      ],
    ),
  ).toBe('NAME        STATUS\na           Running\nlong-name\n');
});
