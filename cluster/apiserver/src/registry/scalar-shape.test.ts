import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalMicroTime, canonicalTime } from './scalar-shape.ts';

it.each([
  ['2024-02-29T12:00:00Z', '2024-02-29T12:00:00Z', '2024-02-29T12:00:00.000000Z'],
  ['2024-01-01T01:30:00+02:00', '2023-12-31T23:30:00Z', '2023-12-31T23:30:00.000000Z'],
  ['2024-01-01T00:00:00.1234567-01:00', '2024-01-01T01:00:00Z', '2024-01-01T01:00:00.123456Z'],
])('%s is %s, and %s as a micro time', (text, time, micro) => {
  expect(canonicalTime(text)).toBe(time);
  expect(canonicalMicroTime(text)).toBe(micro);
});

it.each(['', 'today', '2023-02-29T00:00:00Z', '2024-01-01', '2024-01-01T24:00:00Z', '2024-01-01T00:00:00+25:00'])(
  '%j is no time',
  (text) => {
    expect(canonicalTime(text)).toBeUndefined();
    expect(canonicalMicroTime(text)).toBeUndefined();
  },
);

it('what is canonical stays', () => {
  const moments = fc.date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T00:00:00Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(moments, (moment) => {
      const text = `${moment.toISOString().slice(0, 19)}Z`;
      expect(canonicalTime(text)).toBe(text);
    }),
  );
});
