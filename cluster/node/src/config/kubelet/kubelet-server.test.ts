import { core } from '@kubemin/kubeapi/resources';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ManualFleet, startManualFleet } from '../../test-support/manual-fleet.ts';

const NODE = 'simulated-node-0';

let fleet: ManualFleet;
beforeEach(async () => {
  fleet = await startManualFleet({ count: 1 });
  await fleet.clock.advance(1_000);
  const metadata = { name: 'web', annotations: { 'kubemin.io/simulate-usage-cpu': '250m' } };
  const spec = { nodeName: NODE, containers: [{ name: 'main', image: 'web:1' }] };
  const pods = fleet.cluster.client.resource(core.v1.pods, 'default');
  await pods.create({ apiVersion: 'v1', kind: 'Pod', metadata, spec });
  await fleet.clock.advance(60_000);
});
afterEach(() => fleet.close());

test('Prometheus gets the processor time of containers since their start', async () => {
  const lines = (await fleet.ask(NODE, '/metrics/resource')).split('\n');
  const labels = '{container="main",namespace="default",pod="web"}';
  expect(lines).toContain(`container_cpu_usage_seconds_total${labels} 15`);
  expect(lines).toContain(`container_memory_working_set_bytes${labels} ${16 * 1024 * 1024}`);
  expect(lines).toContain('# TYPE node_cpu_usage_seconds_total counter');
  expect(lines).toContain('resource_scrape_error 0');
});

test('the disk of a node is as full as its pods and it itself have made it', async () => {
  const disk = async () => JSON.parse(await fleet.ask(NODE, '/stats/summary')).node.fs;
  const gib = 1024 ** 3;
  const before = await disk();
  expect(before).toMatchObject({ capacityBytes: 100 * gib, usedBytes: 2 * gib + 4 * 1024 ** 2 });
  expect(before.availableBytes).toBe(before.capacityBytes - before.usedBytes);
  const pods = fleet.cluster.client.resource(core.v1.pods, 'default');
  const writer = async (name: string, annotations: Record<string, string>, storage: string) => {
    const resources = { requests: { 'ephemeral-storage': storage } };
    const spec = { nodeName: NODE, containers: [{ name: 'main', image: 'web:1', resources }] };
    await pods.create({ apiVersion: 'v1', kind: 'Pod', metadata: { name, annotations }, spec });
    await fleet.clock.advance(1_000);
    return (await disk()).usedBytes;
  };
  expect(await writer('half', {}, '10Gi')).toBe(before.usedBytes + 5 * gib);
  expect(await writer('annotated', { 'kubemin.io/simulate-usage-disk': '7Gi' }, '1Gi')).toBe(
    before.usedBytes + 12 * gib,
  );
  await writer('liar', { 'kubemin.io/simulate-usage-disk': '1Ti' }, '1Gi');
  expect(await disk()).toMatchObject({ availableBytes: 0, usedBytes: 100 * gib });
});

test('a node lists the pods bound to it', async () => {
  const { kind, items } = JSON.parse(await fleet.ask(NODE, '/pods'));
  expect([kind, items.map(({ metadata }: { metadata: { name: string } }) => metadata.name)]).toEqual([
    'PodList',
    ['web'],
  ]);
});

test('what no kubelet has is not found', async () => {
  expect(await fleet.ask(NODE, '/metrics/nothing')).toBe('404 page not found');
});
