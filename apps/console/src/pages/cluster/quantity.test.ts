import { expect, test } from 'vitest';
import { quantityNumber } from './quantity.ts';

test('quantities of Kubernetes are read with decimal and binary suffixes and exponents', () => {
  const read = ['2', '1500m', '24684096Ki', '7Gi', '1e3', '0.5', '3M', '100n'].map(quantityNumber);
  expect(read).toEqual([2, 1.5, 24_684_096 * 1024, 7 * 1024 ** 3, 1000, 0.5, 3e6, 100 * 1e-9]);
});

test('what is no quantity counts as nothing', () => {
  expect(['', 'many', '1x', '--1'].map(quantityNumber)).toEqual([0, 0, 0, 0]);
});
