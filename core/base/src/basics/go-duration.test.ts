import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseGoDuration } from './go-duration.ts';

test.each([
  ['60m', 3_600_000],
  ['1h30m', 5_400_000],
  ['1.5s', 1_500],
  ['200ms', 200],
  ['0', 0],
  ['1h0m0.5s', 3_600_500],
])('%s is %i ms', (text, ms) => {
  expect(parseGoDuration(text)).toBe(ms);
});

test.each(['', '60', 'm', '-1s', '1 h', '1d', '1h30', 'h1'])('"%s" is no duration', (text) => {
  expect(parseGoDuration(text)).toBeUndefined();
});

test('parts add up, whatever their order', () => {
  const part = fc.tuple(fc.nat(1000), fc.constantFrom('ms', 's', 'm', 'h'));
  const size = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
      const text = parts.map(([amount, unit]) => `${amount}${unit}`).join('');
      expect(parseGoDuration(text)).toBe(parts.reduce((sum, [amount, unit]) => sum + amount * size[unit], 0));
    }),
  );
});
