import { expect, test } from 'vitest';
import { WakeSignal } from './wake-signal.ts';

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
