import { readFile } from 'node:fs/promises';
import { podStatusText } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Container, Pod } from '@kubemin/kubeapi/types/core.v1';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ManualFleet, startManualFleet } from '../test-support/manual-fleet.ts';
import { podBehaviour } from './rules/pod-behaviour.ts';
import { readSimulationRules } from './rules/rule-reader.ts';
import { RuleSet } from './rules/rule-set.ts';
import type { SimulationRules } from './rules/simulation-rule.ts';

const PAGE = new URL('../../../../docs/simulated-nodes.md', import.meta.url);

/** The rules of the page, in its order. */
async function examples(): Promise<readonly SimulationRules[]> {
  const page = await readFile(PAGE, 'utf8');
  return [...page.matchAll(/^```yaml\n([\s\S]*?)^```/gm)].map(([, text = '']) => {
    const read = readSimulationRules(text);
    if (read.kind === 'rules') return read.rules;
    throw new Error(`${JSON.stringify(read.problems)} in\n${text}`);
  });
}

let fleet: ManualFleet | undefined;
afterEach(async () => {
  await fleet?.close();
  fleet = undefined;
});

async function start(example: number): Promise<ManualFleet> {
  const rules = (await examples())[example];
  if (rules === undefined) throw new Error(`the page has no example ${example}`);
  const started = await startManualFleet({ count: 3, rules });
  fleet = started;
  await started.cluster.client.resource(core.v1.namespaces).create({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'shop' },
  });
  await started.clock.advance(1_000);
  return started;
}

const podResource = ({ cluster }: ManualFleet) => cluster.client.resource(core.v1.pods, 'shop');

interface Wanted {
  readonly name: string;
  readonly count: number;
  readonly labels?: Record<string, string>;
  readonly image?: string;
  readonly restartPolicy?: string;
  readonly initContainers?: readonly Container[];
}

async function run(
  on: ManualFleet,
  { name, count, labels = {}, image = 'web:1', restartPolicy, initContainers = [] }: Wanted,
): Promise<void> {
  const containers = [{ name: 'main', image }];
  const spec = { nodeName: 'simulated-node-0', initContainers, containers, ...(restartPolicy && { restartPolicy }) };
  for (let number = 0; number < count; number += 1) {
    await podResource(on).create({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: `${name}-${number}`, labels },
      spec,
    });
  }
  await on.clock.advance(1);
}

const isReady = ({ status }: Pod): boolean =>
  status?.conditions?.some((condition) => condition.type === 'Ready' && condition.status === 'True') ?? false;

describe('the first rules of the page', () => {
  let ruled: RuleSet;
  beforeEach(async () => {
    ruled = new RuleSet((await examples())[0]?.rules);
  });

  test('web pods are slow to start and to become ready, and some never do', async () => {
    const on = await start(0);
    await run(on, { name: 'web', count: 60, labels: { app: 'web' } });
    const look = async () => {
      const { items } = await podResource(on).list();
      return {
        running: items.filter(({ status }) => status?.phase === 'Running').length,
        ready: items.filter(isReady).length,
      };
    };
    await on.clock.advance(500);
    expect(await look()).toEqual({ running: 0, ready: 0 });
    await on.clock.advance(3_000);
    expect(await look()).toMatchObject({ running: 60 });
    await on.clock.advance(10_000);
    const lucky = (await podResource(on).list()).items.filter(
      (pod) => podBehaviour(pod, ruled).readyAfterMs !== undefined,
    );
    expect(await look()).toEqual({ running: 60, ready: lucky.length });
    const log = await on.ask('simulated-node-0', '/containerLogs/shop/web-0/main');
    expect(log.split('\n').slice(0, 3)).toEqual(['web-0 started', 'GET / 200 (1)', 'web-0 started']);
  });

  test('a broken image is not pulled', async () => {
    const on = await start(0);
    await run(on, { name: 'broken', count: 1, image: 'registry/shop:broken' });
    await on.clock.advance(1_000);
    const { status } = await podResource(on).get('broken-0');
    expect(status?.containerStatuses?.[0]?.state?.waiting?.reason).toBe('ImagePullBackOff');
  });

  test('pods of jobs run for 5 s, and some of them fail with 3', async () => {
    const on = await start(0);
    await run(on, { name: 'job', count: 60, labels: { 'job-name': 'sums' }, restartPolicy: 'Never' });
    await on.clock.advance(2_000);
    expect(new Set((await podResource(on).list()).items.map(({ status }) => status?.phase))).toEqual(
      new Set(['Running']),
    );
    await on.clock.advance(4_000);
    const { items } = await podResource(on).list();
    const codes = items.map(({ status }) => status?.containerStatuses?.[0]?.state?.terminated?.exitCode);
    expect(codes).toEqual(items.map((pod) => podBehaviour(pod, ruled).lives.exitCode));
    expect(codes).toContain(3);
  });
});

test('the migration of the page fails twice, then takes its time, and only then the pod runs', async () => {
  const on = await start(1);
  const initContainers = [{ name: 'migrate', image: 'web:1' }];
  await run(on, { name: 'web', count: 1, labels: { app: 'web' }, initContainers });
  const look = async () => podStatusText(await podResource(on).get('web-0'));
  await on.clock.advance(1_000);
  expect(await look()).toBe('Init:CrashLoopBackOff');
  await on.clock.advance(12_000);
  expect(await look()).toBe('Init:0/1');
  await on.clock.advance(12_000);
  expect(await look()).toBe('Running');
});

test('with the load of the page, eight pods use half of what they request', async () => {
  const on = await start(2);
  await run(on, { name: 'web', count: 8, labels: { app: 'web' } });
  await on.clock.advance(2_000);
  const { pods } = JSON.parse(await on.ask('simulated-node-0', '/stats/summary'));
  expect(pods).toHaveLength(8);
  expect(pods[0].containers[0]).toMatchObject({
    cpu: { usageNanoCores: 250_000_000 },
    memory: { workingSetBytes: 64 * 1024 * 1024 },
  });
});

test('the nodes of the page misbehave as documented', async () => {
  const on = await start(3);
  const nodes = on.cluster.client.resource(core.v1.nodes);
  await expect(on.ask('simulated-node-0', '/healthz')).rejects.toThrow('does not respond');
  const seen = new Set<string | undefined>();
  for (let seconds = 0; seconds < 60; seconds += 5) {
    await on.clock.advance(5_000);
    const { status } = await nodes.get('simulated-node-1');
    seen.add(status?.conditions?.find(({ type }) => type === 'Ready')?.status);
  }
  expect(seen).toEqual(new Set(['True', 'False']));
  expect((await nodes.get('simulated-node-2')).status?.capacity).toMatchObject({ cpu: '1k' });
});

test('the nodes of the page are there beside the plain ones', async () => {
  const on = await start(4);
  const { items } = await on.cluster.client.resource(core.v1.nodes).list();
  expect(items.map(({ metadata }) => metadata.name).sort()).toEqual([
    'gpu-0',
    'gpu-1',
    'gpu-2',
    'gpu-3',
    'simulated-node-0',
    'simulated-node-1',
    'simulated-node-2',
  ]);
  const gpu = items.find(({ metadata }) => metadata.name === 'gpu-1');
  expect(gpu?.status?.allocatable).toMatchObject({ cpu: '64', 'nvidia.com/gpu': '8', memory: '32Gi' });
  expect(gpu?.metadata.labels).toMatchObject({ 'topology.kubernetes.io/zone': 'b', 'example.com/pool': 'gpu' });
});

test('every example of the page is one that is tried here', async () => {
  expect(await examples()).toHaveLength(5);
});
