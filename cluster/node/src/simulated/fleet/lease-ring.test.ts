import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LeaseRing } from './lease-ring.ts';

function makeRing(count: number): LeaseRing {
  const ring = new LeaseRing();
  for (let number = 0; number < count; number += 1) ring.add(`n${number}`);
  return ring;
}

/** Lets the ring deal with all who are new. */
function settled(count: number): LeaseRing {
  const ring = makeRing(count);
  while (ring.due(0).length > 0);
  return ring;
}

test('new nodes are due at once, a few hundred together at most', () => {
  const ring = makeRing(600);
  expect([ring.due(0).length, ring.due(0).length, ring.due(0).length, ring.due(0).length]).toEqual([250, 250, 100, 0]);
});

test('the interval is 10 s, and grows beyond 1,000 nodes up to 20 s', () => {
  expect([1, 1000, 1500, 2000, 5000].map((count) => makeRing(count).intervalMs)).toEqual([
    10_000, 10_000, 15_000, 20_000, 20_000,
  ]);
});

test('every node has exactly one turn in each interval, however the ticks fall', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1500 }),
      fc.array(fc.integer({ min: 100, max: 900 }), { minLength: 1 }),
      (count, ticks) => {
        const ring = settled(count);
        const turns = new Map<string, number>();
        let passed = 0;
        for (let at = 0; passed < ring.intervalMs; at += 1) {
          const tick = Math.min(ticks[at % ticks.length] ?? 250, ring.intervalMs - passed);
          for (const name of ring.due(tick)) turns.set(name, (turns.get(name) ?? 0) + 1);
          passed += tick;
        }
        // Fractions of a turn may be left over at the very end.
        expect(turns.size).toBeGreaterThanOrEqual(count - 1);
        expect([...turns.values()].every((times) => times === 1)).toBe(true);
      },
    ),
    { numRuns: 50 },
  );
});

test('who was removed is never due again, and the others still are', () => {
  const ring = settled(3);
  ring.remove('n1');
  ring.hurry('n1');
  expect(new Set([...ring.due(10_000), ...ring.due(10_000)])).toEqual(new Set(['n0', 'n2']));
});

test('who hurries comes next', () => {
  const ring = settled(100);
  ring.hurry('n42');
  expect(ring.due(1)).toEqual(['n42']);
});

test('an empty ring has no node due', () => {
  expect(new LeaseRing().due(60_000)).toEqual([]);
});
