import { core } from '@kubemin/kubeapi/resources';
import type { Pod, PodSpec } from '@kubemin/kubeapi/types/core.v1';
import { eventually, ManualClock, missingNamespaces } from '@kubemin/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { CollectionWish } from '../images/index.ts';
import { KUBERNETES_DEFAULTS } from '../kubelet-configuration/index.ts';
import type { Readings } from '../pressure/index.ts';
import { hostShell, type RealNode, startRealNode } from '../test-support/real-node.ts';

const missing = await missingNamespaces();
const GIBIBYTE = 1024 ** 3;

const pods = ({ client }: Pick<RealNode, 'client'>) => client.resource(core.v1.pods, 'default');

function makePod(name: string, spec: Partial<PodSpec> = {}): Pod {
  const containers = [hostShell('sleep 600')];
  const common = { terminationGracePeriodSeconds: 0, containers };
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec: { ...common, ...spec } };
}

const until = (node: Pick<RealNode, 'client'>, name: string, reached: (pod: Pod) => boolean): Promise<Pod> =>
  eventually(() => pods(node).get(name), { until: reached });
const isRunning = ({ status }: Pod): boolean => status?.phase === 'Running';
const isReady = ({ status }: Pod): boolean => status?.containerStatuses?.[0]?.ready === true;
const hasFailed = ({ status }: Pod): boolean => status?.phase === 'Failed';

/** A clock of the agent that time passes on as fast as it can. */
function hurriedClock(): ManualClock {
  const clock = new ManualClock(Date.now());
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
  });
  // One after the other: each lets the event loop turn until nothing asks for another turn, which two would never see.
  const pass = async (): Promise<void> => {
    while (!isOver) {
      await clock.advance(500);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  void pass();
  return clock;
}

/** A node whose readings the test decides. */
async function startWatchedNode(settings: Partial<typeof KUBERNETES_DEFAULTS> = {}) {
  const left = { memory: 10 * GIBIBYTE, disk: 90 * GIBIBYTE };
  const wishes: CollectionWish[] = [];
  const readNode = async (): Promise<Readings> =>
    new Map([
      ['memory.available', { available: left.memory, capacity: 16 * GIBIBYTE }],
      ['nodefs.available', { available: left.disk, capacity: 100 * GIBIBYTE }],
    ] as const);
  const node = await startRealNode({
    ...{ readNode, clock: hurriedClock() },
    configuration: { ...KUBERNETES_DEFAULTS, evictionPressureTransitionPeriod: '20s', ...settings },
    collectImages: async (wish) => {
      wishes.push(wish);
      return { removed: [], isShort: false };
    },
  });
  const condition = async (type: string) => {
    const found = await node.client.resource(core.v1.nodes).get('machine');
    return found.status?.conditions?.find((one) => one.type === type);
  };
  return { ...node, left, wishes, condition };
}

describe.skipIf(missing !== undefined)(`pressure${missing === undefined ? '' : ` (skipped: ${missing})`}`, () => {
  test('low memory: the least important pod is evicted as other kubelets do it, new ones wait, then all is well again', async () => {
    const node = await startWatchedNode();
    await pods(node).create(makePod('plain'));
    const requests = { memory: '64Mi' };
    await pods(node).create(makePod('asks', { containers: [{ ...hostShell('sleep 600'), resources: { requests } }] }));
    for (const name of ['plain', 'asks']) await until(node, name, isRunning);
    node.left.memory = 50 * 1024 * 1024;
    const evicted = await until(node, 'plain', hasFailed);
    node.left.memory = 10 * GIBIBYTE;
    expect(evicted.status?.reason).toBe('Evicted');
    expect(evicted.status?.message).toMatch(
      /^The node was low on resource: memory\. Threshold quantity: 100Mi, available: 50Mi\. /,
    );
    expect(evicted.status?.conditions).toContainEqual(
      expect.objectContaining({ type: 'DisruptionTarget', status: 'True', reason: 'TerminationByKubelet' }),
    );
    expect(evicted.status?.containerStatuses?.[0]?.state?.terminated).toBeDefined();
    expect(isRunning(await pods(node).get('asks'))).toBe(true);
    expect(await node.condition('MemoryPressure')).toMatchObject({
      status: 'True',
      reason: 'KubeletHasInsufficientMemory',
    });
    await pods(node).create(makePod('refused', { nodeName: 'machine' }));
    const refused = await until(node, 'refused', hasFailed);
    expect(refused.status).toMatchObject({
      reason: 'Evicted',
      message: 'Pod was rejected: The node had condition: [MemoryPressure]. ',
    });
    await eventually(() => node.condition('MemoryPressure'), { until: (found) => found?.status === 'False' });
    await pods(node).create(makePod('welcome', { nodeName: 'machine' }));
    await until(node, 'welcome', isRunning);
  });

  test('a full disk: ended containers and unused images go first, and a pod only when that was not enough', async () => {
    const node = await startWatchedNode();
    await pods(node).create(makePod('done', { restartPolicy: 'Never', containers: [hostShell('true')] }));
    await until(node, 'done', ({ status }) => status?.phase === 'Succeeded');
    await pods(node).create(makePod('writes', { containers: [hostShell('head -c 2000000 /dev/zero >&2; sleep 600')] }));
    await pods(node).create(makePod('small'));
    for (const name of ['writes', 'small']) await until(node, name, isRunning);
    node.left.disk = 5 * GIBIBYTE;
    const evicted = await until(node, 'writes', hasFailed);
    node.left.disk = 50 * GIBIBYTE;
    expect(evicted.status?.message).toBe(
      'The node was low on resource: ephemeral-storage. Threshold quantity: 10Gi, available: 5Gi. ',
    );
    expect(node.wishes.find(({ highPercent }) => highPercent === 0)).toMatchObject({
      ids: ['sha256:host'],
      references: ['host:1'],
    });
    const left = (await node.runtime.listContainers()).filter(({ state }) => state === 'exited');
    expect(left.map(({ sandboxId }) => sandboxId)).toHaveLength(1);
    expect((await pods(node).get('done')).status?.containerStatuses?.[0]?.state?.terminated?.exitCode).toBe(0);
    expect(isRunning(await pods(node).get('small'))).toBe(true);
  });
});

describe.skipIf(missing !== undefined)(`admission${missing === undefined ? '' : ` (skipped: ${missing})`}`, () => {
  test('a pod that was bound past the scheduler and does not fit fails with the reason, and goes when it is deleted', async () => {
    const node = await startRealNode();
    const resources = { requests: { cpu: '3' } };
    await pods(node).create(
      makePod('large', { nodeName: 'machine', containers: [{ ...hostShell('true'), resources }] }),
    );
    const refused = await until(node, 'large', hasFailed);
    expect(refused.status).toMatchObject({
      reason: 'OutOfcpu',
      message: "Pod was rejected: Node didn't have enough resource: cpu, requested: 3000, used: 0, capacity: 2000",
    });
    expect(await node.runtime.listSandboxes()).toEqual([]);
    await node.restart();
    await pods(node).delete('large');
    await eventually(async () => (await pods(node).find('large')) === undefined);
  });

  test('a critical pod ends others that are in its way, and runs', async () => {
    const node = await startRealNode();
    const asking = (cpu: string): Partial<PodSpec> => ({
      nodeName: 'machine',
      containers: [{ ...hostShell('sleep 600'), resources: { requests: { cpu } } }],
    });
    await pods(node).create(makePod('first', asking('1500m')));
    await until(node, 'first', isRunning);
    const system = node.client.resource(core.v1.pods, 'kube-system');
    await system.create(makePod('critical', { ...asking('1'), priorityClassName: 'system-node-critical' }));
    const preempted = await until(node, 'first', hasFailed);
    expect(preempted.status).toMatchObject({
      reason: 'Preempting',
      message: 'Preempted in order to admit critical pod',
    });
    expect(preempted.status?.conditions).toContainEqual(
      expect.objectContaining({
        type: 'DisruptionTarget',
        reason: 'TerminationByKubelet',
        message: 'Pod was preempted by Kubelet to accommodate a critical pod.',
      }),
    );
    await eventually(() => system.get('critical'), { until: isRunning });
  });

  test('what a user writes into annotations makes no pod static: it is neither spared nor mistaken for one', async () => {
    const node = await startRealNode();
    const annotations = { 'kubernetes.io/config.source': 'file' };
    const resources = { requests: { cpu: '3' } };
    const pod = makePod('claims', { nodeName: 'machine', containers: [{ ...hostShell('true'), resources }] });
    await pods(node).create({ ...pod, metadata: { name: 'claims', annotations } });
    expect((await until(node, 'claims', hasFailed)).status?.reason).toBe('OutOfcpu');
    await pods(node).delete('claims');
    await eventually(async () => (await pods(node).find('claims')) === undefined);
  });
});

describe.skipIf(missing !== undefined)(`shutdown${missing === undefined ? '' : ` (skipped: ${missing})`}`, () => {
  test('pods end by priority and are reported as terminated, the node as not ready; what comes later is refused', async () => {
    const configuration = {
      ...KUBERNETES_DEFAULTS,
      shutdownGracePeriod: '60s',
      shutdownGracePeriodCriticalPods: '30s',
    };
    const node = await startRealNode({ configuration });
    const script = "trap 'exit 3' TERM; : >/tmp/ready; while :; do sleep 0.05; done";
    // A container runs before its shell has set the trap, and the first process of a container is not ended by a signal
    // that it has no trap for.
    const readinessProbe = { exec: { command: ['cat', '/tmp/ready'] }, periodSeconds: 1, failureThreshold: 100 };
    const spec = { containers: [hostShell(script, { readinessProbe })], terminationGracePeriodSeconds: 30 };
    await pods(node).create(makePod('web', spec));
    const system = node.client.resource(core.v1.pods, 'kube-system');
    await system.create(makePod('critical', { ...spec, priorityClassName: 'system-cluster-critical' }));
    await until(node, 'web', isReady);
    await eventually(() => system.get('critical'), { until: isReady });
    await node.running().shutDown();
    const [web, critical] = [await pods(node).get('web'), await system.get('critical')];
    for (const { status } of [web, critical]) {
      expect(status).toMatchObject({
        phase: 'Failed',
        reason: 'Terminated',
        message: 'Pod was terminated in response to imminent node shutdown.',
      });
      expect(status?.containerStatuses?.[0]?.state?.terminated?.exitCode).toBe(3);
    }
    const [webAt, criticalAt] = [web, critical].map(({ status }) =>
      Date.parse(status?.containerStatuses?.[0]?.state?.terminated?.finishedAt ?? ''),
    );
    expect(webAt).toBeLessThanOrEqual(criticalAt ?? 0);
    const found = await node.client.resource(core.v1.nodes).get('machine');
    expect(found.status?.conditions).toContainEqual(
      expect.objectContaining({ type: 'Ready', status: 'False', message: 'node is shutting down' }),
    );
    await pods(node).create(makePod('late', { nodeName: 'machine' }));
    expect((await until(node, 'late', hasFailed)).status?.reason).toBe('NodeShutdown');
  });
});
