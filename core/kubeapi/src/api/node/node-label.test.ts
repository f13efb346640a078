import { expect, test } from 'vitest';
import { mayNodeLabelItself } from './node-label.ts';

test.each([
  'team',
  'example.com/team',
  'notkubernetes.io/role',
  'kubernetes.io/hostname',
  'topology.kubernetes.io/zone',
  'node.kubernetes.io/anything',
  'sub.kubelet.kubernetes.io/anything',
])('a node may label itself with %s', (label) => {
  expect(mayNodeLabelItself(label)).toBe(true);
});

test.each([
  'node-restriction.kubernetes.io/pci',
  'fips.node-restriction.kubernetes.io/pci',
  'node-role.kubernetes.io/control-plane',
  'kubernetes.io/anything',
  'x.k8s.io/anything',
])('a node may not label itself with %s', (label) => {
  expect(mayNodeLabelItself(label)).toBe(false);
});
