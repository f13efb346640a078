import fc from 'fast-check';
import { expect, test } from 'vitest';
import { systemRandom } from './random.ts';
import { backoffDelay, WakeSignal } from './repeated-work.ts';

test('the delay stays between half the minimum and the maximum, whatever the attempt', () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.double({ min: 0, max: 0.999, noNaN: true }), (attempt, next) => {
      const delay = backoffDelay({ minMs: 100, maxMs: 5_000 }, attempt, { ...systemRandom, next: () => next });
      expect(delay).toBeGreaterThanOrEqual(50);
      expect(delay).toBeLessThanOrEqual(5_000);
    }),
  );
});

test('without luck it doubles', () => {
  const unlucky = { ...systemRandom, next: () => 0 };
  const delays = [0, 1, 2, 3, 10].map((attempt) => backoffDelay({ minMs: 100, maxMs: 1_000 }, attempt, unlucky));
  expect(delays).toEqual([50, 100, 200, 400, 500]);
});

test('a notification that comes before the wait is not lost, and counts once', async () => {
  const signal = new WakeSignal();
  signal.notify();
  signal.notify();
  await signal.wait();
  const aborted = new AbortController();
  let woken = false;
  const second = signal.wait(aborted.signal).then(() => {
    woken = true;
  });
  await Promise.resolve();
  expect(woken).toBe(false);
  aborted.abort();
  await second;
  expect(woken).toBe(true);
});

test('all waiters wake', async () => {
  const signal = new WakeSignal();
  const waits = Promise.all([signal.wait(), signal.wait()]);
  signal.notify();
  await waits;
});
