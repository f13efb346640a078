import { expect, test } from 'vitest';
import { ManualClock } from './manual-clock.ts';

test('timers fire in order of their time, and what they start runs before the next', async () => {
  const clock = new ManualClock(0);
  const seen: string[] = [];
  clock.after(20, () => seen.push(`b@${clock.now()}`));
  clock.after(10, () => {
    seen.push(`a@${clock.now()}`);
    clock.after(5, () => seen.push(`nested@${clock.now()}`));
  });
  const cancel = clock.after(12, () => seen.push('never'));
  cancel();
  await clock.advance(30);
  expect(seen).toEqual(['a@10', 'nested@15', 'b@20']);
  expect(clock.now()).toBe(30);
});

test('an aborted sleep ends at once', async () => {
  const clock = new ManualClock(0);
  const abort = new AbortController();
  const sleeping = clock.sleep(1_000, abort.signal);
  abort.abort();
  await sleeping;
  expect(clock.now()).toBe(0);
});
