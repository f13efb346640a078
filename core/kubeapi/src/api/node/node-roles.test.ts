import { expect, test } from 'vitest';
import { nodeRoles } from './node-label.ts';

test('roles come from the names of labels, or from the value of the old one, each once and in order', () => {
  const labels = {
    'node-role.kubernetes.io/worker': '',
    'node-role.kubernetes.io/control-plane': 'true',
    'node-role.kubernetes.io/': '',
    'kubernetes.io/role': 'worker',
    'kubernetes.io/hostname': 'n1',
  };
  expect(nodeRoles(labels)).toEqual(['control-plane', 'worker']);
  expect(nodeRoles({ 'kubernetes.io/role': '' })).toEqual([]);
  expect(nodeRoles()).toEqual([]);
});
