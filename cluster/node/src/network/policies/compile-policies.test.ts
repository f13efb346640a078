import type { NetworkPolicy } from '@kubemin/kubeapi/types/networking.v1';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compilePolicies } from './compile-policies.ts';
import { allowedDestinations, isConnectionAllowed, type Packet } from './judge-connection.ts';
import { addressNumber, isInRanges, mergeRanges, type NumberRange, subtractRanges } from './number-ranges.ts';
import { hasIsolatedPods } from './policy-rules.ts';
import { policyInputs } from './test-support/policy-inputs.ts';
import { isAllowedByReference } from './test-support/reference-policies.ts';

const ADDRESSES = ['10.244.0.1', '10.244.0.2', '10.244.0.3', '10.244.0.4', '198.51.100.7'];
const PACKETS: readonly Packet[] = ADDRESSES.flatMap((from) =>
  ADDRESSES.flatMap((to) => [
    ...[80, 81, 85, 90, 91].map((port): Packet => ({ from, to, protocol: 'tcp', port })),
    ...[53, 80].map((port): Packet => ({ from, to, protocol: 'udp', port })),
    { from, to, protocol: 'icmp', port: 0 },
  ]),
);

test('compiled rules judge every packet as the policies state', () => {
  fc.assert(
    fc.property(policyInputs, (input) => {
      const rules = compilePolicies(input);
      for (const packet of PACKETS) {
        expect({ packet, allowed: isConnectionAllowed(rules, packet) }).toEqual({
          ...{ packet, allowed: isAllowedByReference(input, packet) },
        });
      }
    }),
  );
});

test('destinations outside are those that a packet may go to', () => {
  fc.assert(
    fc.property(policyInputs, (input) => {
      const rules = compilePolicies(input);
      for (const { address } of input.pods) {
        const ranges = allowedDestinations(rules, address, 81);
        for (const to of ['198.51.100.7', '203.0.113.1', '10.9.9.9']) {
          const isAllowed = ranges === undefined || isInRanges(addressNumber(to), ranges);
          expect(isAllowed).toBe(isConnectionAllowed(rules, { from: address, to, protocol: 'tcp', port: 81 }));
        }
      }
    }),
  );
});

test('the order of policies and pods does not matter', () => {
  fc.assert(
    fc.property(policyInputs, ({ policies: list, pods: some, namespaces }) => {
      const rules = compilePolicies({ policies: list, pods: some, namespaces });
      const other = compilePolicies({ policies: [...list].toReversed(), pods: some.toReversed(), namespaces });
      const plain = ({ isolated, lists }: typeof rules) => [isolated.ingress, isolated.egress, new Set(lists.keys())];
      expect(plain(other)).toEqual(plain(rules));
    }),
  );
});

describe('what does not isolate', () => {
  const pod = { namespace: 'shop', labels: {}, address: '10.244.0.2', ports: [] };
  const policy = (spec: NetworkPolicy['spec']): NetworkPolicy => ({
    ...{ apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name: 'policy', namespace: 'shop' } },
    ...(spec !== undefined && { spec }),
  });

  test('a policy for pods of other nodes', () => {
    const input = { policies: [policy({ podSelector: {} })], namespaces: [], pods: [{ ...pod, isLocal: false }] };
    expect(hasIsolatedPods(compilePolicies(input))).toBe(false);
  });

  test('types that are absent: egress only with rules for it', () => {
    const isolated = (spec: NetworkPolicy['spec']): readonly number[] => {
      const rules = compilePolicies({ policies: [policy(spec)], namespaces: [], pods: [{ ...pod, isLocal: true }] });
      return [rules.isolated.ingress.size, rules.isolated.egress.size];
    };
    expect(isolated({ podSelector: {} })).toEqual([1, 0]);
    expect(isolated({ podSelector: {}, egress: [{}] })).toEqual([1, 1]);
    expect(isolated({ podSelector: {}, policyTypes: ['Egress'] })).toEqual([0, 1]);
  });
});

test('ranges are merged and subtracted as sets of numbers', () => {
  const ranges: fc.Arbitrary<NumberRange> = fc
    .tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 5 }))
    .map(([first, size]) => ({ first, last: first + size }));
  fc.assert(
    fc.property(ranges, fc.array(ranges, { maxLength: 5 }), (range, others) => {
      const [merged, left] = [mergeRanges(others), subtractRanges(range, others)];
      for (let number = -1; number < 30; number += 1) {
        expect(isInRanges(number, merged)).toBe(isInRanges(number, others));
        expect(isInRanges(number, left)).toBe(isInRanges(number, [range]) && !isInRanges(number, others));
      }
      expect(merged.every((each, index) => index === 0 || each.first > (merged[index - 1]?.last ?? 0) + 1)).toBe(true);
    }),
  );
});
