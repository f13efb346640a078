import { ManualClock } from '@kubemin/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coalesceEnqueues, type Enqueue } from './source.ts';

const PERIOD_MS = 100;

/** A source that the test triggers, and the times at which its keys are enqueued. */
function coalescing(clock: ManualClock) {
  const enqueued: { readonly key: string; readonly at: number }[] = [];
  let trigger: Enqueue = () => undefined;
  const source = coalesceEnqueues(
    (enqueue) => {
      trigger = enqueue;
      return () => undefined;
    },
    { clock, periodMs: PERIOD_MS },
  );
  source((key, afterMs = 0) => enqueued.push({ key, at: clock.monotonic() + afterMs }));
  return { enqueued, trigger: (key: string) => trigger(key) };
}

test('the first change of a key is enqueued immediately, further ones together a period later', async () => {
  const clock = new ManualClock();
  const { enqueued, trigger } = coalescing(clock);
  const start = clock.monotonic();
  trigger('a');
  await clock.advance(10);
  trigger('a');
  trigger('b');
  await clock.advance(10);
  trigger('a');
  expect(enqueued.map(({ key, at }) => [key, at - start])).toEqual([
    ['a', 0],
    ['a', PERIOD_MS],
    ['b', 10],
    ['a', PERIOD_MS],
  ]);
});

test('every change is enqueued within a period, and times of one key are a period apart', async () => {
  const step = fc.record({ key: fc.constantFrom('a', 'b', 'c'), pauseMs: fc.integer({ min: 0, max: 250 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const clock = new ManualClock();
      const { enqueued, trigger } = coalescing(clock);
      for (const { key, pauseMs } of steps) {
        await clock.advance(pauseMs);
        const before = enqueued.length;
        trigger(key);
        const [last] = enqueued.slice(before);
        expect(last?.key).toBe(key);
        expect((last?.at ?? Number.NaN) - clock.monotonic()).toBeLessThanOrEqual(PERIOD_MS);
      }
      for (const key of ['a', 'b', 'c']) {
        const times = [...new Set(enqueued.filter((each) => each.key === key).map(({ at }) => at))];
        for (const [index, at] of times.slice(1).entries()) {
          expect(at - (times[index] ?? Number.NaN)).toBeGreaterThanOrEqual(PERIOD_MS);
        }
      }
    }),
  );
});
