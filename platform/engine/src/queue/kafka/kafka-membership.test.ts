import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PartitionProgress } from './kafka-membership.ts';

describe('progress on a partition', () => {
  test('whatever the order in which work ends: never past open work, and past everything in the end', () => {
    const run = fc.integer({ min: 1, max: 30 }).chain((count) =>
      fc.record({
        base: fc.bigInt({ min: 0n, max: 2n ** 62n }),
        order: fc.shuffledSubarray([...Array(count).keys()], { minLength: count, maxLength: count }),
      }),
    );
    fc.assert(
      fc.property(run, ({ base, order }) => {
        const progress = new PartitionProgress();
        for (const index of order.toSorted((one, other) => one - other)) progress.begin(base + BigInt(index));
        const open = new Set(order);
        for (const index of order) {
          expect(progress.position()).toBe(base + BigInt(Math.min(...open)));
          progress.finish(base + BigInt(index));
          open.delete(index);
        }
        expect(progress.position()).toBe(base + BigInt(order.length));
      }),
    );
  });

  test('messages that arrive again are known while they are in work or wait for others', () => {
    const progress = new PartitionProgress();
    expect([5n, 6n, 7n].map((offset) => progress.begin(offset))).toEqual([true, true, true]);
    progress.finish(6n);
    expect([5n, 6n, 7n].map((offset) => progress.begin(offset))).toEqual([false, false, false]);
    expect(progress.position()).toBe(5n);
    progress.finish(5n);
    expect(progress.position()).toBe(7n);
  });

  test('older messages that come to light hold the position back until they are done', () => {
    const progress = new PartitionProgress();
    progress.begin(9n);
    progress.finish(9n);
    expect(progress.begin(3n)).toBe(true);
    expect(progress.position()).toBe(3n);
    progress.finish(3n);
    expect(progress.position()).toBe(10n);
  });

  test('the end of work from before the partition was ours changes nothing', () => {
    const progress = new PartitionProgress();
    progress.begin(4n);
    progress.finish(2n);
    expect(progress.position()).toBe(4n);
  });
});
