import { expect, test } from 'vitest';
import { type NodeFacts, networkPolicyEnforcement } from './policy-enforcement.ts';

const sandbox: NodeFacts = { runtime: 'sandbox://0.1.0' };
const other: NodeFacts = { runtime: 'containerd://2.1.0' };
const simulated: NodeFacts = { runtime: 'simulated://0.1.0' };

test.each<[string, readonly string[], readonly NodeFacts[], string]>([
  ['a plug-in that enforces policies', ['kube-proxy', 'calico-node'], [other], 'enforced'],
  ['beside one that does not', ['kube-flannel-ds', 'kube-network-policies'], [other], 'enforced'],
  ['a plug-in that never does', ['kube-flannel-ds'], [other], 'notEnforced'],
  ['no plug-in that is known', ['kube-proxy', 'my-cilium'], [other], 'unknown'],
  ['a node of KubeMin that enforces policies', [], [{ ...sandbox, enforces: true }, simulated], 'enforced'],
  ['one with another runtime', [], [{ ...other, enforces: true }], 'enforced'],
  ['a node of KubeMin that cannot', [], [{ ...sandbox, enforces: false }], 'notEnforced'],
  ['a node of KubeMin of an earlier version', [], [sandbox, simulated], 'notEnforced'],
  ['simulated nodes only', [], [simulated], 'notEnforced'],
  ['some nodes of KubeMin', [], [{ ...sandbox, enforces: true }, other], 'unknown'],
  ['no nodes', [], [], 'unknown'],
])('%s: %o on %o is %s', (_, daemonSets, nodes, expected) => {
  expect(networkPolicyEnforcement({ daemonSets, nodes })).toBe(expected);
});
