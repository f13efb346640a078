import fc from 'fast-check';
import { expect, test } from 'vitest';
import { displayWidth } from './display-width.ts';
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

const HEADER = ['RUN', 'APPLICATION', 'STATUS', 'AGE', 'REASON'];
const ROW = [
  '214',
  'a-shop-with-a-long-name',
  'failed',
  '3m',
  'deploy-web-k7f3q2mz: the image "nginx:nope" does not exist',
];

test('R-20: a table that is wider than the terminal wraps its last column, and cuts names only where that is not enough', () => {
  expect(formatTable(HEADER, [ROW], 80)).toBe(
    [
      'RUN   APPLICATION               STATUS   AGE   REASON',
      '214   a-shop-with-a-long-name   failed   3m    deploy-web-k7f3q2mz: the image',
      '                                               "nginx:nope" does not exist',
      '',
    ].join('\n'),
  );
  expect(formatTable(HEADER, [ROW], 60)).toBe(
    [
      'RUN   APPLICATION    STATUS   AGE   REASON',
      '214   a-shop-with…   failed   3m    deploy-web-k7f3q2mz: the',
      '                                    image "nginx:nope" does',
      '                                    not exist',
      '',
    ].join('\n'),
  );
  expect(formatTable(HEADER, [ROW], 45)).toBe(
    [
      'RUN   APPLICATION    REASON',
      '214   a-shop-with…   deploy-web-k7f3q2mz: the',
      '                     image "nginx:nope" does',
      '                     not exist',
      '',
    ].join('\n'),
  );
});

test('R-20: without a width nothing is cut, wrapped or left out', () => {
  const [, line = ''] = formatTable(HEADER, [ROW]).split('\n');
  for (const cell of ROW) expect(line).toContain(cell);
});

test('R-20: whatever a table holds, no line is longer than a terminal of 40 columns or more', () => {
  const cell = fc.oneof(fc.string({ maxLength: 60 }), fc.constantFrom('已完成', '\u001b[32m✓\u001b[39m completed'));
  const table = fc
    .integer({ min: 1, max: 7 })
    .chain((columns) =>
      fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 4 }),
    );
  fc.assert(
    fc.property(table, fc.integer({ min: 40, max: 120 }), ([header = [], ...rows], width) => {
      const lines = formatTable(header, rows, width).split('\n');
      for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
    }),
  );
});
