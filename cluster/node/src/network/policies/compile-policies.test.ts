import type { Namespace } from '@kubemin/kubeapi/types/core.v1';
import type { NetworkPolicy, NetworkPolicyPeer, NetworkPolicyPort } from '@kubemin/kubeapi/types/networking.v1';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compilePolicies, type PolicyInput, type PolicyPod } from './compile-policies.ts';
import { isInRanges, mergeRanges, type NumberRange, subtractRanges } from './number-ranges.ts';
import { hasIsolatedPods } from './policy-rules.ts';
import { isAllowedByReference, isAllowedByRules, type Packet } from './test-support/reference-policies.ts';

const NAMESPACES = ['shop', 'store', 'empty'];
const LABELS = ['web', 'db'];

const labelSelectors = fc.oneof(
  fc.constant({}),
  fc.constantFrom(...LABELS).map((app) => ({ matchLabels: { app } })),
  fc.constantFrom(...LABELS).map((app) => ({ matchExpressions: [{ key: 'app', operator: 'NotIn', values: [app] }] })),
  fc.constant({ matchExpressions: [{ key: 'app', operator: 'Exists' }] }),
);
const namespaceSelectors = fc.oneof(
  fc.constant({}),
  fc.constantFrom(...NAMESPACES).map((name) => ({ matchLabels: { name } })),
);
const blocks = fc.constantFrom(
  { cidr: '0.0.0.0/0' },
  { cidr: '0.0.0.0/0', except: ['10.0.0.0/8', '10.244.0.2/32'] },
  { cidr: '10.244.0.0/30', except: ['10.244.0.2/32'] },
  { cidr: '10.244.0.3/32' },
  { cidr: '198.51.100.0/24', except: ['198.51.100.0/25', '198.51.100.128/25'] },
  { cidr: '2001:db8::/32' },
);
const peers: fc.Arbitrary<NetworkPolicyPeer> = fc.oneof(
  labelSelectors.map((podSelector) => ({ podSelector })),
  namespaceSelectors.map((namespaceSelector) => ({ namespaceSelector })),
  fc.record({ podSelector: labelSelectors, namespaceSelector: namespaceSelectors }),
  blocks.map((ipBlock) => ({ ipBlock })),
);
const policyPorts: fc.Arbitrary<NetworkPolicyPort> = fc.constantFrom<NetworkPolicyPort[]>(
  { port: 80 },
  { protocol: 'TCP', port: 81, endPort: 90 },
  { protocol: 'UDP', port: 80 },
  { protocol: 'UDP' },
  { protocol: 'TCP', port: 'http' },
  { protocol: 'UDP', port: 'http' },
  { protocol: 'SCTP', port: 80 },
);
const some = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(values, { maxLength: 2 });
const policies: fc.Arbitrary<NetworkPolicy> = fc
  .record({
    namespace: fc.constantFrom(...NAMESPACES),
    podSelector: labelSelectors,
    policyTypes: fc.subarray(['Ingress', 'Egress'], { minLength: 1 }),
    ingress: some(fc.record({ from: some(peers), ports: some(policyPorts) })),
    egress: some(fc.record({ to: some(peers), ports: some(policyPorts) })),
  })
  .map(({ namespace, ...spec }) => ({
    ...{ apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name: 'policy', namespace }, spec },
  }));
const pods: fc.Arbitrary<PolicyPod[]> = fc
  .array(
    fc.record({
      namespace: fc.constantFrom('shop', 'store'),
      labels: fc.constantFrom<Record<string, string>[]>({}, { app: 'web' }, { app: 'db' }),
      ports: fc.constantFrom(
        [],
        [{ name: 'http', protocol: 'TCP', port: 80 }],
        [
          { name: 'http', protocol: 'TCP', port: 85 },
          { name: 'http', protocol: 'UDP', port: 80 },
        ],
      ),
      isLocal: fc.constantFrom(true, true, false),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((list) => list.map((pod, index) => ({ ...pod, address: `10.244.0.${index + 1}` })));
const namespaces: readonly Namespace[] = NAMESPACES.map((name) => ({
  ...{ apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels: { name } } },
}));

const ADDRESSES = ['10.244.0.1', '10.244.0.2', '10.244.0.3', '10.244.0.4', '198.51.100.7'];
const PACKETS: readonly Packet[] = ADDRESSES.flatMap((from) =>
  ADDRESSES.flatMap((to) => [
    ...[80, 81, 85, 90, 91].map((port): Packet => ({ from, to, protocol: 'tcp', port })),
    ...[53, 80].map((port): Packet => ({ from, to, protocol: 'udp', port })),
    { from, to, protocol: 'icmp', port: 0 },
  ]),
);

test('compiled rules judge every packet as the policies state', () => {
  const inputs: fc.Arbitrary<PolicyInput> = fc.record({
    policies: fc.array(policies, { maxLength: 4 }),
    pods,
    namespaces: fc.constant(namespaces),
  });
  fc.assert(
    fc.property(inputs, (input) => {
      const rules = compilePolicies(input);
      for (const packet of PACKETS) {
        expect({ packet, allowed: isAllowedByRules(rules, packet) }).toEqual({
          ...{ packet, allowed: isAllowedByReference(input, packet) },
        });
      }
    }),
  );
});

test('the order of policies and pods does not matter', () => {
  fc.assert(
    fc.property(fc.array(policies, { maxLength: 4 }), pods, (list, some) => {
      const rules = compilePolicies({ policies: list, pods: some, namespaces });
      const other = compilePolicies({ policies: list.toReversed(), pods: some.toReversed(), namespaces });
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
    const input = { policies: [policy({ podSelector: {} })], namespaces, pods: [{ ...pod, isLocal: false }] };
    expect(hasIsolatedPods(compilePolicies(input))).toBe(false);
  });

  test('types that are absent: egress only with rules for it', () => {
    const isolated = (spec: NetworkPolicy['spec']): readonly number[] => {
      const rules = compilePolicies({ policies: [policy(spec)], namespaces, pods: [{ ...pod, isLocal: true }] });
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
