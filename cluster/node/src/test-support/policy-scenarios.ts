import type { LabelSelector } from '@kubemin/kubeapi/types/meta.v1';
import type { NetworkPolicy, NetworkPolicyPeer, NetworkPolicyPort } from '@kubemin/kubeapi/types/networking.v1';

/** Namespaces with pods `a`, `b` and `c` each; both have labels with their names, `ns` and `pod`. */
export const POLICY_NAMESPACES = ['x', 'y', 'z'] as const;
export const POLICY_PODS = ['a', 'b', 'c'] as const;
/** Each pod is connected to at TCP 80 (`web`), TCP 81 (`admin`) and UDP 80 (`web-udp`). */
export const POLICY_PROBES = ['tcp 80', 'tcp 81', 'udp 80'] as const;

export type PolicyProbe = (typeof POLICY_PROBES)[number];

/** Policies, and which connections between pods are open with them; `x/a` is a pod. */
export interface PolicyScenario {
  readonly name: string;
  /** `address` has the addresses of pods. */
  readonly policies: (address: (pod: string) => string) => readonly NetworkPolicy[];
  /** Of connections of a pod to itself nothing is asked: they are always open. */
  readonly isOpen: (from: string, to: string, probe: PolicyProbe) => boolean;
}

type Spec = NonNullable<NetworkPolicy['spec']>;

function policy(namespace: string, spec: Spec, name = 'policy'): NetworkPolicy {
  return { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name, namespace }, spec };
}

const pod = (...names: readonly string[]): LabelSelector => ({
  matchExpressions: [{ key: 'pod', operator: 'In', values: names }],
});
const ns = (...names: readonly string[]): LabelSelector => ({
  matchExpressions: [{ key: 'ns', operator: 'In', values: names }],
});
const everything: LabelSelector = {};
const denyIngress: Spec = { podSelector: everything, policyTypes: ['Ingress'] };
const denyEgress: Spec = { podSelector: everything, policyTypes: ['Egress'] };

/** A policy for ingress to some pods. */
const allowFrom = (
  subjects: LabelSelector,
  from: readonly NetworkPolicyPeer[],
  ports: readonly NetworkPolicyPort[] = [],
): Spec => ({
  podSelector: subjects,
  policyTypes: ['Ingress'],
  ingress: [{ ...(from.length > 0 && { from }), ...(ports.length > 0 && { ports }) }],
});

const allowTo = (
  subjects: LabelSelector,
  to: readonly NetworkPolicyPeer[],
  ports: readonly NetworkPolicyPort[] = [],
): Spec => ({
  podSelector: subjects,
  policyTypes: ['Egress'],
  egress: [{ ...(to.length > 0 && { to }), ...(ports.length > 0 && { ports }) }],
});

const isIn = (place: string, ...namespaces: readonly string[]): boolean => namespaces.includes(place.slice(0, 1));
const isOneOf = (place: string, ...names: readonly string[]): boolean => names.includes(place.slice(2));

/** One policy in the namespace `x`. */
function inX(name: string, spec: Spec, isOpen: PolicyScenario['isOpen']): PolicyScenario {
  return { name, policies: () => [policy('x', spec)], isOpen };
}

export const POLICY_SCENARIOS: readonly PolicyScenario[] = [
  { name: 'without policies everything is open', policies: () => [], isOpen: () => true },

  // Isolation.
  inX('a policy without rules denies ingress', denyIngress, (_from, to) => !isIn(to, 'x')),
  inX('a policy without rules denies egress', denyEgress, (from) => !isIn(from, 'x')),
  inX(
    'both directions are denied by one policy',
    { podSelector: everything, policyTypes: ['Ingress', 'Egress'] },
    (from, to) => !isIn(from, 'x') && !isIn(to, 'x'),
  ),
  inX('absent types mean ingress', { podSelector: everything }, (_from, to) => !isIn(to, 'x')),
  inX(
    'absent types mean both directions where there are rules for egress',
    { podSelector: everything, egress: [{}] },
    (_from, to) => !isIn(to, 'x'),
  ),
  inX('an empty rule allows all ingress', { ...denyIngress, ingress: [{}] }, () => true),
  inX('an empty rule allows all egress', { ...denyEgress, egress: [{}] }, () => true),
  inX('only selected pods are isolated', { ...denyIngress, podSelector: pod('a') }, (_from, to) => to !== 'x/a'),
  inX(
    'pods are selected by expressions',
    { ...denyIngress, podSelector: { matchExpressions: [{ key: 'pod', operator: 'NotIn', values: ['a'] }] } },
    (_from, to) => !isIn(to, 'x') || to === 'x/a',
  ),
  inX('a policy that selects no pod isolates none', { ...denyIngress, podSelector: pod('none') }, () => true),

  // Peers.
  inX('ingress from pods of the namespace', allowFrom(everything, [{ podSelector: pod('a') }]), (from, to) => {
    return !isIn(to, 'x') || from === 'x/a';
  }),
  inX(
    'ingress from all pods of the namespace',
    allowFrom(everything, [{ podSelector: everything }]),
    (from, to) => !isIn(to, 'x') || isIn(from, 'x'),
  ),
  inX(
    'ingress from namespaces by label',
    allowFrom(everything, [{ namespaceSelector: ns('y') }]),
    (from, to) => !isIn(to, 'x') || isIn(from, 'y'),
  ),
  inX('ingress from all namespaces', allowFrom(pod('a'), [{ namespaceSelector: everything }]), () => true),
  inX(
    'ingress from namespaces by expressions',
    allowFrom(everything, [
      { namespaceSelector: { matchExpressions: [{ key: 'ns', operator: 'NotIn', values: ['x', 'y'] }] } },
    ]),
    (from, to) => !isIn(to, 'x') || isIn(from, 'z'),
  ),
  inX(
    'ingress from a namespace by the label of its name',
    allowFrom(everything, [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'z' } } }]),
    (from, to) => !isIn(to, 'x') || isIn(from, 'z'),
  ),
  inX(
    'pods and namespaces in one peer must both match',
    allowFrom(everything, [{ namespaceSelector: ns('y'), podSelector: pod('a') }]),
    (from, to) => !isIn(to, 'x') || from === 'y/a',
  ),
  inX(
    'of pods and namespaces in two peers one is enough',
    allowFrom(everything, [{ namespaceSelector: ns('y') }, { podSelector: pod('a') }]),
    (from, to) => !isIn(to, 'x') || isIn(from, 'y') || from === 'x/a',
  ),
  inX(
    'a selector that matches nothing allows nothing',
    allowFrom(everything, [{ namespaceSelector: ns('none') }]),
    (_from, to) => !isIn(to, 'x'),
  ),
  inX('egress to pods of the namespace', allowTo(everything, [{ podSelector: pod('b') }]), (from, to) => {
    return !isIn(from, 'x') || to === 'x/b';
  }),
  inX(
    'egress to namespaces by label',
    allowTo(pod('a'), [{ namespaceSelector: ns('y', 'z') }]),
    (from, to) => from !== 'x/a' || isIn(to, 'y', 'z'),
  ),
  inX(
    'egress to pods of other namespaces',
    allowTo(everything, [{ namespaceSelector: ns('y'), podSelector: pod('b', 'c') }]),
    (from, to) => !isIn(from, 'x') || (isIn(to, 'y') && isOneOf(to, 'b', 'c')),
  ),

  // Blocks of addresses.
  {
    name: 'ingress from one address',
    policies: (address) => [policy('x', allowFrom(everything, [{ ipBlock: { cidr: `${address('y/b')}/32` } }]))],
    isOpen: (from, to) => !isIn(to, 'x') || from === 'y/b',
  },
  {
    name: 'egress to one address',
    policies: (address) => [policy('x', allowTo(everything, [{ ipBlock: { cidr: `${address('z/c')}/32` } }]))],
    isOpen: (from, to) => !isIn(from, 'x') || to === 'z/c',
  },
  {
    name: 'ingress from a block with exceptions',
    policies: (address) => [
      policy(
        'x',
        allowFrom(everything, [
          { ipBlock: { cidr: '10.244.0.0/16', except: [`${address('y/a')}/32`, `${address('z/b')}/32`] } },
        ]),
      ),
    ],
    isOpen: (from, to) => !isIn(to, 'x') || (from !== 'y/a' && from !== 'z/b'),
  },
  {
    name: 'egress to everywhere with exceptions',
    policies: (address) => [
      policy('x', allowTo(everything, [{ ipBlock: { cidr: '0.0.0.0/0', except: [`${address('y/a')}/32`] } }])),
    ],
    isOpen: (from, to) => !isIn(from, 'x') || to !== 'y/a',
  },
  {
    name: 'an address that is an exception is allowed by another peer',
    policies: (address) => [
      policy(
        'x',
        allowFrom(everything, [
          { ipBlock: { cidr: '10.244.0.0/16', except: [`${address('y/a')}/32`] } },
          { namespaceSelector: ns('y'), podSelector: pod('a') },
        ]),
      ),
    ],
    isOpen: () => true,
  },
  inX(
    'a block of IPv6 allows nothing here',
    allowFrom(everything, [{ ipBlock: { cidr: '::/0' } }]),
    (_from, to) => !isIn(to, 'x'),
  ),

  // Ports.
  inX('ingress at one port', allowFrom(everything, [], [{ port: 80 }]), (_from, to, probe) => {
    return !isIn(to, 'x') || probe === 'tcp 80';
  }),
  inX(
    'ingress at one port of UDP',
    allowFrom(everything, [], [{ protocol: 'UDP', port: 80 }]),
    (_from, to, probe) => !isIn(to, 'x') || probe === 'udp 80',
  ),
  inX(
    'ingress at several ports',
    allowFrom(everything, [], [{ port: 81 }, { protocol: 'UDP', port: 80 }]),
    (_from, to, probe) => !isIn(to, 'x') || probe !== 'tcp 80',
  ),
  inX(
    'ingress at a range of ports',
    allowFrom(everything, [], [{ port: 81, endPort: 90 }]),
    (_from, to, probe) => !isIn(to, 'x') || probe === 'tcp 81',
  ),
  inX(
    'ranges of ports that overlap',
    allowFrom(everything, [], [{ port: 70, endPort: 85 }, { port: 80, endPort: 81 }, { port: 81 }]),
    (_from, to, probe) => !isIn(to, 'x') || probe !== 'udp 80',
  ),
  inX(
    'ingress at all ports of a protocol',
    allowFrom(everything, [], [{ protocol: 'UDP' }]),
    (_from, to, probe) => !isIn(to, 'x') || probe === 'udp 80',
  ),
  inX(
    'ingress at a port by its name',
    allowFrom(everything, [], [{ port: 'admin' }]),
    (_from, to, probe) => !isIn(to, 'x') || probe === 'tcp 81',
  ),
  inX(
    'ingress at a port of UDP by its name',
    allowFrom(everything, [], [{ protocol: 'UDP', port: 'web-udp' }]),
    (_from, to, probe) => !isIn(to, 'x') || probe === 'udp 80',
  ),
  inX(
    'a name that no port has allows nothing',
    allowFrom(everything, [], [{ port: 'none' }]),
    (_from, to) => !isIn(to, 'x'),
  ),
  inX(
    'a name of a port of another protocol allows nothing',
    allowFrom(everything, [], [{ protocol: 'TCP', port: 'web-udp' }]),
    (_from, to) => !isIn(to, 'x'),
  ),
  inX(
    'egress at a port by its name',
    allowTo(everything, [{ namespaceSelector: ns('y') }], [{ port: 'web' }]),
    (from, to, probe) => !isIn(from, 'x') || (isIn(to, 'y') && probe === 'tcp 80'),
  ),
  inX(
    'egress at one port to one pod',
    allowTo(pod('a'), [{ namespaceSelector: ns('z'), podSelector: pod('b') }], [{ port: 81 }]),
    (from, to, probe) => from !== 'x/a' || (to === 'z/b' && probe === 'tcp 81'),
  ),
  inX(
    'ports of SCTP allow nothing else',
    allowFrom(everything, [], [{ protocol: 'SCTP', port: 80 }]),
    (_from, to) => !isIn(to, 'x'),
  ),
  inX(
    'peers and ports of different rules are not combined',
    {
      podSelector: everything,
      policyTypes: ['Ingress'],
      ingress: [
        { from: [{ namespaceSelector: ns('y') }], ports: [{ port: 80 }] },
        { from: [{ namespaceSelector: ns('z') }], ports: [{ port: 81 }] },
      ],
    },
    (from, to, probe) =>
      !isIn(to, 'x') || (isIn(from, 'y') && probe === 'tcp 80') || (isIn(from, 'z') && probe === 'tcp 81'),
  ),

  // Several policies.
  {
    name: 'what one policy of several allows is open',
    policies: () => [
      policy('x', denyIngress, 'deny'),
      policy('x', allowFrom(pod('a'), [{ namespaceSelector: ns('y') }]), 'from-y'),
      policy('x', allowFrom(everything, [{ podSelector: pod('c') }]), 'from-c'),
    ],
    isOpen: (from, to) => !isIn(to, 'x') || from === 'x/c' || (to === 'x/a' && isIn(from, 'y')),
  },
  {
    name: 'ports of several policies are added',
    policies: () => [
      policy('x', allowFrom(everything, [], [{ port: 80 }]), 'one'),
      policy('x', allowFrom(everything, [{ namespaceSelector: ns('y') }], [{ port: 81 }]), 'two'),
    ],
    isOpen: (from, to, probe) => !isIn(to, 'x') || probe === 'tcp 80' || (probe === 'tcp 81' && isIn(from, 'y')),
  },
  {
    name: 'both ends must allow a connection',
    policies: () => [
      policy('x', allowTo(everything, [{ namespaceSelector: ns('y') }]), 'out'),
      policy('y', allowFrom(everything, [{ namespaceSelector: ns('x'), podSelector: pod('a') }], [{ port: 80 }]), 'in'),
    ],
    isOpen: (from, to, probe) =>
      (!isIn(from, 'x') || isIn(to, 'y')) && (!isIn(to, 'y') || (from === 'x/a' && probe === 'tcp 80')),
  },
  {
    name: 'egress that is allowed is refused where ingress is denied',
    policies: () => [
      policy('x', allowTo(everything, [{ namespaceSelector: everything }]), 'out'),
      policy('y', { ...denyIngress, podSelector: pod('b') }, 'in'),
    ],
    isOpen: (_from, to) => to !== 'y/b',
  },
  {
    name: 'policies of other namespaces select other pods',
    policies: () => [policy('x', denyIngress), policy('z', allowFrom(everything, [{ podSelector: everything }]))],
    isOpen: (from, to) => !isIn(to, 'x') && (!isIn(to, 'z') || isIn(from, 'z')),
  },
  {
    name: 'all namespaces are isolated',
    policies: () =>
      POLICY_NAMESPACES.map((namespace) =>
        policy(namespace, { podSelector: everything, policyTypes: ['Ingress', 'Egress'] }),
      ),
    isOpen: () => false,
  },
  { name: 'deleted policies leave everything open', policies: () => [], isOpen: () => true },
];
