import type { ContainerState, Pod, PodStatus } from '@kubemin/kubeapi/types/core.v1';
import { expect, test } from 'vitest';
import { podOutcome } from './pod-outcome.ts';

function pod(status: PodStatus, state?: ContainerState): Pod {
  const main = { name: 'main', image: 'i:1', imageID: '', ready: false, restartCount: 0, ...(state && { state }) };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'job-1' },
    spec: { containers: [{ name: 'main', resources: { limits: { memory: '64Mi' } } }] },
    status: { ...status, containerStatuses: [main] },
  };
}

const ended = (exitCode: number, more = {}) => ({ terminated: { exitCode, ...more } });

test.each([
  ['just made', pod({}), { state: 'waiting', message: { message: 'pod job-1 is starting' } }],
  ['running', pod({ phase: 'Running' }), { state: 'waiting', message: { message: 'pod job-1 is running' } }],
  ['done', pod({ phase: 'Succeeded' }, ended(0, { message: 'x' })), { state: 'succeeded', terminationMessage: 'x' }],
  [
    'failed',
    pod({ phase: 'Failed' }, ended(2, { message: 'a\nb\n' })),
    { state: 'failed', message: { message: 'the program ended with exit code 2: b' } },
  ],
  [
    'killed',
    pod({ phase: 'Failed' }, ended(137, { signal: 9 })),
    { message: { message: 'the program was ended by signal 9' } },
  ],
  [
    'failed without a container',
    pod({ phase: 'Failed' }),
    { state: 'failed', message: { message: 'the pod failed; no reason given' } },
  ],
  ['at its deadline', pod({ phase: 'Failed', reason: 'DeadlineExceeded' }), { state: 'failed' }],
  [
    'evicted',
    pod({ phase: 'Failed', reason: 'Evicted', message: 'disk pressure' }),
    { state: 'lost', message: { message: 'the cluster removed the pod (Evicted: disk pressure)' } },
  ],
  ['on a node that is gone', pod({ phase: 'Failed', reason: 'NodeLost' }), { state: 'lost' }],
  [
    'misconfigured, which may pass',
    pod({ phase: 'Pending' }, { waiting: { reason: 'CreateContainerConfigError', message: 'image will run as root' } }),
    { state: 'waiting', message: { message: expect.stringContaining('image will run as root') } },
  ],
  ['with a name that is no image', pod({}, { waiting: { reason: 'InvalidImageName' } }), { state: 'failed' }],
])('a pod that is %s', (_name, given, outcome) => {
  expect(podOutcome(given)).toMatchObject(outcome);
});
