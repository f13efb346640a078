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
const readStatus = async (name: string) => podStatusText(await pods().get(name));
const recordedEvents = async (name: string) =>
  (await fleet.cluster.client.resource(core.v1.events, 'default').list()).items.filter(
    ({ involvedObject }) => involvedObject.name === name,
  );
const eventTexts = async (name: string) =>
  (await recordedEvents(name)).map(({ reason, message }) => `${reason}: ${message}`);
const eventCounts = async (name: string) => (await recordedEvents(name)).map(({ count }) => count);

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

test('a pod whose variables come from what is not there waits with a reason, and runs as soon as it is', async () => {
  await run('web', { envFrom: [{ configMapRef: { name: 'settings' } }] });
  expect(await readStatus('web')).toBe('CreateContainerConfigError');
  const { status } = await pods().get('web');
  expect(status?.phase).toBe('Pending');
  expect(status?.containerStatuses?.[0]?.state?.waiting?.message).toBe('configmap "settings" not found');
  await fleet.clock.advance(5_000);
  expect(await eventTexts('web')).toEqual(['Failed: Error: configmap "settings" not found']);
  await provide('ConfigMap', 'other', {});
  expect(await readStatus('web')).toBe('CreateContainerConfigError');
  await provide('ConfigMap', 'settings', { a: '1' });
  expect(await readStatus('web')).toBe('Running');
});

test('a pod whose volumes cannot be mounted is being created until they can, and events have the reason', async () => {
  const volumes = [{ name: 'keys', secret: { secretName: 'tls', items: [{ key: 'tls.key', path: 'key' }] } }];
  await run('web', {}, volumes);
  expect(await readStatus('web')).toBe('ContainerCreating');
  await fleet.clock.advance(5_000);
  expect(await eventTexts('web')).toEqual([
    'FailedMount: MountVolume.SetUp failed for volume "keys" : secret "tls" not found',
  ]);
  // Half of it is not enough.
  await provide('Secret', 'tls', { 'tls.crt': 'x' });
  expect(await readStatus('web')).toBe('ContainerCreating');
  const secrets = fleet.cluster.client.resource(core.v1.secrets, 'default');
  await secrets.patch('tls', { type: 'merge', body: { stringData: { 'tls.key': 'y' } } });
  await fleet.clock.advance(100);
  expect(await readStatus('web')).toBe('Running');
});

test('the missing source of a volume is reported when it changes, and only then', async () => {
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
  expect((await eventTexts('web')).sort()).toEqual(first.toSorted());
  await provide('ConfigMap', 'settings', { other: '1' });
  await fleet.clock.advance(5_000);
  const now = [...first, failed('settings', 'configmap references non-existent config key: k')];
  expect((await eventTexts('web')).sort()).toEqual(now.toSorted());
  expect(await eventCounts('web')).toEqual([1, 1, 1]);
  await fleet.cluster.client.resource(core.v1.configmaps, 'default').delete('settings');
  await fleet.clock.advance(5_000);
  expect((await eventCounts('web')).sort()).toEqual([1, 1, 2]);
});

test('the missing source of a variable is reported when it changes', async () => {
  const configMapKeyRef = { name: 'settings', key: 'k' };
  await run('web', { env: [{ name: 'K', valueFrom: { configMapKeyRef } }] });
  await provide('ConfigMap', 'settings', { other: '1' });
  await fleet.clock.advance(5_000);
  const missing = 'configmap "settings" not found';
  const lost = "couldn't find key k in ConfigMap default/settings";
  expect((await eventTexts('web')).sort()).toEqual([`Failed: Error: ${missing}`, `Failed: Error: ${lost}`]);
  await fleet.cluster.client.resource(core.v1.configmaps, 'default').delete('settings');
  await fleet.clock.advance(5_000);
  expect((await pods().get('web')).status?.containerStatuses?.[0]?.state?.waiting?.message).toBe(missing);
});

test('a pod that runs goes on when its configuration goes', async () => {
  await provide('ConfigMap', 'settings', { a: '1' });
  await run('web', { envFrom: [{ configMapRef: { name: 'settings' } }] });
  await fleet.cluster.client.resource(core.v1.configmaps, 'default').delete('settings');
  await fleet.clock.advance(5_000);
  expect(await readStatus('web')).toBe('Running');
});
