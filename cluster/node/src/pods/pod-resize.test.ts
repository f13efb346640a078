import type { Container, Pod, ResourceRequirements } from '@kubemin/kubeapi/types/core.v1';
import { expect, test } from 'vitest';
import type { ContainerStatus } from '../runtime/index.ts';
import type { PodObservation } from './pod-observation.ts';
import { type NodeRoom, PodResize } from './pod-resize.ts';

const NOW = Date.UTC(2026, 0, 1);
const SMALL: ResourceRequirements = { requests: { cpu: '100m', memory: '64Mi' } };
const LARGE: ResourceRequirements = { requests: { cpu: '200m', memory: '64Mi' } };

const room = (more: Partial<NodeRoom> = {}): NodeRoom => ({
  ...{ capacity: { cpu: 1000, memory: 2 ** 30 }, canResize: true },
  takenByOthers: () => ({}),
  ...more,
});

function pod(resources: ResourceRequirements, more: Partial<Container> = {}, status: Pod['status'] = {}): Pod {
  const containers = [{ name: 'main', image: 'host:1', resources, ...more }];
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web', namespace: 'default' },
    spec: { containers },
    status,
  };
}

const running = (id = 'one', attempt = 0): ContainerStatus => ({
  ...{ id, sandboxId: 's', name: 'main', attempt, state: 'running', createdAt: NOW },
  image: { reference: 'host:1', id: 'sha256:1' },
});

function observe(observed: Pod, containers: readonly ContainerStatus[], now = NOW): PodObservation {
  return { pod: observed, sandbox: undefined, containers, notes: new Map(), now };
}

const requested = ({ spec }: Pod): unknown => spec?.containers[0]?.resources?.requests?.cpu;

test('new resources are agreed to when there is room, and applied to the container that runs', () => {
  const resize = new PodResize(room());
  const before = resize.allocate(pod(SMALL), NOW);
  expect(resize.plan(observe(before, [running()]))).toEqual([]);
  const after = resize.allocate(pod(LARGE), NOW);
  expect(requested(after)).toBe('200m');
  expect(resize.plan(observe(after, [running()]))).toMatchObject([{ kind: 'update', id: 'one' }]);
  expect(resize.conditions).toMatchObject([{ type: 'PodResizeInProgress', status: 'True' }]);
  resize.setApplied('one', { name: 'main', resources: LARGE });
  expect(resize.plan(observe(after, [running()]))).toEqual([]);
  expect(resize.applied('one')).toEqual(LARGE);
  expect(resize.conditions).toEqual([]);
});

test('what the node can never give is infeasible, what others have is waited for; containers stay as they are', () => {
  let others = { cpu: 900, memory: 0 };
  const resize = new PodResize(room({ takenByOthers: () => others }));
  resize.allocate(pod(SMALL), NOW);
  const huge = { requests: { cpu: '2', memory: '64Mi' } };
  expect(requested(resize.allocate(pod(huge), NOW))).toBe('100m');
  expect(resize.conditions).toMatchObject([
    {
      ...{ type: 'PodResizePending', reason: 'Infeasible' },
      message: "Node didn't have enough capacity: cpu, requested: 2000, capacity: 1000",
    },
  ]);
  resize.allocate(pod(LARGE), NOW);
  expect(resize.conditions).toMatchObject([
    { reason: 'Deferred', message: "Node didn't have enough resource: cpu, requested: 200, used: 900, capacity: 1000" },
  ]);
  others = { cpu: 0, memory: 0 };
  expect(requested(resize.allocate(pod(LARGE), NOW))).toBe('200m');
  expect(resize.conditions).toEqual([]);
});

test('a container whose policy for the changed resource states it is restarted', () => {
  const resizePolicy = [{ resourceName: 'memory', restartPolicy: 'RestartContainer' }];
  const resize = new PodResize(room());
  resize.plan(observe(resize.allocate(pod(SMALL, { resizePolicy }), NOW), [running()]));
  const moreCpu = resize.allocate(pod(LARGE, { resizePolicy }), NOW);
  expect(resize.plan(observe(moreCpu, [running()]))).toMatchObject([{ kind: 'update' }]);
  const memory = { requests: { ...LARGE.requests, memory: '128Mi' } };
  const moreMemory = resize.allocate(pod(memory, { resizePolicy }), NOW);
  expect(resize.plan(observe(moreMemory, [running()]))).toMatchObject([{ kind: 'restart', attempt: 0 }]);
  expect(resize.plan(observe(moreMemory, [running('two', 1)]))).toEqual([]);
});

test('what the kernel refuses is tried again later, with the reason in the condition', () => {
  const resize = new PodResize(room());
  resize.plan(observe(resize.allocate(pod(SMALL), NOW), [running()]));
  const after = resize.allocate(pod(LARGE), NOW);
  expect(resize.plan(observe(after, [running()]))).toHaveLength(1);
  resize.setFailure(new Error('device or resource busy'), NOW);
  expect(resize.plan(observe(after, [running()], NOW + 1))).toEqual([]);
  expect(resize.conditions).toMatchObject([
    { type: 'PodResizeInProgress', reason: 'Error', message: 'device or resource busy' },
  ]);
  expect(resize.plan(observe(after, [running()], resize.retryAt))).toHaveLength(1);
});

test('an agent that was restarted goes on from what was reported', () => {
  const containerStatuses = [
    {
      ...{ name: 'main', image: '', imageID: '', ready: true, restartCount: 0, containerID: 'sandbox://one' },
      ...{ resources: SMALL, allocatedResources: SMALL.requests ?? {} },
    },
  ];
  const resize = new PodResize(room({ takenByOthers: () => ({ cpu: 950 }) }));
  expect(requested(resize.allocate(pod(LARGE, {}, { containerStatuses }), NOW))).toBe('100m');
  const free = new PodResize(room());
  const agreed = free.allocate(pod(LARGE, {}, { containerStatuses }), NOW);
  expect(free.plan(observe(agreed, [running()]))).toMatchObject([{ kind: 'update', id: 'one' }]);
});

test('a node that cannot change limits refuses each resize', () => {
  const resize = new PodResize(room({ canResize: false }));
  resize.allocate(pod(SMALL), NOW);
  expect(requested(resize.allocate(pod(LARGE), NOW))).toBe('100m');
  expect(resize.conditions).toMatchObject([
    { reason: 'Infeasible', message: 'In-place resize is not supported on this node' },
  ]);
});
