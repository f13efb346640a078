import { expect, test } from 'vitest';
import { Nudge } from './nudge.ts';

test('a nudge that comes before the wait is not lost, and counts once', async () => {
  const nudge = new Nudge();
  nudge.nudge();
  nudge.nudge();
  await nudge.wait();
  const aborted = new AbortController();
  let woken = false;
  const second = nudge.wait(aborted.signal).then(() => {
    woken = true;
  });
  await Promise.resolve();
  expect(woken).toBe(false);
  aborted.abort();
  await second;
  expect(woken).toBe(true);
});

test('all waiters wake', async () => {
  const nudge = new Nudge();
  const waits = Promise.all([nudge.wait(), nudge.wait()]);
  nudge.nudge();
  await waits;
});
