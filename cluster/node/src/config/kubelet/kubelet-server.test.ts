import { core } from '@kubemin/kubeapi/resources';
import { parsePrometheus } from '@kubemin/testing';
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
  const samples = parsePrometheus(await fleet.ask(NODE, '/metrics/resource'));
  const labels = { container: 'main', namespace: 'default', pod: 'web' };
  const at = Math.floor(fleet.clock.now() / 1000) * 1000;
  expect(samples).toContainEqual({ name: 'container_cpu_usage_seconds_total', type: 'counter', labels, value: 15, at });
  const memory = { type: 'gauge', value: 16 * 1024 * 1024, at };
  expect(samples).toContainEqual({ name: 'container_memory_working_set_bytes', labels, ...memory });
  const pod = { namespace: 'default', pod: 'web' };
  expect(samples).toContainEqual({ name: 'pod_memory_working_set_bytes', labels: pod, ...memory });
  expect(samples).toContainEqual({ name: 'resource_scrape_error', type: 'gauge', labels: {}, value: 0 });
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

test('the metrics of a kubelet are in the format of Prometheus, with the names that its dashboards read', async () => {
  const names = async (path: string): Promise<readonly string[]> => {
    const samples = parsePrometheus(await fleet.ask(NODE, path));
    return [...new Set(samples.map(({ name }) => name))];
  };
  expect(await names('/metrics')).toEqual([
    'kubernetes_build_info',
    'kubelet_node_name',
    'kubelet_desired_pods',
    'kubelet_running_pods',
    'kubelet_running_containers',
  ]);
  expect(await names('/metrics/cadvisor')).toEqual(
    expect.arrayContaining([
      'cadvisor_version_info',
      'container_cpu_usage_seconds_total',
      'container_memory_working_set_bytes',
      'container_start_time_seconds',
      'machine_cpu_cores',
      'machine_memory_bytes',
    ]),
  );
  expect(await names('/metrics/probes')).toEqual([]);
  const running = parsePrometheus(await fleet.ask(NODE, '/metrics')).find(
    ({ name }) => name === 'kubelet_running_pods',
  );
  expect(running?.value).toBe(1);
});

test('a node reports its configuration, its health and the pods that run', async () => {
  const { kubeletconfig } = JSON.parse(await fleet.ask(NODE, '/configz'));
  expect(kubeletconfig).toMatchObject({ kind: 'KubeletConfiguration', maxPods: 110, enableSystemLogQuery: true });
  expect(await fleet.ask(NODE, '/healthz')).toBe('ok');
  expect(await fleet.ask(NODE, '/healthz/syncloop')).toBe('ok');
  expect(await fleet.ask(NODE, '/healthz?verbose')).toBe(
    '[+]ping ok\n[+]log ok\n[+]syncloop ok\nhealthz check passed\n',
  );
  const { items } = JSON.parse(await fleet.ask(NODE, '/runningpods/'));
  expect(items).toMatchObject([
    { metadata: { name: 'web' }, spec: { containers: [{ name: 'main', image: 'web:1' }] } },
  ]);
});

test.each([
  ['/metrics/nothing', '404 page not found'],
  ['/pods/more', '404 page not found'],
  ['/logs/', '404 page not found'],
  ['/healthz/other', '404 page not found'],
  ['/exec/default/web/main', 'Upgrade request required'],
])('%s is refused', async (path, message) => {
  expect(await fleet.ask(NODE, path)).toBe(message);
});
