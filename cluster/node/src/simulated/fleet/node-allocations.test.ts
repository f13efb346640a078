import { core } from '@kubemin/kubeapi/resources';
import type { PodSpec } from '@kubemin/kubeapi/types/core.v1';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ManualFleet, startManualFleet } from '../../test-support/manual-fleet.ts';

let fleet: ManualFleet;
beforeAll(async () => {
  fleet = await startManualFleet({ count: 1, capacity: { pods: '6', 'example.com/gpu': '2' } });
  await fleet.clock.advance(1_000);
});
afterAll(() => fleet.close());

const pods = () => fleet.cluster.client.resource(core.v1.pods, 'default');

interface Wanted extends Partial<PodSpec> {
  readonly requests?: Record<string, string>;
  readonly hostPort?: number;
  readonly annotations?: Record<string, string>;
}

async function bind(name: string, { requests = {}, hostPort, annotations = {}, ...spec }: Wanted = {}) {
  const ports = hostPort === undefined ? [] : [{ containerPort: 80, hostPort }];
  const resources = { requests, limits: requests };
  const containers = [{ name: 'main', image: 'shop:1', resources, ports }];
  const bound = { nodeName: 'simulated-node-0', containers, ...spec };
  await pods().create({ apiVersion: 'v1', kind: 'Pod', metadata: { name, annotations }, spec: bound });
  await fleet.clock.advance(200);
  return (await pods().get(name)).status;
}

async function free(...names: readonly string[]): Promise<void> {
  for (const name of names) await pods().delete(name, { gracePeriodSeconds: 0 });
  await fleet.clock.advance(200);
}

test('a pod that asks for more than is left is refused in the words of a kubelet, and fits once others are gone', async () => {
  expect((await bind('small', { requests: { cpu: '1500m' } }))?.phase).toBe('Running');
  const refused = await bind('large', { requests: { cpu: '7', memory: '1Gi' } });
  const message = "Node didn't have enough resource: cpu, requested: 7000, used: 1500, capacity: 8000";
  expect(refused).toMatchObject({ phase: 'Failed', reason: 'OutOfcpu', message: `Pod was rejected: ${message}` });
  await fleet.clock.advance(5_000);
  const { items } = await fleet.cluster.client.resource(core.v1.events, 'default').list();
  const recorded = items.filter(({ involvedObject }) => involvedObject.name === 'large');
  expect(recorded).toMatchObject([{ type: 'Warning', reason: 'OutOfcpu', message }]);
  await free('small');
  expect((await bind('larger', { requests: { cpu: '8' } }))?.phase).toBe('Running');
  await free('large', 'larger');
});

test('memory and resources of others are counted, too; what the node does not have is not its own to give', async () => {
  expect((await bind('memory', { requests: { memory: '33Gi' } }))?.reason).toBe('OutOfmemory');
  expect((await bind('gpu', { requests: { 'example.com/gpu': '2' } }))?.phase).toBe('Running');
  expect((await bind('gpus', { requests: { 'example.com/gpu': '1' } }))?.reason).toBe('OutOfexample.com/gpu');
  expect((await bind('elsewhere', { requests: { 'example.com/licence': '1' } }))?.phase).toBe('Running');
  await free('memory', 'gpu', 'gpus', 'elsewhere');
});

test('a host port is given once, and nodes are chosen by labels they have', async () => {
  expect((await bind('port', { hostPort: 8080 }))?.phase).toBe('Running');
  expect(await bind('same-port', { hostPort: 8080 })).toMatchObject({
    phase: 'Failed',
    reason: 'NodePorts',
    message: "Pod was rejected: Predicate NodePorts failed: node(s) didn't have free ports for the requested pod ports",
  });
  expect(await bind('picky', { nodeSelector: { disk: 'ssd' } })).toMatchObject({
    phase: 'Failed',
    reason: 'NodeAffinity',
    message: "Pod was rejected: Predicate NodeAffinity failed: node(s) didn't match Pod's node affinity/selector",
  });
  await free('port', 'same-port', 'picky');
});

test('no more pods than the node has room for; those that have ended make room', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e']) expect((await bind(name))?.phase).toBe('Running');
  const annotations = { 'kubemin.io/simulate-run-duration': '30s' };
  expect((await bind('brief', { restartPolicy: 'Never', annotations }))?.phase).toBe('Running');
  expect((await bind('one-too-many'))?.reason).toBe('OutOfpods');
  await fleet.clock.advance(31_000);
  expect((await pods().get('brief')).status?.phase).toBe('Succeeded');
  expect((await bind('f'))?.phase).toBe('Running');
  await free('a', 'b', 'c', 'd', 'e', 'f', 'brief', 'one-too-many');
});

test('a pod that is resized takes what it asks for now', async () => {
  const resize = async (name: string, cpu: string) => {
    const body = { spec: { containers: [{ name: 'main', resources: { requests: { cpu }, limits: { cpu } } }] } };
    await pods().patch(name, { type: 'strategic', body }, { subresource: 'resize' });
    await fleet.clock.advance(200);
  };
  expect((await bind('resized', { requests: { cpu: '7' } }))?.phase).toBe('Running');
  await resize('resized', '1');
  expect((await bind('beside', { requests: { cpu: '4' } }))?.phase).toBe('Running');
  await resize('resized', '3');
  const refused = await bind('third', { requests: { cpu: '2' } });
  expect(refused?.message).toContain('cpu, requested: 2000, used: 7000, capacity: 8000');
  await free('resized', 'beside');
  expect((await bind('alone', { requests: { cpu: '8' } }))?.phase).toBe('Running');
  await free('third', 'alone');
});
