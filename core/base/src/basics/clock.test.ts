import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from './clock.ts';

const MONTH_MS = 30 * 24 * 3_600_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('what is to come in a month comes then, though no timer holds that long', async () => {
  const came: string[] = [];
  systemClock.after(MONTH_MS, () => came.push('after'));
  void systemClock.sleep(MONTH_MS).then(() => came.push('sleep'));
  await vi.advanceTimersByTimeAsync(MONTH_MS - 1);
  expect(came).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(came).toEqual(['after', 'sleep']);
});

test('what is cancelled in its last days does not come', async () => {
  const came: string[] = [];
  const stop = new AbortController();
  const cancel = systemClock.after(MONTH_MS, () => came.push('after'));
  const slept = systemClock.sleep(MONTH_MS, stop.signal);
  await vi.advanceTimersByTimeAsync(MONTH_MS - 1);
  cancel();
  stop.abort();
  await slept;
  await vi.advanceTimersByTimeAsync(MONTH_MS);
  expect(came).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});
