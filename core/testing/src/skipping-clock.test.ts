import { expect, test } from 'vitest';
import { SkippingClock } from './skipping-clock.ts';

test('what falls due in skipped time happens at once, in order; what does not, keeps its time', async () => {
  const clock = new SkippingClock();
  const seen: string[] = [];
  const start = clock.now();
  clock.after(3_600_000, () => seen.push('in an hour'));
  clock.after(60_000, () => seen.push('in a minute'));
  const cancel = clock.after(61_000, () => seen.push('cancelled'));
  clock.after(7_200_000, () => seen.push('in two hours'));
  cancel();
  const slept = clock.sleep(3_600_001);
  clock.skip(3_600_001);
  await slept;
  expect(seen).toEqual(['in a minute', 'in an hour']);
  expect(clock.now() - start).toBeGreaterThanOrEqual(3_600_000);
});

test('a timer that is not skipped fires at its time', async () => {
  const clock = new SkippingClock();
  const before = clock.monotonic();
  await clock.sleep(50);
  // Timers count from the begin of the current turn of the event loop, which was some milliseconds ago.
  expect(clock.monotonic() - before).toBeGreaterThanOrEqual(40);
});
