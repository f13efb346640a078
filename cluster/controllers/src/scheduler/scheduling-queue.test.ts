import { ManualClock } from '@kubemin/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { podDemand } from './demand.ts';
import type { QueuedPod } from './queued-pod.ts';
import { SchedulingQueue } from './scheduling-queue.ts';
import { pod } from './test-support/scheduling-objects.ts';

function queued(name: string, priority = 0, kind = 'k'): QueuedPod {
  return { key: `ns/${name}`, priority, kind, demand: podDemand(pod(name)) };
}

const names = (pods: readonly QueuedPod[]): readonly string[] => pods.map(({ key }) => key.slice(3));
const NODE = { kind: 'node', node: 'a' } as const;
const STORAGE = { kind: 'storage' } as const;

function setUp() {
  const clock = new ManualClock();
  const ready: number[] = [];
  const queue = new SchedulingQueue({
    clock,
    helps: ({ kind }, _pod, blockers) => blockers.has(kind),
    onReady: () => ready.push(clock.now()),
  });
  return { clock, queue, ready };
}

describe('SchedulingQueue', () => {
  test('the most important pods come first, kinds of the same importance in turns, all of a batch of one kind', () => {
    const { queue } = setUp();
    for (const [name, priority, kind] of [
      ['a1', 0, 'a'],
      ['b1', 0, 'b'],
      ['a2', 0, 'a'],
      ['a3', 0, 'a'],
      ['high', 9, 'a'],
    ] as const) {
      queue.add(queued(name, priority, kind));
    }
    expect(names(queue.take(2))).toEqual(['high']);
    expect(names(queue.take(2))).toEqual(['a1', 'a2']);
    expect(names(queue.take(2))).toEqual(['b1']);
    expect(names(queue.take(2))).toEqual(['a3']);
    expect(queue.take(2)).toEqual([]);
  });

  test('pods that were given back come before the others of their kind', () => {
    const { queue } = setUp();
    for (const name of ['one', 'two', 'three']) queue.add(queued(name));
    queue.giveBack(queue.take(2));
    expect(names(queue.take(3))).toEqual(['one', 'two', 'three']);
  });

  test('a parked pod comes back by an event that helps against what stood in its way, and by no other', () => {
    const { queue } = setUp();
    queue.park(queued('p'), new Set(['storage']));
    queue.wake(NODE);
    expect(queue.depth).toEqual({ active: 0, backoff: 0, unschedulable: 1 });
    queue.wake(STORAGE);
    expect(queue.depth).toEqual({ active: 1, backoff: 0, unschedulable: 0 });
  });

  test('a pod that fails repeatedly is tried less often, at most ten seconds apart', async () => {
    const { queue, clock } = setUp();
    const waits: number[] = [];
    for (let attempt = 0; attempt < 7; attempt += 1) {
      queue.park(queued('p'), new Set(['node']));
      queue.wake(NODE);
      const begun = clock.now();
      while (queue.depth.active === 0) await clock.advance(500);
      waits.push(clock.now() - begun);
      queue.take(1);
    }
    expect(waits).toEqual([0, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
  });

  test('a pod that could not be bound is tried again automatically, one that is removed never', async () => {
    const { queue, clock, ready } = setUp();
    queue.backOff(queued('p'));
    queue.backOff(queued('q'));
    queue.remove('ns/q');
    expect(ready).toEqual([]);
    await clock.advance(1_000);
    expect(names(queue.take(9))).toEqual(['p']);
  });

  test('a pod that nothing has helped for five minutes is looked at again', async () => {
    const { queue, clock } = setUp();
    queue.park(queued('p'), new Set(['storage']));
    await clock.advance(299_000);
    expect(queue.depth.active).toBe(0);
    await clock.advance(1_000);
    expect(names(queue.take(9))).toEqual(['p']);
  });
});

test('whatever happens in whatever order, every pod that waits is in exactly one place and comes back when helped', async () => {
  const step = fc.record({
    do: fc.constantFrom('add', 'remove', 'take', 'park', 'back-off', 'wake', 'wait'),
    which: fc.nat(5),
    blocker: fc.constantFrom('node', 'storage'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const { queue, clock } = setUp();
      const waiting = new Set<string>();
      const taken = new Map<string, QueuedPod>();
      for (const { do: action, which, blocker } of steps) {
        const fresh = queued(`p${which}`, which % 2, `kind-${which % 3}`);
        const [first] = taken.values();
        if (action === 'add') {
          queue.add(fresh);
          waiting.add(fresh.key);
          taken.delete(fresh.key);
        } else if (action === 'remove') {
          queue.remove(fresh.key);
          waiting.delete(fresh.key);
          taken.delete(fresh.key);
        } else if (action === 'take') {
          for (const one of queue.take(2)) {
            expect(waiting.delete(one.key)).toBe(true);
            taken.set(one.key, one);
          }
        } else if (action === 'wake') {
          queue.wake(blocker === 'node' ? NODE : STORAGE);
        } else if (action === 'wait') {
          await clock.advance(700);
        } else if (first !== undefined) {
          if (action === 'park') queue.park(first, new Set([blocker]));
          else queue.backOff(first);
          taken.delete(first.key);
          waiting.add(first.key);
        }
        const { active, backoff, unschedulable } = queue.depth;
        expect(active + backoff + unschedulable).toBe(waiting.size);
      }
      queue.wake(NODE);
      queue.wake(STORAGE);
      await clock.advance(10_000);
      expect(queue.depth.active).toBe(waiting.size);
    }),
    { numRuns: 100 },
  );
});
