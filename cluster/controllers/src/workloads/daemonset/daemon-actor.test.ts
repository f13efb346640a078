import { ManualClock } from '@kubemin/testing';
import { expect, test } from 'vitest';
import { FailureBackoff } from './daemon-actor.ts';

test('each repetition waits longer, up to a quarter of an hour; what has not come back for long is forgotten', async () => {
  const clock = new ManualClock();
  const backoff = new FailureBackoff(clock);
  const delays: number[] = [];
  for (let count = 0; count < 12; count += 1) {
    expect(backoff.attempt('a')).toBe(0);
    const delay = backoff.attempt('a');
    delays.push(delay / 1_000);
    await clock.advance(delay);
  }
  expect(delays).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
  expect(backoff.attempt('b')).toBe(0);
  await clock.advance(60 * 60_000);
  expect([backoff.attempt('a'), backoff.attempt('a')]).toEqual([0, 1_000]);
});
