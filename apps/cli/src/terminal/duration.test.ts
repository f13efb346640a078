import { expect, test } from 'vitest';
import { formatDuration } from './duration.ts';

test.each([
  [0, '0.0s'],
  [440, '0.4s'],
  [12_300, '12s'],
  [60_000, '1m'],
  [185_000, '3m5s'],
  [7_200_000, '2h'],
  [7_205_000, '2h'],
  [356_400_000, '4d3h'],
])('%i ms reads %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});
