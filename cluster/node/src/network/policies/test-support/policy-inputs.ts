import type { Namespace } from '@kubemin/kubeapi/types/core.v1';
import type { NetworkPolicy, NetworkPolicyPeer, NetworkPolicyPort } from '@kubemin/kubeapi/types/networking.v1';
import fc from 'fast-check';
import type { PolicyInput, PolicyPod } from '../compile-policies.ts';

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

/** Small clusters in which selectors, blocks and ports of policies meet pods often. */
export const policyInputs: fc.Arbitrary<PolicyInput & { readonly policies: readonly NetworkPolicy[] }> = fc.record({
  policies: fc.array(policies, { maxLength: 4 }),
  pods,
  namespaces: fc.constant(namespaces),
});
