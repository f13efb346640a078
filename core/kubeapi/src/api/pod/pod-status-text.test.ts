import { describe, expect, it } from 'vitest';
import { podStatusText } from './pod-status-text.ts';

describe('the status of a pod', () => {
  const container = (state: object, more: object = {}) => ({
    name: 'c',
    image: 'i',
    imageID: '',
    ready: false,
    restartCount: 0,
    state,
    ...more,
  });
  const waiting = (reason: string) => container({ waiting: { reason } });
  const spec = { containers: [], initContainers: [{ name: 'i1' }, { name: 'i2' }] };
  it.each([
    ['Pending', {}, { phase: 'Pending' }],
    ['Evicted', {}, { phase: 'Failed', reason: 'Evicted' }],
    ['ImagePullBackOff', {}, { phase: 'Pending', containerStatuses: [waiting('ImagePullBackOff')] }],
    [
      'CrashLoopBackOff',
      {},
      { phase: 'Running', containerStatuses: [waiting('CrashLoopBackOff'), container({ running: {} })] },
    ],
    ['Init:0/2', { spec }, { phase: 'Pending', initContainerStatuses: [container({ running: {} })] }],
    [
      'Init:1/2',
      { spec },
      {
        phase: 'Pending',
        initContainerStatuses: [container({ terminated: { exitCode: 0 } }), waiting('PodInitializing')],
      },
    ],
    [
      'Init:Error',
      { spec },
      { phase: 'Pending', initContainerStatuses: [container({ terminated: { exitCode: 1, reason: 'Error' } })] },
    ],
    [
      'Completed',
      {},
      { phase: 'Succeeded', containerStatuses: [container({ terminated: { exitCode: 0, reason: 'Completed' } })] },
    ],
    ['ExitCode:3', {}, { phase: 'Failed', containerStatuses: [container({ terminated: { exitCode: 3 } })] }],
    ['Signal:9', {}, { phase: 'Failed', containerStatuses: [container({ terminated: { exitCode: 137, signal: 9 } })] }],
    [
      'NotReady',
      {},
      {
        phase: 'Running',
        containerStatuses: [
          container({ terminated: { exitCode: 0, reason: 'Completed' } }),
          container({ running: {} }, { ready: true }),
        ],
      },
    ],
    ['Terminating', { metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } }, { phase: 'Running' }],
  ])('is %s', (expected, more, status) => {
    expect(podStatusText({ apiVersion: 'v1', kind: 'Pod', metadata: {}, ...more, status })).toBe(expected);
  });
});
