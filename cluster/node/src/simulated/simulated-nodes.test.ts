import { coordination, core } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { eventually, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SIMULATE, START_DELAY, STOP_DELAY } from './rules/pod-annotations.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ nodes: 2 });
});
afterAll(() => cluster.close());

const pods = () => cluster.client.resource(core.v1.pods, 'default');
const nodes = () => cluster.client.resource(core.v1.nodes);

function pod(name: string, annotations: Record<string, string> = {}, spec: Partial<Pod['spec']> = {}): Pod {
  const containers = [{ name: 'main', image: 'shop:1' }];
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name, annotations }, spec: { containers, ...spec } };
}

const firstContainerStatus = async (name: string) => (await pods().get(name)).status?.containerStatuses?.[0];
const eventReasons = async (name: string) => {
  const { items } = await cluster.client.resource(core.v1.events, 'default').list();
  return items.filter(({ involvedObject }) => involvedObject.name === name).map(({ reason }) => reason);
};

describe('a simulated node', () => {
  test('is registered, ready, recognisable as simulated, and has a lease', async () => {
    const { items } = await eventually(() => nodes().list(), { until: (list) => list.items.length === 2 });
    for (const { metadata, status, spec } of items) {
      expect(metadata.labels).toMatchObject({
        'kubernetes.io/hostname': metadata.name,
        'kubemin.io/simulated': 'true',
      });
      expect(status?.conditions?.find(({ type }) => type === 'Ready')?.status).toBe('True');
      expect(status?.nodeInfo?.osImage).toBe('KubeMin simulated node');
      expect(spec?.podCIDR).toMatch(/^10\.244\.[01]\.0\/24$/);
      const leases = cluster.client.resource(coordination.v1.leases, 'kube-node-lease');
      const lease = await eventually(() => leases.find(metadata.name ?? ''));
      expect(lease?.spec).toMatchObject({ holderIdentity: metadata.name, leaseDurationSeconds: 40 });
    }
  });

  test('that is deleted and created again works again', async () => {
    const { apiVersion, kind, metadata, spec } = await nodes().get('simulated-node-1');
    await nodes().delete('simulated-node-1');
    const { name = '', labels = {}, annotations = {} } = metadata;
    await nodes().create({ apiVersion, kind, metadata: { name, labels, annotations }, ...(spec && { spec }) });
    await eventually(async () => {
      const { status } = await nodes().get('simulated-node-1');
      return status?.conditions?.some(({ type, status: holds }) => type === 'Ready' && holds === 'True') ?? false;
    });
  });
});

describe('a pod on a simulated node', () => {
  test('runs with an address of its node until it is deleted', async () => {
    await pods().create(pod('plain'));
    const { status, spec } = await eventually(() => pods().get('plain'), {
      until: (p) => p.status?.phase === 'Running',
    });
    const node = await nodes().get(spec?.nodeName ?? '');
    expect(node.spec?.podCIDR?.startsWith(status?.podIP?.replace(/\d+$/, '') ?? 'no address')).toBe(true);
    await eventually(async () => (await eventReasons('plain')).includes('Started'));
    await pods().delete('plain');
    await eventually(async () => (await pods().find('plain')) === undefined);
  });

  test('that cannot pull its image waits in ImagePullBackOff, with matching events', async () => {
    await pods().create(pod('unpullable', { [SIMULATE]: 'image-pull-error' }));
    await eventually(
      async () => (await firstContainerStatus('unpullable'))?.state?.waiting?.reason === 'ImagePullBackOff',
    );
    expect((await pods().get('unpullable')).status?.phase).toBe('Pending');
    const reasons = await eventually(() => eventReasons('unpullable'), { until: (list) => list.includes('BackOff') });
    expect(reasons).toContain('Failed');
  });

  test('that crashes waits in CrashLoopBackOff after its first restart', async () => {
    await pods().create(pod('crashing', { [SIMULATE]: 'crash-loop' }));
    await eventually(
      async () => (await firstContainerStatus('crashing'))?.state?.waiting?.reason === 'CrashLoopBackOff',
    );
    const container = await firstContainerStatus('crashing');
    expect(container).toMatchObject({ ready: false, restartCount: 1, lastState: { terminated: { exitCode: 1 } } });
  });

  test('starts and stops as slowly as it is asked to', async () => {
    await pods().create(pod('slow', { [START_DELAY]: '4s', [STOP_DELAY]: '1h' }));
    await eventually(async () => (await firstContainerStatus('slow'))?.state?.waiting?.reason === 'ContainerCreating');
    await eventually(async () => (await pods().get('slow')).status?.phase === 'Running');
    await pods().delete('slow', { gracePeriodSeconds: 1 });
    expect((await pods().find('slow'))?.metadata.deletionTimestamp).toBeDefined();
    await eventually(async () => (await pods().find('slow')) === undefined);
  });

  test('bound by hand, past the scheduler, runs too', async () => {
    await pods().create(pod('by-hand', {}, { nodeName: 'simulated-node-0' }));
    await eventually(async () => (await pods().get('by-hand')).status?.phase === 'Running');
  });
});
