import type { ContainerState, Pod } from '@kubemin/kubeapi/types/core.v1';
import { expect, test } from 'vitest';
import { requireRunning } from './pod-containers.ts';

function pod(state: ContainerState, lastState?: ContainerState): Pod {
  const fixed = { name: 'web', image: 'i', imageID: '', ready: false, restartCount: 0 };
  const status = { containerStatuses: [{ ...fixed, state, ...(lastState && { lastState }) }] };
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'shop-1', namespace: 'shop' }, status };
}

test('a waiting or ended container is rejected with the reason and where its log is', () => {
  const ended = { terminated: { exitCode: 1, reason: 'Error' } };
  const looping = pod({ waiting: { reason: 'CrashLoopBackOff' } }, ended);
  const words = 'container web of pod shop-1 is not running';
  expect(() => requireRunning(looping, 'web')).toThrow(`${words} (CrashLoopBackOff)`);
  expect(() => requireRunning(pod(ended), 'web')).toThrow(`${words} (Error)`);
  expect(() => requireRunning(pod({ waiting: { reason: 'ContainerCreating' } }), 'web')).toThrow('(ContainerCreating)');
});

test('what runs, or nothing is known of, is left to the cluster', () => {
  expect(() => requireRunning(pod({ running: {} }), 'web')).not.toThrow();
  expect(() => requireRunning(pod({ running: {} }), 'other')).not.toThrow();
});
