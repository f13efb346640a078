import { coordination, core } from '@kubemin/kubeapi/resources';
import type { ConfigMap, Pod } from '@kubemin/kubeapi/types/core.v1';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { StatsSummary } from '../../config/kubelet/stats-summary.ts';
import { type ManualFleet, startManualFleet } from '../../test-support/manual-fleet.ts';

let fleet: ManualFleet;
beforeEach(async () => {
  fleet = await startManualFleet({ count: 3 });
  await fleet.clock.advance(1_000);
});
afterEach(() => fleet.close());

const client = () => fleet.cluster.client;
const nodes = () => client().resource(core.v1.nodes);
const pods = () => client().resource(core.v1.pods, 'default');
const configMaps = () => client().resource(core.v1.configmaps, 'kube-system');
const leases = () => client().resource(coordination.v1.leases, 'kube-node-lease');

async function rule(text: string): Promise<void> {
  const metadata = { name: 'simulation-rules', namespace: 'kube-system' };
  const object: ConfigMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { 'rules.yaml': text } };
  const found = await configMaps().find('simulation-rules');
  if (found === undefined) await configMaps().create(object);
  else await configMaps().update({ ...found, ...object, metadata: found.metadata });
  await fleet.clock.advance(1_000);
}

async function run(name: string, node = 'simulated-node-0', labels: Record<string, string> = {}): Promise<void> {
  const spec = { nodeName: node, containers: [{ name: 'main', image: 'shop:1' }] };
  await pods().create({ apiVersion: 'v1', kind: 'Pod', metadata: { name, labels }, spec });
  await fleet.clock.advance(1_000);
}

const readReady = async (object: Promise<{ status?: Pod['status'] }>) =>
  (await object).status?.conditions?.find(({ type }) => type === 'Ready')?.status;
const listEvents = async (name: string) =>
  (await client().resource(core.v1.events, 'kube-system').list()).items.filter(
    ({ involvedObject }) => involvedObject.name === name,
  );
const readSummary = async (node: string) => JSON.parse(await fleet.ask(node, '/stats/summary'));

describe('a node under rules', () => {
  test('that fell silent renews no lease and does nothing for its pods, until it speaks again', async () => {
    await run('before');
    await rule('rules: [{ match: { node: simulated-node-0 }, node: { lease: stopped } }]');
    await run('after');
    await pods().delete('before');
    const silentSince = fleet.clock.now();
    await fleet.clock.advance(30_000);
    expect(Date.parse((await leases().get('simulated-node-0')).spec?.renewTime ?? '')).toBeLessThan(silentSince);
    expect(Date.parse((await leases().get('simulated-node-1')).spec?.renewTime ?? '')).toBeGreaterThan(silentSince);
    expect((await pods().get('after')).status?.phase).toBe('Pending');
    expect((await pods().get('before')).metadata.deletionTimestamp).toBeDefined();
    await rule('');
    await fleet.clock.advance(11_000);
    expect(Date.parse((await leases().get('simulated-node-0')).spec?.renewTime ?? '')).toBeGreaterThan(silentSince);
    expect((await pods().get('after')).status?.phase).toBe('Running');
    expect(await pods().find('before')).toBeUndefined();
  });

  test('that is deleted does not come back, unless it was silent and speaks again', async () => {
    const names = async () => (await nodes().list()).items.map(({ metadata }) => metadata.name).sort();
    await rule('rules: [{ match: { node: "*-0" }, node: { lease: stopped } }]');
    await nodes().delete('simulated-node-0');
    await nodes().delete('simulated-node-1');
    await fleet.clock.advance(20_000);
    expect(await names()).toEqual(['simulated-node-2']);
    await fleet.clock.advance(600_000);
    expect(await names()).toEqual(['simulated-node-2']);
    await rule('');
    await fleet.clock.advance(20_000);
    expect(await names()).toEqual(['simulated-node-0', 'simulated-node-2']);
    expect(await readReady(nodes().get('simulated-node-0'))).toBe('True');
  });

  test('of a group that is taken out and put back is there again, though it was deleted before', async () => {
    await rule('nodes: [{ count: 1, prefix: gpu }]');
    await nodes().delete('gpu-0');
    await fleet.clock.advance(5_000);
    expect(await nodes().find('gpu-0')).toBeUndefined();
    await rule('');
    await rule('nodes: [{ count: 1, prefix: gpu }]');
    await fleet.clock.advance(5_000);
    expect(await nodes().find('gpu-0')).toBeDefined();
  });

  test('reports that it is not ready, reports a wrong capacity, and reports the truth again', async () => {
    await rule('rules: [{ match: { node: "*-2" }, node: { ready: false, lies: { capacity: { cpu: 1k } } } }]');
    expect(await readReady(nodes().get('simulated-node-2'))).toBe('False');
    expect((await nodes().get('simulated-node-2')).status?.allocatable).toMatchObject({ cpu: '1k', memory: '32Gi' });
    expect(await readReady(nodes().get('simulated-node-1'))).toBe('True');
    await rule('rules: []');
    expect(await readReady(nodes().get('simulated-node-2'))).toBe('True');
    expect((await nodes().get('simulated-node-2')).status?.allocatable).toMatchObject({ cpu: '8' });
  });

  test('flaps with the durations of its rule', async () => {
    await rule('rules: [{ match: { node: "*-2" }, node: { flap: { up: 30s, down: 20s } } }]');
    let downs = 0;
    for (let second = 0; second < 100; second += 1) {
      await fleet.clock.advance(1_000);
      if ((await readReady(nodes().get('simulated-node-2'))) === 'False') downs += 1;
    }
    expect(downs).toBeGreaterThanOrEqual(38);
    expect(downs).toBeLessThanOrEqual(42);
  });

  test('whose clock is wrong renews its lease by that clock', async () => {
    await rule('rules: [{ match: { node: "*-1" }, node: { clockSkew: -5m } }]');
    await fleet.clock.advance(10_000);
    const ago = fleet.clock.now() - Date.parse((await leases().get('simulated-node-1')).spec?.renewTime ?? '');
    expect(ago).toBeGreaterThanOrEqual(300_000);
    expect(ago).toBeLessThan(312_000);
  });
});

describe('pods under rules', () => {
  test('follow new rules while they run', async () => {
    await run('web', 'simulated-node-0', { app: 'web' });
    expect(await readReady(pods().get('web'))).toBe('True');
    await rule('rules: [{ match: { labels: { app: web } }, ready: { failRate: 1 } }]');
    expect(await readReady(pods().get('web'))).toBe('False');
    await configMaps().delete('simulation-rules');
    await fleet.clock.advance(1_000);
    expect(await readReady(pods().get('web'))).toBe('True');
  });

  test('share what is used in total, however many are ready', async () => {
    await rule('rules: [{ match: { labels: { app: web } }, usage: { cpu: { total: 2 }, memory: 100Mi } }]');
    const used = async () =>
      (await readSummary('simulated-node-0')).pods.map(
        ({ containers }: StatsSummary['pods'][number]) => containers[0]?.cpu.usageNanoCores,
      );
    await run('a', 'simulated-node-0', { app: 'web' });
    await run('other');
    expect(await used()).toEqual([2_000_000_000, 1_000_000]);
    await run('b', 'simulated-node-1', { app: 'web' });
    expect(await used()).toEqual([1_000_000_000, 1_000_000]);
  });
});

test('wrong rules are reported in an event with all their problems, and the last good ones stay', async () => {
  await rule('rules: [{ match: { node: "*-2" }, node: { ready: false } }]');
  await rule('rules: [{ match: { nod: x }, start: { delay: soon } }]');
  await fleet.clock.advance(5_000);
  expect(await readReady(nodes().get('simulated-node-2'))).toBe('False');
  const warning = (await listEvents('simulation-rules')).find(({ type }) => type === 'Warning');
  expect(warning).toMatchObject({ reason: 'InvalidSimulationRules' });
  expect(warning?.message).toContain('rules[0].match.nod is not known here; did you mean node?');
  expect(warning?.message).toContain('rules[0].start.delay must be a duration such as 500ms, 2s or 1m, not "soon"');
});

test('groups of nodes come, have their configured capacity, and go', async () => {
  await rule(`nodes:
  - { count: 4, prefix: gpu, capacity: { nvidia.com/gpu: 4 }, zones: [a, b], labels: { tier: fast },
      taints: [{ key: gpu, effect: NoSchedule }] }`);
  const { metadata, status, spec } = await nodes().get('gpu-3');
  expect(metadata.labels).toMatchObject({
    'topology.kubernetes.io/zone': 'b',
    tier: 'fast',
    'kubemin.io/simulated': 'true',
    'node-role.kubernetes.io/simulated': '',
  });
  expect(status?.allocatable).toMatchObject({ 'nvidia.com/gpu': '4', cpu: '8' });
  expect(spec).toMatchObject({ podCIDR: '10.244.6.0/24', podCIDRs: ['10.244.6.0/24'] });
  expect(spec?.taints).toContainEqual({ key: 'gpu', effect: 'NoSchedule' });
  await run('on-gpu', 'gpu-3');
  expect((await pods().get('on-gpu')).status).toMatchObject({ phase: 'Running', podIP: '10.244.6.2' });
  await rule('nodes: [{ count: 1, prefix: gpu }]');
  await fleet.clock.advance(5_000);
  expect((await nodes().list()).items.map(({ metadata }) => metadata.name).sort()).toEqual([
    'gpu-0',
    'simulated-node-0',
    'simulated-node-1',
    'simulated-node-2',
  ]);
  expect(await pods().find('on-gpu')).toBeUndefined();
});
