import type { Container, Pod } from '@kubemin/kubeapi/types/core.v1';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ContainerStatus } from '../runtime/index.ts';
import { type ContainerNote, isSidecarContainer, latestAttempt, type PodObservation } from './pod-observation.ts';
import { hasEnded, planPod } from './pod-plan.ts';
import { refersTo } from './pod-references.ts';
import { endedPodStatus, podStatus } from './pod-status.ts';

const NODE = { hostIP: '10.244.0.1', runtime: 'sandbox' };

function makePod(spec: Partial<NonNullable<Pod['spec']>>): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web', namespace: 'default', uid: 'uid-1' },
    spec: { containers: [{ name: 'main', image: 'app:1' }], ...spec },
  };
}

/** A runtime in memory: it carries out plans, and containers end when the test ends them. */
class ModelNode {
  now = 1_000_000;
  readonly pod: Pod;
  sandbox: PodObservation['sandbox'];
  containers: ContainerStatus[] = [];
  readonly notes = new Map<string, ContainerNote>();
  /** Names in the order of their starts. */
  readonly starts: string[] = [];

  constructor(pod: Pod) {
    this.pod = pod;
  }

  get observation(): PodObservation {
    const { pod, sandbox, containers, notes, now } = this;
    return { pod, sandbox, containers, notes, now };
  }

  get status() {
    return podStatus(this.observation, NODE);
  }

  /** Carries out plans until there is nothing to do; returns when time would change that. */
  settle(): number | undefined {
    for (let round = 0; round < 100; round += 1) {
      const { actions, wakeAt } = planPod(this.observation);
      if (actions.length === 0) return wakeAt;
      for (const action of actions) this.#carryOut(action);
    }
    throw new Error('the plan does not come to an end');
  }

  end(name: string, exitCode: number): void {
    this.#change(name, {
      state: 'exited',
      exitCode,
      finishedAt: this.now,
      reason: exitCode === 0 ? 'Completed' : 'Error',
    });
  }

  #change(name: string, change: Partial<ContainerStatus>): void {
    const latest = latestAttempt(this.containers, name);
    this.containers = this.containers.map((status) => (status === latest ? { ...status, ...change } : status));
  }

  #carryOut(action: ReturnType<typeof planPod>['actions'][number]): void {
    const { now } = this;
    switch (action.kind) {
      case 'runSandbox':
        this.sandbox = {
          ...{ id: `sandbox-${action.attempt}`, attempt: action.attempt, state: 'ready', address: '10.244.0.2' },
          ...{ pod: { namespace: 'default', name: 'web', uid: 'uid-1' }, createdAt: now },
        };
        return;
      case 'startContainer': {
        const { container, attempt, backOff } = action;
        this.starts.push(container.name);
        this.notes.set(container.name, { ...this.notes.get(container.name), backOff, kill: undefined });
        this.containers.push({
          ...{ id: `${container.name}-${attempt}`, name: container.name, attempt, state: 'running' },
          ...{ sandboxId: this.sandbox?.id ?? '', image: { reference: 'app:1', id: 'sha256:1' } },
          ...{ createdAt: now, startedAt: now },
        });
        return;
      }
      case 'killContainer':
        this.end(action.name, 143);
        return;
      case 'stopSandbox':
        for (const { name, sandboxId, state } of this.containers) {
          if (sandboxId === action.id && state === 'running') this.end(name, 137);
        }
        if (this.sandbox !== undefined) this.sandbox = { ...this.sandbox, state: 'notReady' };
        return;
      case 'removeContainer':
        this.containers = this.containers.filter(({ id }) => id !== action.id);
    }
  }
}

test('init containers run one after the other, then all containers', () => {
  const node = new ModelNode(
    makePod({ initContainers: [{ name: 'one' }, { name: 'two' }], containers: [{ name: 'a' }, { name: 'b' }] }),
  );
  node.settle();
  expect(node.starts).toEqual(['one']);
  expect(node.status).toMatchObject({ phase: 'Pending', podIP: '10.244.0.2' });
  expect(node.status.containerStatuses?.[0]?.state).toEqual({ waiting: { reason: 'PodInitializing' } });
  node.end('one', 0);
  node.settle();
  node.end('two', 0);
  node.settle();
  expect(node.starts).toEqual(['one', 'two', 'a', 'b']);
  expect(node.status.phase).toBe('Running');
});

test('a container that fails again and again is restarted at once, then after 10, 20, 40 s up to 5 minutes', () => {
  const node = new ModelNode(makePod({}));
  const delays: number[] = [];
  for (let crash = 0; crash < 8; crash += 1) {
    node.settle();
    node.now += 1000;
    node.end('main', 1);
    const wakeAt = node.settle();
    delays.push(wakeAt === undefined ? 0 : (wakeAt - node.now) / 1000);
    if (crash === 2) {
      expect(node.status.containerStatuses?.[0]).toMatchObject({
        restartCount: 2,
        state: {
          waiting: {
            reason: 'CrashLoopBackOff',
            message: 'back-off 20s restarting failed container=main pod=web_default(uid-1)',
          },
        },
        lastState: { terminated: { exitCode: 1, reason: 'Error' } },
      });
      expect(node.status.phase).toBe('Running');
    }
    if (wakeAt !== undefined) node.now = wakeAt;
  }
  expect(delays).toEqual([0, 10, 20, 40, 80, 160, 300, 300]);
});

test('a container that ran for long begins with the shortest delay again', () => {
  const node = new ModelNode(makePod({}));
  for (let crash = 0; crash < 4; crash += 1) {
    node.settle();
    node.end('main', 1);
    const wakeAt = node.settle();
    if (wakeAt !== undefined) node.now = wakeAt;
  }
  node.settle();
  node.now += 20 * 60_000;
  node.end('main', 1);
  expect(node.settle()).toBeUndefined();
  expect(latestAttempt(node.containers, 'main')?.state).toBe('running');
});

test.each([
  ['Never', 0, 'Succeeded'],
  ['Never', 3, 'Failed'],
  ['OnFailure', 0, 'Succeeded'],
] as const)('restart policy %s and exit code %i: %s, and the sandbox is stopped', (restartPolicy, exitCode, phase) => {
  const node = new ModelNode(makePod({ restartPolicy }));
  node.settle();
  node.end('main', exitCode);
  node.settle();
  expect(node.status.phase).toBe(phase);
  expect(node.sandbox?.state).toBe('notReady');
  expect(node.status.containerStatuses?.[0]?.state?.terminated?.exitCode).toBe(exitCode);
});

test('an init container that fails with restart policy Never fails the pod', () => {
  const node = new ModelNode(makePod({ restartPolicy: 'Never', initContainers: [{ name: 'one' }] }));
  node.settle();
  node.end('one', 2);
  node.settle();
  expect(node.status.phase).toBe('Failed');
  expect(node.starts).toEqual(['one']);
});

test('a sidecar starts before the containers, is restarted, and ends after them', () => {
  const sidecar = { name: 'proxy', restartPolicy: 'Always' };
  const node = new ModelNode(makePod({ restartPolicy: 'Never', initContainers: [sidecar, { name: 'one' }] }));
  node.settle();
  expect(node.starts).toEqual(['proxy', 'one']);
  node.end('one', 0);
  node.settle();
  expect(node.starts).toEqual(['proxy', 'one', 'main']);
  node.end('proxy', 1);
  node.settle();
  expect(node.starts.at(-1)).toBe('proxy');
  node.end('main', 0);
  node.settle();
  expect(latestAttempt(node.containers, 'proxy')).toMatchObject({ state: 'exited', exitCode: 143 });
  expect(node.status.phase).toBe('Succeeded');
});

test('a lost sandbox is made again with everything in it, and the attempts go on', () => {
  const node = new ModelNode(makePod({ initContainers: [{ name: 'one' }] }));
  node.settle();
  node.end('one', 0);
  node.settle();
  if (node.sandbox !== undefined) node.sandbox = { ...node.sandbox, state: 'notReady' };
  node.end('main', 137);
  node.settle();
  expect(node.sandbox).toMatchObject({ attempt: 1, state: 'ready' });
  node.end('one', 0);
  node.settle();
  expect(node.starts).toEqual(['one', 'main', 'one', 'main']);
  expect(latestAttempt(node.containers, 'main')).toMatchObject({ attempt: 1, sandboxId: 'sandbox-1' });
});

test('a pod that the API server has as ended is not run again', () => {
  const node = new ModelNode({ ...makePod({}), status: { phase: 'Failed', reason: 'Evicted' } });
  expect(planPod(node.observation).actions).toEqual([]);
});

test('containers that outlive their sandbox are ended before it is made again', () => {
  const node = new ModelNode(makePod({}));
  node.settle();
  if (node.sandbox !== undefined) node.sandbox = { ...node.sandbox, state: 'notReady' };
  expect(planPod(node.observation).actions).toEqual([{ kind: 'stopSandbox', id: 'sandbox-0' }]);
  node.settle();
  expect(node.containers.filter(({ state }) => state === 'running')).toMatchObject([
    { attempt: 1, sandboxId: 'sandbox-1' },
  ]);
});

test('a container that cannot be made waits with the reason, and is tried again later', () => {
  const node = new ModelNode(makePod({}));
  node.sandbox = {
    ...{ id: 's', attempt: 0, state: 'ready', address: '10.244.0.2', createdAt: 0 },
    pod: { namespace: 'default', name: 'web', uid: 'uid-1' },
  };
  const [retryAt, shownUntil] = [node.now + 10_000, node.now + 2000];
  node.notes.set('main', {
    problem: { reason: 'ErrImagePull', message: 'not found', delayMs: 10_000, retryAt, shownUntil },
  });
  const waiting = () => node.status.containerStatuses?.[0]?.state?.waiting;
  expect(node.settle()).toBe(shownUntil);
  expect(waiting()).toEqual({ reason: 'ErrImagePull', message: 'not found' });
  expect(node.status.phase).toBe('Pending');
  node.now = shownUntil;
  expect(node.settle()).toBe(retryAt);
  expect(waiting()).toEqual({
    reason: 'ImagePullBackOff',
    message: 'Back-off pulling image "app:1": ErrImagePull: not found',
  });
  node.now = retryAt;
  expect(planPod(node.observation).actions).toMatchObject([{ kind: 'startContainer', attempt: 0 }]);
});

test('a container that was made and never started is removed, and its attempt is used again', () => {
  const node = new ModelNode(makePod({}));
  node.settle();
  node.end('main', 1);
  node.settle();
  node.containers = node.containers.map((status) =>
    status.attempt === 1 ? { ...status, state: 'created', startedAt: undefined } : status,
  );
  expect(planPod(node.observation).actions).toEqual([{ kind: 'removeContainer', id: 'main-1', name: 'main' }]);
  node.now += 60_000;
  node.settle();
  expect(node.containers).toMatchObject([
    { attempt: 0, state: 'exited' },
    { attempt: 1, state: 'running' },
  ]);
});

test('a pod is Running until its last sidecar has ended', () => {
  const sidecar = { name: 'proxy', restartPolicy: 'Always' };
  const node = new ModelNode(makePod({ restartPolicy: 'Never', initContainers: [sidecar] }));
  node.settle();
  node.end('main', 0);
  expect(node.status.phase).toBe('Running');
  node.settle();
  expect(node.status.phase).toBe('Succeeded');
});

test('the last status of a pod that is deleted: Succeeded when all containers did, else Failed; those that never ran are unknown', () => {
  const node = new ModelNode(makePod({ containers: [{ name: 'a' }, { name: 'b' }] }));
  const never = endedPodStatus(node.observation, NODE);
  expect(never.phase).toBe('Failed');
  expect(never.containerStatuses?.[0]?.state?.terminated).toEqual({
    exitCode: 137,
    reason: 'ContainerStatusUnknown',
    message: 'The container could not be located when the pod was terminated',
  });
  node.settle();
  node.end('a', 0);
  node.end('b', 0);
  expect(endedPodStatus(node.observation, NODE)).toMatchObject({ phase: 'Succeeded' });
  node.end('b', 2);
  const failed = endedPodStatus(node.observation, NODE);
  expect(failed).toMatchObject({
    phase: 'Failed',
    containerStatuses: [{}, { state: { terminated: { exitCode: 2 } } }],
  });
  expect(failed.conditions?.find(({ type }) => type === 'Ready')).toMatchObject({
    status: 'False',
    reason: 'PodCompleted',
  });
});

test('a pod refers to what its volumes, variables and pull secrets name, in its own namespace', () => {
  const pod = makePod({
    imagePullSecrets: [{ name: 'registry' }],
    volumes: [
      { name: 'a', projected: { sources: [{ configMap: { name: 'projected' } }, { secret: { name: 'password' } }] } },
      { name: 'b', persistentVolumeClaim: { claimName: 'data' } },
    ],
    containers: [{ name: 'main', envFrom: [{ configMapRef: { name: 'settings' } }] }],
  });
  const refers = (kind: 'ConfigMap' | 'Secret' | 'PersistentVolumeClaim', name: string, namespace = 'default') =>
    refersTo(pod, { kind, namespace, name });
  expect(refers('ConfigMap', 'projected') && refers('ConfigMap', 'settings')).toBe(true);
  expect(refers('Secret', 'password') && refers('Secret', 'registry')).toBe(true);
  expect(refers('PersistentVolumeClaim', 'data')).toBe(true);
  expect(refers('Secret', 'settings') || refers('ConfigMap', 'other') || refers('ConfigMap', 'settings', 'x')).toBe(
    false,
  );
});

const containerNames = ['a', 'b', 'c'];
const specs = fc.record({
  restartPolicy: fc.constantFrom('Always', 'OnFailure', 'Never'),
  inits: fc.array(fc.boolean(), { maxLength: 3 }),
  apps: fc.integer({ min: 1, max: 3 }),
});

test('whatever ends in whatever order: no container runs twice, none before its time, and plans come to an end', () => {
  fc.assert(
    fc.property(
      specs,
      fc.array(
        fc.record({ pick: fc.nat(), exitCode: fc.constantFrom(0, 1, 137), wait: fc.nat(400_000), lose: fc.nat(20) }),
        {
          maxLength: 30,
        },
      ),
      ({ restartPolicy, inits, apps }, happenings) => {
        const initContainers: Container[] = inits.map((sidecar, index) => ({
          name: `init-${index}`,
          ...(sidecar && { restartPolicy: 'Always' }),
        }));
        const containers = containerNames.slice(0, apps).map((name) => ({ name }));
        const node = new ModelNode(makePod({ restartPolicy, initContainers, containers }));
        node.settle();
        for (const { pick, exitCode, wait, lose } of happenings) {
          const running = node.containers.filter(({ state }) => state === 'running');
          const chosen = running[pick % Math.max(running.length, 1)];
          if (lose === 0 && node.sandbox !== undefined) {
            // Its containers go on.
            node.sandbox = { ...node.sandbox, state: 'notReady' };
          } else if (chosen !== undefined) node.end(chosen.name, exitCode);
          node.settle();
          node.now += wait;
          node.settle();
          check(node, initContainers, restartPolicy);
        }
      },
    ),
  );
});

function check(node: ModelNode, inits: readonly Container[], restartPolicy: string): void {
  const running = node.containers.filter(({ state }) => state === 'running').map(({ name }) => name);
  expect(new Set(running).size).toBe(running.length);
  const regular = inits.filter((container) => !isSidecarContainer(container)).map(({ name }) => name);
  const isAppRunning = running.some((name) => containerNames.includes(name));
  if (isAppRunning) expect(running.filter((name) => regular.includes(name))).toEqual([]);
  for (const status of node.containers.filter(({ state }) => state === 'running')) {
    expect(status.sandboxId).toBe(node.sandbox?.id);
  }
  const { phase } = node.status;
  if (restartPolicy === 'Always') expect(['Pending', 'Running']).toContain(phase);
  if (phase === 'Succeeded' || phase === 'Failed') {
    expect(hasEnded(node.observation)).toBe(true);
    expect(node.sandbox?.state).toBe('notReady');
  }
  // The present and the last attempt of each container are kept, and one that waits to be removed.
  for (const name of new Set(node.containers.map((status) => status.name))) {
    expect(node.containers.filter((status) => status.name === name).length).toBeLessThanOrEqual(3);
  }
}
