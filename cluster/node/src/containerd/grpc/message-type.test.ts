import { expect, test } from 'vitest';
import { bytes, flag, integer, list, message, nested, text, textMap } from './message-type.ts';

const inner = message({ name: text(1), count: integer(2) });
const outer = message({
  title: text(1),
  inner: nested(2, inner),
  all: list(nested(3, inner)),
  labels: textMap(4),
  isOn: flag(5),
  raw: bytes(6),
  big: integer(15),
  late: integer(200),
});

test('a message is what it was before it was encoded', () => {
  const value = {
    title: 'Größe',
    inner: { name: 'a', count: -1 },
    all: [{ name: 'b' }, { count: 300 }, {}],
    labels: { one: '1', empty: '' },
    isOn: true,
    raw: Buffer.from([0, 255]),
    big: 1_700_000_000_000_000_000,
    late: 7,
  };
  expect(outer.decode(outer.encode(value))).toEqual(value);
});

test('bytes are those of the specification, and fields that are not known are skipped', () => {
  expect(inner.encode({ name: 'hi', count: 300 }).toString('hex')).toBe('0a02686910ac02');
  const more = message({ name: text(1), other: text(9), fixed: nested(10, inner) });
  const encoded = Buffer.concat([
    more.encode({ name: 'hi', other: 'x', fixed: { count: 1 } }),
    Buffer.from('5d01020304', 'hex'),
    Buffer.from('590102030405060708', 'hex'),
  ]);
  expect(inner.decode(encoded)).toEqual({ name: 'hi' });
});

test('a message that is cut off is an error', () => {
  const encoded = outer.encode({ title: 'a title', late: 5 });
  expect(() => outer.decode(encoded.subarray(0, 4))).toThrow(RangeError);
  expect(() => outer.decode(encoded.subarray(0, encoded.length - 1))).toThrow(RangeError);
});
