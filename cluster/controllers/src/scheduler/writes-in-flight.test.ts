import { expect, test } from 'vitest';
import { WritesInFlight } from './writes-in-flight.ts';

test('the callback at the end of a write can begin the next one for the same key', async () => {
  const begun: string[] = [];
  const ended = Promise.withResolvers<void>();
  const writes: WritesInFlight = new WritesInFlight(2, (key) => {
    expect(writes.has(key)).toBe(false);
    if (begun.length === 2) {
      ended.resolve();
      return;
    }
    writes.begin(key, 1, async () => {
      begun.push('second');
    });
  });
  writes.begin('a', 0, async () => {
    begun.push('first');
  });
  expect([writes.has('a'), writes.isFull]).toEqual([true, false]);
  await ended.promise;
  expect(begun).toEqual(['first', 'second']);
  await writes.settled();
});
