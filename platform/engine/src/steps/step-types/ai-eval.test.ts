import { readFileSync } from 'node:fs';
import { core } from '@kubemin/kubeapi/resources';
import { startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { collect } from '../../test-support/bench.ts';
import { startClusterEngine, submitTo } from '../../test-support/cluster-engine.ts';
import { Kubelet } from '../../test-support/kubelet.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ controllers: false });
});
afterAll(() => cluster.close());

const web = { name: 'web', type: 'config', properties: { conf: { a: '1' } } };

async function evaluate(app: string, properties: object) {
  const engine = await startClusterEngine(cluster.client);
  const step = {
    name: 'evaluate',
    type: 'ai-eval',
    properties: { image: 'eval:1', model: 'm7', dataset: 'd1', ...properties },
  };
  const id = await submitTo(engine, app, [web], [step], app);
  const ended = async () => {
    await collect(engine.events(id));
    return { task: await engine.task(id), job: (await engine.jobs(id))[0] };
  };
  return { kubelet: new Kubelet(cluster.client, `${app}-jobs`), ended };
}

async function addNode(name: string, cards: string): Promise<void> {
  const nodes = cluster.client.resource(core.v1.nodes);
  await nodes.create({ apiVersion: 'v1', kind: 'Node', metadata: { name } });
  const status = { allocatable: { 'nvidia.com/gpu': cards }, conditions: [{ type: 'Ready', status: 'True' }] };
  await nodes.patch(name, { type: 'merge', body: { status } }, { subresource: 'status' });
}

test('a cluster without cards rejects it; with a free one it runs, and its metrics are outputs', async () => {
  const { ended: refused, kubelet: idle } = await evaluate('before', {});
  expect((await refused()).task).toMatchObject({
    status: 'rejected',
    error: expect.stringContaining('no node of the cluster has nvidia.com/gpu'),
  });
  expect(await idle.pods()).toEqual([]);

  await addNode('with-cards', '2');
  const { ended, kubelet } = await evaluate('after', { gpu: 2, env: { SEED: '7' }, minimum: { accuracy: 0.9 } });
  const pod = await kubelet.pod();
  expect(pod.spec?.containers[0]).toMatchObject({
    env: [
      { name: 'SEED', value: '7' },
      { name: 'MODEL', value: 'm7' },
      { name: 'DATASET', value: 'd1' },
    ],
    resources: { limits: { 'nvidia.com/gpu': '2' } },
  });
  await kubelet.end(pod, { exitCode: 0, message: '{"accuracy":0.93,"loss":0.2,"note":"fine"}' });
  expect((await ended()).job).toMatchObject({
    status: 'completed',
    message: expect.stringContaining('m7 on d1: accuracy 0.93, loss 0.2'),
    outputs: { metrics: { accuracy: 0.93, loss: 0.2 } },
  });
});

test.each([
  ['below', '{"accuracy":0.5}', 'accuracy is 0.5; the minimum is 0.9'],
  ['absent', '{"loss":0.5}', 'accuracy is missing from the metrics; the minimum is 0.9'],
  [
    'silent',
    'all fine',
    'the evaluation has no metrics: its image must write a JSON object of numbers to /dev/termination-log',
  ],
])('a result that is %s what is wanted fails the step', async (app, message, error) => {
  const { ended, kubelet } = await evaluate(app, { gpu: 0, minimum: { accuracy: 0.9 } });
  await kubelet.end(await kubelet.pod(), { exitCode: 0, message });
  expect((await ended()).job).toMatchObject({ status: 'failed', error });
});

test('it is made of what this package exports, as any other package could do', () => {
  const source = readFileSync(new URL('ai-eval.ts', import.meta.url), 'utf8');
  const doors = ['../../index.ts', '../../messages/index.ts'];
  const exported = doors.map((door) => readFileSync(new URL(door, import.meta.url), 'utf8')).join('\n');
  const imported = [...source.matchAll(/^import (?:type )?\{ (.*) \} from '\.\.?\/.*';$/gm)].flatMap(([, names = '']) =>
    names.split(', ').map((name) => name.replace('type ', '')),
  );
  expect(imported.length).toBeGreaterThan(3);
  expect(imported.filter((name) => !new RegExp(`\\b${name}\\b`).test(exported))).toEqual([]);
});
