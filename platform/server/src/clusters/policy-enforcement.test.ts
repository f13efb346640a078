import { expect, test } from 'vitest';
import { networkPolicyEnforcement } from './policy-enforcement.ts';

test.each([
  ['a plug-in that enforces policies', ['kube-proxy', 'calico-node'], ['containerd://2.1.0'], 'enforced'],
  ['beside one that does not', ['kube-flannel-ds', 'kube-network-policies'], ['containerd://2.1.0'], 'enforced'],
  ['a plug-in that never does', ['kube-flannel-ds'], ['containerd://2.1.0'], 'notEnforced'],
  ['no plug-in that is known', ['kube-proxy', 'my-cilium'], ['containerd://2.1.0'], 'unknown'],
  ['nodes of KubeMin only', [], ['sandbox://0.1.0', 'simulated://0.1.0'], 'notEnforced'],
  ['some nodes of KubeMin', [], ['sandbox://0.1.0', 'containerd://2.1.0'], 'unknown'],
  ['no nodes', [], [], 'unknown'],
])('%s: %o on %o is %s', (_, daemonSets, runtimes, expected) => {
  expect(networkPolicyEnforcement({ daemonSets, runtimes })).toBe(expected);
});
