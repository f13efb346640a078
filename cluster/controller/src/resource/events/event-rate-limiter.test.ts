import { ManualClock } from '@kubemin/testing';
import { expect, test } from 'vitest';
import { EventRateLimiter } from './event-rate-limiter.ts';

/** How many of these are granted. */
function granted(
  budget: EventRateLimiter,
  count: number,
  source: (index: number) => string,
  type: 'Normal' | 'Warning',
) {
  return Array.from({ length: count }, (_, index) => budget.allow(source(index), type)).filter(Boolean).length;
}

test('one object has 25 events of one source, then one every five minutes; another source has its own', async () => {
  const clock = new ManualClock();
  const budget = new EventRateLimiter({ clock });
  expect(granted(budget, 100, () => 'a', 'Normal')).toBe(25);
  expect(granted(budget, 100, () => 'b', 'Warning')).toBe(25);
  await clock.advance(10 * 60_000);
  expect(granted(budget, 100, () => 'a', 'Normal')).toBe(2);
});

test('all objects together have so many per second after a burst', async () => {
  const clock = new ManualClock();
  const budget = new EventRateLimiter({ clock, perSecond: 50, burst: 100 });
  const each = (index: number): string => `object ${index}`;
  expect(granted(budget, 1000, each, 'Warning')).toBe(100);
  await clock.advance(1000);
  expect(granted(budget, 1000, each, 'Warning')).toBe(50);
});

test('warnings come through when ordinary events have used up their share', () => {
  const budget = new EventRateLimiter({ clock: new ManualClock(), perSecond: 1, burst: 100 });
  expect(granted(budget, 1000, (index) => `ordinary ${index}`, 'Normal')).toBe(80);
  expect(granted(budget, 1000, (index) => `warning ${index}`, 'Warning')).toBe(20);
});

test('an event that is refused for the sake of all is not held against its object', async () => {
  const clock = new ManualClock();
  const budget = new EventRateLimiter({ clock, perSecond: 1000, burst: 1 });
  expect(budget.allow('other', 'Warning')).toBe(true);
  expect(granted(budget, 100, () => 'a', 'Warning')).toBe(0);
  let later = 0;
  for (let index = 0; index < 100; index += 1) {
    await clock.advance(1);
    if (budget.allow('a', 'Warning')) later += 1;
  }
  expect(later).toBe(25);
});
