import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareStreamIds } from './stream-trimming.ts';

const part = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });

test('ids are ordered by time, then by sequence, over the whole 64 bits', () => {
  fc.assert(
    fc.property(part, part, part, part, (time, sequence, otherTime, otherSequence) => {
      const [one, other] = [(time << 64n) + sequence, (otherTime << 64n) + otherSequence];
      const expected = one < other ? -1 : one > other ? 1 : 0;
      expect(compareStreamIds(`${time}-${sequence}`, `${otherTime}-${otherSequence}`)).toBe(expected);
    }),
  );
});

test('numbers are compared as numbers, not as text', () => {
  expect(compareStreamIds('9-10', '10-9')).toBe(-1);
  expect(compareStreamIds('10-9', '10-10')).toBe(-1);
  expect(compareStreamIds('10-9', '10-9')).toBe(0);
});
