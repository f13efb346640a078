import { timestamp } from '@kubemin/kubeapi';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { expect, test } from 'vitest';
import { AUTOSCALER_TIMES as times } from './autoscaler-times.ts';
import { type MeasuredResource, measurePods } from './measured-pod.ts';
import type { PodUsage } from './pod-metrics.ts';

const NOW = Date.UTC(2026, 0, 1, 12);

interface Wishes {
  readonly phase?: string;
  readonly startedAgoS?: number;
  readonly ready?: { readonly status: string; readonly agoS: number };
  readonly deleted?: boolean;
  readonly requests?: Readonly<Record<string, string>>;
}

function pod(wishes: Wishes): Pod {
  const { phase = 'Running', startedAgoS = 3600, ready = { status: 'True', agoS: 3500 }, deleted } = wishes;
  const { requests = { cpu: '200m' } } = wishes;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web', ...(deleted && { deletionTimestamp: timestamp(NOW) }) },
    spec: {
      containers: [
        { name: 'main', resources: { requests } },
        { name: 'side', resources: { requests } },
      ],
    },
    status: {
      phase,
      startTime: timestamp(NOW - startedAgoS * 1000),
      conditions: [{ type: 'Ready', status: ready.status, lastTransitionTime: timestamp(NOW - ready.agoS * 1000) }],
    },
  };
}

const usage: PodUsage = {
  time: NOW - 5_000,
  windowMs: 15_000,
  containers: { main: { cpu: 300, memory: 5e6 }, side: { cpu: 50, memory: 1e6 } },
};
const measure = (wishes: Wishes, what: MeasuredResource = { resource: 'cpu' }, byRequest = true) =>
  measurePods({ pods: [pod(wishes)], usage: new Map([['web', usage]]), what, byRequest, times, now: NOW });

test.each<[string, Wishes, unknown]>([
  ['containers count together', {}, [{ state: 'ready', usage: 350, request: 400 }]],
  ['one that goes does not count', { deleted: true }, []],
  ['nor one that has failed', { phase: 'Failed' }, []],
  ['one that waits is not ready', { phase: 'Pending' }, [{ state: 'unready', request: 400 }]],
  [
    'a young one counts with readings since it is ready',
    { startedAgoS: 60, ready: { status: 'True', agoS: 30 } },
    [{ state: 'ready', usage: 350, request: 400 }],
  ],
  [
    'and not with those of its start',
    { startedAgoS: 60, ready: { status: 'True', agoS: 10 } },
    [{ state: 'unready', request: 400 }],
  ],
  [
    'one that never became ready',
    { startedAgoS: 3600, ready: { status: 'False', agoS: 3590 } },
    [{ state: 'unready', request: 400 }],
  ],
  [
    'one that was ready once is busy for real',
    { startedAgoS: 3600, ready: { status: 'False', agoS: 60 } },
    [{ state: 'ready', usage: 350, request: 400 }],
  ],
  ['no request', { requests: {} }, { unavailable: 'missing request for cpu in container main of Pod web' }],
])('%s', (_, wishes, expected) => {
  expect(measure(wishes)).toEqual(expected);
});

test('one container of each pod, memory of young ones, and no requests where none are needed', () => {
  expect(measure({}, { resource: 'cpu', container: 'side' })).toEqual([{ state: 'ready', usage: 50, request: 200 }]);
  const young = { startedAgoS: 5, ready: { status: 'True', agoS: 1 }, requests: {} };
  expect(measure(young, { resource: 'memory' }, false)).toEqual([{ state: 'ready', usage: 6e6, request: 0 }]);
  expect(measure({}, { resource: 'gpu' }, false)).toEqual([{ state: 'missing', request: 0 }]);
});
