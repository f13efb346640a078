import type { Clock, Random } from '@kubemin/base';
import { ManualClock } from '@kubemin/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { QueueMetrics } from './queue-metrics.ts';
import { WorkQueue } from './work-queue.ts';

const halfway: Random = { next: () => 0.5, bytes: (count) => new Uint8Array(count), uuid: () => 'uuid' };

function newQueue(clock = new ManualClock(0)): WorkQueue {
  return new WorkQueue({ clock, random: halfway, backoff: { minMs: 10, maxMs: 100 } });
}

describe('WorkQueue', () => {
  test('a key that is added constantly delays other keys by at most one round', async () => {
    const queue = newQueue();
    const others = Array.from({ length: 50 }, (_, index) => `other-${index}`);
    queue.add('hot');
    for (const key of others) queue.add(key);
    const order: string[] = [];
    for (let turn = 0; turn < 60; turn += 1) {
      const key = (await queue.take()) ?? '';
      order.push(key);
      queue.add('hot');
      queue.done(key);
    }
    expect(order.slice(0, 52)).toEqual(['hot', ...others, 'hot']);
  });

  test('a wait longer than timers can wait ends early instead of at once', async () => {
    const clock = new ManualClock(0);
    const asked: number[] = [];
    const spying: Clock = {
      now: () => clock.now(),
      monotonic: () => clock.monotonic(),
      sleep: (ms, signal) => clock.sleep(ms, signal),
      after: (ms, callback) => {
        asked.push(ms);
        return clock.after(ms, callback);
      },
    };
    new WorkQueue({ clock: spying, random: halfway }).addAfter('a', 10 ** 12);
    expect(asked).toEqual([2 ** 31 - 1]);
  });

  test('counts added keys, waiting times and retries', async () => {
    const clock = new ManualClock(0);
    const calls: string[] = [];
    const metrics: QueueMetrics = {
      added: () => calls.push('added'),
      taken: (ms) => calls.push(`taken after ${ms}`),
      done: () => undefined,
      retried: () => calls.push('retried'),
    };
    const queue = new WorkQueue({ clock, random: halfway, metrics });
    queue.add('a');
    queue.add('a');
    await clock.advance(30);
    await queue.take();
    queue.add('a');
    queue.add('a');
    await clock.advance(20);
    queue.done('a');
    await clock.advance(5);
    await queue.take();
    queue.addBackedOff('a');
    expect(calls).toEqual(['added', 'taken after 30', 'added', 'taken after 25', 'retried']);
  });

  test('a key added many times is handed out once, in the order of the first adding', async () => {
    const queue = newQueue();
    for (const key of ['a', 'b', 'a', 'c', 'b']) queue.add(key);
    expect(queue.depth).toBe(3);
    expect([await queue.take(), await queue.take(), await queue.take()]).toEqual(['a', 'b', 'c']);
    expect(queue.depth).toBe(0);
  });

  test('a key added while in work comes back after, and not before, it is done', async () => {
    const queue = newQueue();
    queue.add('a');
    await queue.take();
    queue.add('a');
    let again: string | undefined;
    const taking = queue.take().then((key) => {
      again = key;
    });
    await Promise.resolve();
    expect(again).toBeUndefined();
    queue.done('a');
    await taking;
    expect(again).toBe('a');
  });

  test('of several delays the earliest counts, and the key comes once', async () => {
    const clock = new ManualClock(0);
    const queue = newQueue(clock);
    queue.addAfter('a', 100);
    queue.addAfter('a', 50);
    queue.addAfter('a', 70);
    await clock.advance(49);
    expect(queue.depth).toBe(0);
    await clock.advance(1);
    expect(await queue.take()).toBe('a');
    queue.done('a');
    await clock.advance(1000);
    expect(queue.depth).toBe(0);
  });

  test('failures in a row wait longer and longer, up to the limit, until forgotten', () => {
    const queue = newQueue();
    const delays = Array.from({ length: 6 }, () => queue.addBackedOff('a'));
    expect(delays).toEqual([7.5, 15, 30, 60, 75, 75]);
    queue.forget('a');
    expect(queue.addBackedOff('a')).toBe(7.5);
  });

  test('by default waits between 5 ms and 1000 s after failures', () => {
    const queue = new WorkQueue({ clock: new ManualClock(0), random: halfway });
    const delays = Array.from({ length: 40 }, () => queue.addBackedOff('a'));
    expect([delays[0], delays[1], delays.at(-1)]).toEqual([3.75, 7.5, 750_000]);
  });

  test('closing resolves waiting takes and drops delayed keys', async () => {
    const clock = new ManualClock(0);
    const queue = newQueue(clock);
    const waiting = queue.take();
    queue.addAfter('a', 10);
    queue.close();
    await clock.advance(20);
    queue.add('b');
    expect([await waiting, await queue.take()]).toEqual([undefined, undefined]);
  });

  test('whatever happens: no wake-up is lost, never two workers on one key', async () => {
    const key = fc.constantFrom('a', 'b', 'c');
    const step = fc.oneof(
      fc.record({ do: fc.constant('add' as const), key }),
      fc.record({ do: fc.constant('addAfter' as const), key, ms: fc.integer({ min: 0, max: 30 }) }),
      fc.record({ do: fc.constant('fail' as const), key }),
      fc.record({ do: fc.constant('take' as const) }),
      fc.record({ do: fc.constant('done' as const), which: fc.nat(10) }),
      fc.record({ do: fc.constant('advance' as const), ms: fc.integer({ min: 1, max: 40 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 80 }), async (steps) => {
        const clock = new ManualClock(0);
        const queue = newQueue(clock);
        const inWork: string[] = [];
        /** Keys that were added since they were last taken. */
        const owed = new Set<string>();
        const taken = (taking: string | undefined): void => {
          if (taking === undefined) return;
          expect(inWork).not.toContain(taking);
          inWork.push(taking);
          owed.delete(taking);
        };
        const finish = (which: number): void => {
          const [finished] = inWork.splice(which % Math.max(1, inWork.length), 1);
          if (finished !== undefined) queue.done(finished);
        };
        for (const now of steps) {
          if (now.do === 'add') queue.add(now.key);
          if (now.do === 'addAfter') queue.addAfter(now.key, now.ms);
          if (now.do === 'fail') queue.addBackedOff(now.key);
          if ('key' in now) owed.add(now.key);
          if (now.do === 'take') void queue.take().then(taken);
          if (now.do === 'done') finish(now.which);
          await clock.advance(now.do === 'advance' ? now.ms : 0);
        }
        // Time for all delays, then workers enough for everything.
        await clock.advance(1000);
        for (let round = 0; round < 10; round += 1) {
          while (inWork.length > 0) finish(0);
          if (queue.depth > 0) void queue.take().then(taken);
          await clock.advance(0);
        }
        expect([...owed]).toEqual([]);
        expect(queue.depth).toBe(0);
        queue.close();
      }),
      { numRuns: 300 },
    );
  });

  test('a hundred thousand keys go through in the order they came', async () => {
    const queue = newQueue();
    const keys = Array.from({ length: 100_000 }, (_, index) => `key-${index}`);
    for (const key of keys) queue.add(key);
    const seen: (string | undefined)[] = [];
    for (const _ of keys) seen.push(await queue.take());
    expect(seen).toEqual(keys);
  });
});
