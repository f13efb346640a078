import { ManualClock } from '@kubemin/testing';
import { expect, test } from 'vitest';
import { replicaSet } from '../test-support/workload.ts';
import { FirstStatus } from './first-status.ts';

const set = (uid: string, observedGeneration?: number) => ({
  ...replicaSet('web', 1),
  metadata: { name: 'web', uid },
  status: observedGeneration === undefined ? {} : { replicas: 0, observedGeneration },
});

test('the first status of an object is kept back for a period, however often it is looked at, and then no more', async () => {
  const clock = new ManualClock();
  const first = new FirstStatus({ clock, periodMs: 100 });
  expect(first.waitMs(set('a'))).toBe(100);
  await clock.advance(60);
  expect([first.waitMs(set('a')), first.waitMs(set('b'))]).toEqual([40, 100]);
  await clock.advance(40);
  expect([first.waitMs(set('a')), first.waitMs(set('b'))]).toEqual([undefined, 60]);
  expect([first.isDelayed(set('a')), first.isDelayed(set('c'))]).toEqual([true, false]);
});

test('the status of an object that has one is never delayed', () => {
  const first = new FirstStatus({ clock: new ManualClock(), periodMs: 100 });
  expect(first.waitMs(set('a', 1))).toBeUndefined();
  first.waitMs(set('b'));
  expect(first.waitMs(set('b', 1))).toBeUndefined();
  expect(first.isDelayed(set('b'))).toBe(false);
});

test('objects that were deleted before their first status are forgotten', async () => {
  const clock = new ManualClock();
  const first = new FirstStatus({ clock, periodMs: 100 });
  first.waitMs(set('gone'));
  await clock.advance(60_000);
  first.waitMs(set('new'));
  expect([first.isDelayed(set('gone')), first.isDelayed(set('new'))]).toEqual([false, true]);
});
