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
const eventsOf = async (name: string) =>
  (await fleet.cluster.client.resource(core.v1.events, 'default').list()).items
    .filter(({ involvedObject }) => involvedObject.name === name)
    .map(({ reason, message }) => `${reason}: ${message}`);

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

test('a pod that runs goes on when its configuration goes', async () => {
  await provide('ConfigMap', 'settings', { a: '1' });
  await run('web', { envFrom: [{ configMapRef: { name: 'settings' } }] });
  await fleet.cluster.client.resource(core.v1.configmaps, 'default').delete('settings');
  await fleet.clock.advance(5_000);
  expect(await statusOf('web')).toBe('Running');
});
