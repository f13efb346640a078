import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { ManualClock } from '@kubemin/testing';
import { expect, test } from 'vitest';
import { Expectations } from './expectations.ts';

function pod(name: string, more: object = {}): Pod {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { namespace: 'ns', name, ...more } };
}

test('an owner waits until the cache shows what it created, and only that owner', () => {
  const expectations = new Expectations<Pod>(new ManualClock());
  expectations.expectCreation('ns/a', 'ns/p');
  expect([expectations.satisfied('ns/a'), expectations.satisfied('ns/b')]).toEqual([false, true]);
  expectations.observe({ type: 'added', key: 'ns/other', object: pod('other') });
  expect(expectations.satisfied('ns/a')).toBe(false);
  expectations.observe({ type: 'added', key: 'ns/p', object: pod('p') });
  expect(expectations.satisfied('ns/a')).toBe(true);
});

test('a deletion is seen when the pod is marked or gone, not when it merely changes', () => {
  const expectations = new Expectations<Pod>(new ManualClock());
  expectations.expectDeletion('ns/a', 'ns/p');
  expectations.observe({ type: 'updated', key: 'ns/p', object: pod('p'), old: pod('p') });
  expect(expectations.satisfied('ns/a')).toBe(false);
  const marked = pod('p', { deletionTimestamp: '2026-01-01T00:00:00Z' });
  expectations.observe({ type: 'updated', key: 'ns/p', object: marked, old: pod('p') });
  expect(expectations.satisfied('ns/a')).toBe(true);
});

test('a pod created and deleted before it was read does not block its owner', () => {
  const expectations = new Expectations<Pod>(new ManualClock());
  expectations.expectCreation('ns/a', 'ns/p');
  expectations.observe({ type: 'deleted', key: 'ns/p', object: pod('p'), old: pod('p') });
  expect(expectations.satisfied('ns/a')).toBe(true);
});

test('an owner that waits knows when to reconcile again, should no event arrive', async () => {
  const clock = new ManualClock();
  const expectations = new Expectations<Pod>(clock);
  expect(expectations.timeToExpiryMs('ns/a')).toBeUndefined();
  expectations.expectCreation('ns/a', 'ns/p');
  await clock.advance(60_000);
  expectations.expectDeletion('ns/a', 'ns/q');
  await clock.advance(60_000);
  const wait = expectations.timeToExpiryMs('ns/a') ?? 0;
  await clock.advance(wait - 1);
  expect(expectations.satisfied('ns/a')).toBe(false);
  await clock.advance(1);
  expect([expectations.satisfied('ns/a'), expectations.timeToExpiryMs('ns/a')]).toEqual([true, undefined]);
});

test('a lost event blocks an owner for minutes, not for ever', async () => {
  const clock = new ManualClock();
  const expectations = new Expectations<Pod>(clock);
  expectations.expectCreation('ns/a', 'ns/p');
  await clock.advance(4 * 60_000);
  expect(expectations.satisfied('ns/a')).toBe(false);
  await clock.advance(2 * 60_000);
  expect(expectations.satisfied('ns/a')).toBe(true);
});
