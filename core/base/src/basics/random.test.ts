import { expect, test } from 'vitest';
import { systemRandom } from './random.ts';

test('bytes are as many as asked for, and none are handed out twice', () => {
  const taken = Array.from({ length: 2000 }, () => systemRandom.bytes(8));
  expect(taken.every((bytes) => bytes.length === 8)).toBe(true);
  expect(new Set(taken.map((bytes) => bytes.toString())).size).toBe(taken.length);
  expect(systemRandom.bytes(0)).toHaveLength(0);
  expect(systemRandom.bytes(10_000)).toHaveLength(10_000);
});

test('changing bytes that were handed out changes no others', () => {
  const first = systemRandom.bytes(16);
  const second = systemRandom.bytes(16);
  const before = second.toString();
  first.fill(0);
  new Uint8Array(first.buffer).fill(0);
  expect(second.toString()).toBe(before);
});
