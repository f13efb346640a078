import type { Container, ResourceRequirements } from '@kubemin/kubeapi/types/core.v1';
import { always, forever, once, type PodScenario, shell, succeeds } from './scenario.ts';

const SMALL = { requests: { cpu: '10m', memory: '32Mi' }, limits: { cpu: '500m', memory: '64Mi' } };
const LARGE = { requests: { cpu: '20m', memory: '48Mi' }, limits: { cpu: '600m', memory: '96Mi' } };

/** A pod whose container `main` gets other resources when it is ready. */
const resized = (resize: ResourceRequirements, more: Partial<Container> = {}) => ({
  needs: 'resources' as const,
  action: { resize },
  spec: always(forever({ resources: SMALL, ...more })),
  without: {
    ...{ phase: 'Running', conditions: { PodResizePending: 'True Infeasible' } },
    containers: { main: 'running' },
  },
});
const running = (resources: ResourceRequirements, restarts = 0) => ({
  main: {
    state: 'running',
    restarts,
    resources: JSON.stringify({ limits: resources.limits, requests: resources.requests }),
  },
});

/** What containers have of CPU and memory, and how that changes while they run. */
export const RESOURCES: readonly PodScenario[] = [
  {
    name: 'resources-reported',
    needs: 'resources',
    spec: always(forever({ resources: SMALL })),
    expected: { phase: 'Running', containers: running(SMALL) },
  },
  {
    name: 'resized',
    short: true,
    ...resized(LARGE),
    expected: {
      ...{ phase: 'Running', containers: running(LARGE), events: ['ResizeCompleted'] },
      noEvents: ['Killing'],
    },
  },
  {
    name: 'resized-to-less-cpu',
    ...resized({ ...SMALL, limits: { ...SMALL.limits, cpu: '100m' } }),
    expected: { phase: 'Running', containers: running({ ...SMALL, limits: { ...SMALL.limits, cpu: '100m' } }) },
  },
  {
    name: 'resized-with-restart',
    short: true,
    ...resized(LARGE, { resizePolicy: [{ resourceName: 'memory', restartPolicy: 'RestartContainer' }] }),
    expected: {
      ...{ phase: 'Running', containers: running(LARGE, 1) },
      eventMessages: ['Container main resize requires restart'],
    },
  },
  {
    name: 'resized-without-restart-of-the-other-resource',
    ...resized(
      { requests: { ...SMALL.requests, cpu: '30m' }, limits: SMALL.limits },
      { resizePolicy: [{ resourceName: 'memory', restartPolicy: 'RestartContainer' }] },
    ),
    expected: {
      ...{ phase: 'Running', noEvents: ['Killing'] },
      containers: running({ requests: { ...SMALL.requests, cpu: '30m' }, limits: SMALL.limits }),
    },
  },
  {
    name: 'resized-beyond-the-node',
    short: true,
    ...resized({ requests: { cpu: '5000', memory: '32Mi' }, limits: { cpu: '5000', memory: '64Mi' } }),
    expected: {
      ...{ phase: 'Running', conditions: { PodResizePending: 'True Infeasible' } },
      containers: running(SMALL),
    },
  },
  {
    name: 'limits-of-the-pod',
    needs: 'resources',
    spec: {
      ...once(shell('x=$(head -c 200000000 /dev/zero | tr "\\0" x); exit 0')),
      resources: { limits: { memory: '24Mi' } },
    },
    expected: { phase: 'Failed', containers: { main: 'terminated OOMKilled 137' } },
  },
  {
    name: 'runtime-class-of-unknown-handler',
    short: true,
    spec: { ...once(shell('exit 0')), runtimeClassName: 'unknown-handler' },
    expected: {
      ...{ phase: 'Pending', containers: { main: 'waiting ContainerCreating' }, events: ['FailedCreatePodSandBox'] },
      eventMessages: ['no runtime for "no-such-handler" is configured'],
    },
  },
  {
    name: 'ended-first-without-requests',
    spec: once(shell('[ "$(cat /proc/self/oom_score_adj)" = 1000 ]')),
    expected: succeeds,
  },
  {
    name: 'memory-within-limit',
    spec: once(shell('x=$(head -c 1000000 /dev/zero | tr "\\0" x); exit 0', { resources: SMALL })),
    expected: succeeds,
  },
];
