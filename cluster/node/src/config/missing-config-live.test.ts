import { podStatusText } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Container, Volume } from '@kubemin/kubeapi/types/core.v1';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ManualFleet, startManualFleet } from '../test-support/manual-fleet.ts';

let fleet: ManualFleet;
beforeEach(async () => {
  fleet = await startManualFleet({ count: 1 });
  await fleet.clock.advance(1_000);
});
afterEach(() => fleet.close());

const pods = () => fleet.cluster.client.resource(core.v1.pods, 'default');
const statusOf = async (name: string) => podStatusText(await pods().get(name));
const recordedOf = async (name: string) =>
  (await fleet.cluster.client.resource(core.v1.events, 'default').list()).items.filter(
    ({ involvedObject }) => involvedObject.name === name,
  );
const eventsOf = async (name: string) => (await recordedOf(name)).map(({ reason, message }) => `${reason}: ${message}`);
const countsOf = async (name: string) => (await recordedOf(name)).map(({ count }) => count);

async function run(name: string, container: Partial<Container>, volumes: readonly Volume[] = []): Promise<void> {
  const containers = [{ name: 'main', image: 'shop:1', ...container }];
  const spec = { nodeName: 'simulated-node-0', containers, volumes };
  await pods().create({ apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec });
  await fleet.clock.advance(1_000);
}

async function provide(kind: 'ConfigMap' | 'Secret', name: string, data: Record<string, string>): Promise<void> {
  const { client } = fleet.cluster;
  const metadata = { name };
  if (kind === 'Secret') {
    await client.resource(core.v1.secrets, 'default').create({ apiVersion: 'v1', kind, metadata, stringData: data });
  } else {
    await client.resource(core.v1.configmaps, 'default').create({ apiVersion: 'v1', kind, metadata, data });
  }
  await fleet.clock.advance(100);
}

test('a pod whose variables come from what is not there waits, says so, and runs as soon as it is', async () => {
  await run('web', { envFrom: [{ configMapRef: { name: 'settings' } }] });
  expect(await statusOf('web')).toBe('CreateContainerConfigError');
  const { status } = await pods().get('web');
  expect(status?.phase).toBe('Pending');
  expect(status?.containerStatuses?.[0]?.state?.waiting?.message).toBe('configmap "settings" not found');
  await fleet.clock.advance(5_000);
  expect(await eventsOf('web')).toEqual(['Failed: Error: configmap "settings" not found']);
  await provide('ConfigMap', 'other', {});
  expect(await statusOf('web')).toBe('CreateContainerConfigError');
  await provide('ConfigMap', 'settings', { a: '1' });
  expect(await statusOf('web')).toBe('Running');
});

test('a pod whose volumes cannot be mounted is being created until they can, and the events say why', async () => {
  const volumes = [{ name: 'keys', secret: { secretName: 'tls', items: [{ key: 'tls.key', path: 'key' }] } }];
  await run('web', {}, volumes);
  expect(await statusOf('web')).toBe('ContainerCreating');
  await fleet.clock.advance(5_000);
  expect(await eventsOf('web')).toEqual([
    'FailedMount: MountVolume.SetUp failed for volume "keys" : secret "tls" not found',
  ]);
  // Half of it is not enough.
  await provide('Secret', 'tls', { 'tls.crt': 'x' });
  expect(await statusOf('web')).toBe('ContainerCreating');
  const secrets = fleet.cluster.client.resource(core.v1.secrets, 'default');
  await secrets.patch('tls', { type: 'merge', body: { stringData: { 'tls.key': 'y' } } });
  await fleet.clock.advance(100);
  expect(await statusOf('web')).toBe('Running');
});

test('what a volume waits for is told when it becomes another, and only then', async () => {
  const items = [{ key: 'k', path: 'k' }];
  const volumes = [
    { name: 'settings', configMap: { name: 'settings', items } },
    { name: 'keys', secret: { secretName: 'tls' } },
  ];
  await run('web', {}, volumes);
  const failed = (volume: string, why: string) =>
    `FailedMount: MountVolume.SetUp failed for volume "${volume}" : ${why}`;
  const first = [failed('settings', 'configmap "settings" not found'), failed('keys', 'secret "tls" not found')];
  await fleet.clock.advance(5_000);
  expect((await eventsOf('web')).sort()).toEqual(first.toSorted());
  await provide('ConfigMap', 'settings', { other: '1' });
  await fleet.clock.advance(5_000);
  const now = [...first, failed('settings', 'configmap references non-existent config key: k')];
  expect((await eventsOf('web')).sort()).toEqual(now.toSorted());
  expect(await countsOf('web')).toEqual([1, 1, 1]);
  await fleet.cluster.client.resource(core.v1.configmaps, 'default').delete('settings');
  await fleet.clock.advance(5_000);
  expect((await countsOf('web')).sort()).toEqual([1, 1, 2]);
});

test('what a variable waits for is told when it becomes another', async () => {
  const configMapKeyRef = { name: 'settings', key: 'k' };
  await run('web', { env: [{ name: 'K', valueFrom: { configMapKeyRef } }] });
  await provide('ConfigMap', 'settings', { other: '1' });
  await fleet.clock.advance(5_000);
  const missing = 'configmap "settings" not found';
  const lost = "couldn't find key k in ConfigMap default/settings";
  expect((await eventsOf('web')).sort()).toEqual([`Failed: Error: ${missing}`, `Failed: Error: ${lost}`]);
  await fleet.cluster.client.resource(core.v1.configmaps, 'default').delete('settings');
  await fleet.clock.advance(5_000);
  expect((await pods().get('web')).status?.containerStatuses?.[0]?.state?.waiting?.message).toBe(missing);
});

test('a pod that runs goes on when its configuration goes', async () => {
  await provide('ConfigMap', 'settings', { a: '1' });
  await run('web', { envFrom: [{ configMapRef: { name: 'settings' } }] });
  await fleet.cluster.client.resource(core.v1.configmaps, 'default').delete('settings');
  await fleet.clock.advance(5_000);
  expect(await statusOf('web')).toBe('Running');
});
