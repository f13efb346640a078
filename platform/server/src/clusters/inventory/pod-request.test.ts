import { formatQuantity } from '@kubemin/kubeapi';
import type { Container } from '@kubemin/kubeapi/types/core.v1';
import { expect, test } from 'vitest';
import { podRequest } from './pod-request.ts';

const container = (name: string, cpu: string, more: Partial<Container> = {}): Container => ({
  name,
  resources: { requests: { cpu } },
  ...more,
});

function requestedCpu(spec: {
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
}) {
  const cpu = podRequest({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec }).get('cpu');
  return cpu && formatQuantity(cpu);
}

test('an init container counts only where it asks for more than what runs afterwards', () => {
  const containers = [container('a', '100m'), container('b', '200m')];
  expect(requestedCpu({ containers })).toBe('300m');
  expect(requestedCpu({ containers, initContainers: [container('small', '250m')] })).toBe('300m');
  expect(requestedCpu({ containers, initContainers: [container('small', '250m'), container('large', '1')] })).toBe('1');
});

test('an init container that stays adds to those that come after it, and to what runs', () => {
  const stays = container('proxy', '100m', { restartPolicy: 'Always' });
  expect(requestedCpu({ containers: [container('a', '100m')], initContainers: [stays] })).toBe('200m');
  expect(requestedCpu({ containers: [container('a', '100m')], initContainers: [stays, container('x', '1')] })).toBe(
    '1100m',
  );
});

test('a container with only a limit requests that much, and every pod takes one place', () => {
  const limited = { name: 'a', resources: { limits: { memory: '64Mi' } } };
  const request = podRequest({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p' },
    spec: { containers: [limited] },
  });
  expect([...request].map(([resource, amount]) => `${resource} ${formatQuantity(amount)}`)).toEqual([
    'memory 64Mi',
    'pods 1',
  ]);
});
