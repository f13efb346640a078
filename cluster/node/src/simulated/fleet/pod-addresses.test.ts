import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PodAddresses } from './pod-addresses.ts';

test('a pod that asks again has the same address', () => {
  const addresses = new PodAddresses();
  expect([addresses.claim('a', 3), addresses.claim('a', 3)]).toEqual(['10.244.3.2', '10.244.3.2']);
});

test('a node has 253 addresses; one that was given back is given out again', () => {
  const addresses = new PodAddresses();
  const given = Array.from({ length: 253 }, (_, number) => addresses.claim(`p${number}`, 0));
  expect(new Set(given).size).toBe(253);
  expect(addresses.claim('one more', 0)).toBeUndefined();
  addresses.release('p7');
  expect(addresses.claim('one more', 0)).toBe(given[7]);
});

test('an address that was assigned to two pods elsewhere is free only after both', () => {
  const addresses = new PodAddresses();
  addresses.hold('a', '10.244.0.2');
  addresses.hold('b', '10.244.0.2');
  addresses.release('a');
  expect(addresses.claim('c', 0)).toBe('10.244.0.3');
});

test('no two pods ever have the same address, whatever comes and goes', () => {
  const action = fc.record({
    kind: fc.constantFrom('claim', 'release'),
    uid: fc.integer({ min: 0, max: 400 }).map(String),
    node: fc.integer({ min: 0, max: 2 }),
  });
  fc.assert(
    fc.property(fc.array(action, { maxLength: 600 }), (actions) => {
      const addresses = new PodAddresses();
      const held = new Map<string, string>();
      for (const { kind, uid, node } of actions) {
        if (kind === 'release') {
          addresses.release(uid);
          held.delete(uid);
          continue;
        }
        const address = addresses.claim(uid, node);
        if (address === undefined) continue;
        held.set(uid, address);
        expect(new Set(held.values()).size).toBe(held.size);
      }
    }),
    { numRuns: 100 },
  );
});
