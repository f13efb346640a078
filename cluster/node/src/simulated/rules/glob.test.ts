import fc from 'fast-check';
import { expect, test } from 'vitest';
import { glob } from './glob.ts';

test.each([
  ['shop*', 'shop-1', true],
  ['shop*', 'a-shop', false],
  ['*:broken', 'registry/web:broken', true],
  ['sim-1?', 'sim-10', true],
  ['sim-1?', 'sim-1', false],
  ['*', '', true],
  ['', '', true],
  ['', 'a', false],
  ['a.c', 'abc', false],
  ['*a*b*', 'xxaxxbxx', true],
  ['*a*b', 'xxaxxbxx', false],
])('%s on %s: %s', (pattern, text, expected) => {
  expect(glob(pattern)(text)).toBe(expected);
});

test('agrees with the equivalent regular expression', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 8 });
  fc.assert(
    fc.property(letters, fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 8 }), (pattern, text) => {
      const expression = new RegExp(`^${pattern.replaceAll('*', '.*').replaceAll('?', '.')}$`);
      expect(glob(pattern)(text)).toBe(expression.test(text));
    }),
  );
});

test('a pattern made to be slow is not', () => {
  expect(glob(`${'*a'.repeat(200)}b`)('a'.repeat(5000))).toBe(false);
});
