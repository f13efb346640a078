import { expect, test } from 'vitest';
import { requireRunning } from './pod-containers.ts';

const container = { name: 'web', kind: 'main', default: true, tty: false, ports: [], restarts: 0 } as const;
const pod = { name: 'shop-1' };

test('a waiting or ended container is rejected with the reason and where its log is', () => {
  const text = 'container web of pod shop-1 is not running';
  const looping = { ...container, state: 'waiting', reason: 'CrashLoopBackOff', restarts: 2 } as const;
  expect(() => requireRunning(pod, looping, 'shop')).toThrow(
    expect.objectContaining({
      message: `${text} (CrashLoopBackOff)`,
      hint: expect.objectContaining({ message: expect.stringContaining('pod/shop-1 -n shop --previous') }),
    }),
  );
  expect(() => requireRunning(pod, { ...container, state: 'terminated', reason: 'Error' }, 'shop')).toThrow('(Error)');
  expect(() => requireRunning(pod, { ...container, state: 'waiting', reason: 'ContainerCreating' }, 'shop')).toThrow(
    '(ContainerCreating)',
  );
});

test('what runs, or nothing is known of, is left to the platform', () => {
  expect(() => requireRunning(pod, { ...container, state: 'running' }, 'shop')).not.toThrow();
  expect(() => requireRunning(pod, { ...container, state: 'waiting' }, 'shop')).not.toThrow();
});
