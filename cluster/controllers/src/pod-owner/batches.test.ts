import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { forEachConcurrently } from './batches.ts';

test('every entry is processed, not all at once, and all errors are returned', async () => {
  const items = Array.from({ length: 100 }, (_, index) => index);
  const done: number[] = [];
  let [running, most] = [0, 0];
  const thrown = await forEachConcurrently(items, async (item) => {
    running += 1;
    most = Math.max(most, running);
    await setImmediate();
    running -= 1;
    if (item % 40 === 0) throw new Error(`${item}`);
    done.push(item);
  });
  expect(thrown).toEqual([new Error('0'), new Error('40'), new Error('80')]);
  expect(done).toHaveLength(97);
  expect([most > 1, most < 100]).toEqual([true, true]);
});
