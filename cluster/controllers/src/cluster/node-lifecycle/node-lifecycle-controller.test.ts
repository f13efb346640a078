import { core } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { eventually, ManualClock, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { handMadeNode, renewLease, summarizeNode } from '../../test-support/hand-made-node.ts';
import { runModule } from '../../test-support/run-module.ts';
import { pod } from '../../test-support/workload.ts';
import { nodeLifecycleController } from './node-lifecycle-controller.ts';
import { NODE_LIFECYCLE_TIMES } from './node-lifecycle-times.ts';
import { taintEvictionController } from './taint-eviction-controller.ts';

let cluster: TestCluster;
let clock: ManualClock;
let stop: () => Promise<void>;
const start = async () => {
  stop = await runModule(
    cluster.client,
    [nodeLifecycleController(NODE_LIFECYCLE_TIMES), taintEvictionController],
    clock,
  );
};
beforeEach(async () => {
  clock = new ManualClock();
  cluster = await startTestCluster({ controllers: false, clock });
  await start();
});
afterEach(async () => {
  await stop();
  await cluster.close();
});

const nodes = () => cluster.client.resource(core.v1.nodes);
const pods = () => cluster.client.resource(core.v1.pods, 'default');
const look = (name: string) => summarizeNode(cluster.client, name);
const names = ['a', 'b', 'c'];

/** Time passes, and those of the nodes that are alive renew their leases. */
async function pass(seconds: number, alive: readonly string[], skewMs = 0): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 10) {
    for (const node of alive) await renewLease(cluster.client, node, clock.now() + skewMs);
    await clock.advance(10_000);
  }
}

async function createNodes(): Promise<void> {
  for (const name of names) await nodes().create(handMadeNode(name));
  await clock.advance(5_000);
}

async function runPod(name: string, node: string, tolerationSeconds: number): Promise<Pod> {
  const { spec = { containers: [] }, ...rest } = pod(name);
  const tolerations = ['not-ready', 'unreachable'].map((key) => ({
    key: `node.kubernetes.io/${key}`,
    operator: 'Exists',
    effect: 'NoExecute',
    tolerationSeconds,
  }));
  await pods().create({ ...rest, spec: { ...spec, nodeName: node, tolerations } });
  const body = { status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] } };
  return pods().patch(name, { type: 'strategic', body }, { subresource: 'status' });
}

const isReady = async (name: string) =>
  (await pods().get(name)).status?.conditions?.find(({ type }) => type === 'Ready')?.status;

test('a new node loses the taint it was made with once it is ready', async () => {
  await nodes().create(handMadeNode('a', { ready: 'False' }));
  await clock.advance(1_000);
  expect(await look('a')).toMatchObject({ ready: 'False', taints: ['not-ready:NoSchedule'] });
  const body = { status: { conditions: [{ type: 'Ready', status: 'True' }] } };
  await nodes().patch('a', { type: 'strategic', body }, { subresource: 'status' });
  await clock.advance(1_000);
  expect(await look('a')).toEqual({ ready: 'True', taints: [] });
});

test('a node that falls silent is unknown after 40 s, its pods are not ready, and go when their patience ends', async () => {
  await createNodes();
  await runPod('web', 'a', 60);
  await runPod('safe', 'b', 60);
  await pass(30, names);
  expect(await look('a')).toEqual({ ready: 'True', taints: [] });
  await pass(30, ['b', 'c']);
  expect((await look('a')).ready).toBe('True');
  await pass(10, ['b', 'c']);
  expect(await look('a')).toEqual({ ready: 'Unknown', taints: ['unreachable:NoExecute', 'unreachable:NoSchedule'] });
  expect(await isReady('web')).toBe('False');
  await pass(40, ['b', 'c']);
  expect((await pods().get('web')).metadata.deletionTimestamp).toBeUndefined();
  await pass(30, ['b', 'c']);
  const gone = await pods().get('web');
  expect(gone.metadata.deletionTimestamp).toBeDefined();
  expect(gone.status?.conditions?.find(({ type }) => type === 'DisruptionTarget')).toMatchObject({
    status: 'True',
    reason: 'DeletionByTaintManager',
  });
  expect((await pods().get('safe')).metadata.deletionTimestamp).toBeUndefined();
  expect(await isReady('safe')).toBe('True');
});

test('the grace period of pods is not restarted by a restart, and ends early by a recovery', async () => {
  await createNodes();
  await runPod('web', 'a', 100);
  await pass(60, ['b', 'c']);
  expect((await look('a')).ready).toBe('Unknown');
  await stop();
  await clock.advance(50_000);
  await start();
  await pass(70, ['b', 'c']);
  expect((await pods().get('web')).metadata.deletionTimestamp).toBeDefined();

  await runPod('lucky', 'a', 100);
  await clock.advance(1_000);
  const body = {
    status: { conditions: [{ type: 'Ready', status: 'True', lastHeartbeatTime: '2026-01-01T01:00:00Z' }] },
  };
  await nodes().patch('a', { type: 'strategic', body }, { subresource: 'status' });
  await pass(150, names);
  expect(await look('a')).toEqual({ ready: 'True', taints: [] });
  expect((await pods().get('lucky')).metadata.deletionTimestamp).toBeUndefined();
});

test('a node whose clock is wrong by minutes is alive, as long as its lease moves', async () => {
  await createNodes();
  await pass(120, ['a'], -5 * 60_000);
  expect((await look('a')).ready).toBe('True');
  expect((await look('b')).ready).toBe('Unknown');
});

test('when no node is left no pod is evicted, and nodes that come back get time', async () => {
  await createNodes();
  await runPod('web', 'a', 1);
  await pass(120, []);
  for (const name of names) {
    expect(await look(name)).toEqual({ ready: 'Unknown', taints: ['unreachable:NoSchedule'] });
  }
  expect((await pods().get('web')).metadata.deletionTimestamp).toBeUndefined();
});

test('a node that never spoke is unknown after a minute', async () => {
  await nodes().create(handMadeNode('quiet', { ready: 'never reported' }));
  await clock.advance(55_000);
  expect(await look('quiet')).toEqual({ ready: undefined, taints: ['not-ready:NoSchedule'] });
  await clock.advance(15_000);
  const { status } = await nodes().get('quiet');
  expect(status?.conditions?.map(({ type, reason }) => `${type} ${reason}`)).toEqual([
    'Ready NodeStatusNeverUpdated',
    'MemoryPressure NodeStatusNeverUpdated',
    'DiskPressure NodeStatusNeverUpdated',
    'PIDPressure NodeStatusNeverUpdated',
  ]);
});

test('a pod that comes to a node it does not tolerate goes at once', async () => {
  await nodes().create(handMadeNode('a', { taints: [{ key: 'sick', effect: 'NoExecute' }] }));
  await runPod('web', 'a', 60);
  await clock.advance(1_000);
  const gone = await eventually(() => pods().get('web'), {
    until: ({ metadata }) => metadata.deletionTimestamp !== undefined,
  });
  expect(gone.status?.conditions?.some(({ type }) => type === 'DisruptionTarget')).toBe(true);
});
