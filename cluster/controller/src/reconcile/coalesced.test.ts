import { ManualClock } from '@kubemin/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coalesceEnqueues } from './coalesced.ts';
import type { Enqueue } from './source.ts';

const PERIOD_MS = 100;

/** A source that is told what to say, and when what it said is to be looked at. */
function coalescing(clock: ManualClock) {
  const told: { readonly key: string; readonly at: number }[] = [];
  let say: Enqueue = () => undefined;
  const source = coalesceEnqueues(
    (enqueue) => {
      say = enqueue;
      return () => undefined;
    },
    { clock, periodMs: PERIOD_MS },
  );
  source((key, afterMs = 0) => told.push({ key, at: clock.monotonic() + afterMs }));
  return { told, say: (key: string) => say(key) };
}

test('the first change of a quiet key is told at once, the next ones together a period later', async () => {
  const clock = new ManualClock();
  const { told, say } = coalescing(clock);
  const start = clock.monotonic();
  say('a');
  await clock.advance(10);
  say('a');
  say('b');
  await clock.advance(10);
  say('a');
  expect(told.map(({ key, at }) => [key, at - start])).toEqual([
    ['a', 0],
    ['a', PERIOD_MS],
    ['b', 10],
    ['a', PERIOD_MS],
  ]);
});

test('every change is told within a period, and looks at one key are a period apart', async () => {
  const step = fc.record({ key: fc.constantFrom('a', 'b', 'c'), pauseMs: fc.integer({ min: 0, max: 250 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const clock = new ManualClock();
      const { told, say } = coalescing(clock);
      for (const { key, pauseMs } of steps) {
        await clock.advance(pauseMs);
        const before = told.length;
        say(key);
        const [answer] = told.slice(before);
        expect(answer?.key).toBe(key);
        expect((answer?.at ?? Number.NaN) - clock.monotonic()).toBeLessThanOrEqual(PERIOD_MS);
      }
      for (const key of ['a', 'b', 'c']) {
        const times = [...new Set(told.filter((each) => each.key === key).map(({ at }) => at))];
        for (const [index, at] of times.slice(1).entries()) {
          expect(at - (times[index] ?? Number.NaN)).toBeGreaterThanOrEqual(PERIOD_MS);
        }
      }
    }),
  );
});
