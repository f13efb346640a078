import { core } from '@kubemin/kubeapi/resources';
import { startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Engine } from '../engine.ts';
import { deliverTo, releaseShortNames, startClusterEngine } from '../test-support/cluster-engine.ts';
import { parseDocument } from '../test-support/documents.ts';
import { settledInventory } from '../test-support/inventory.ts';
import { writeAction } from './dry-run-write.ts';
import type { Preview } from './preview.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ nodes: 1 });
});
afterAll(() => cluster.close());
afterEach(() => releaseShortNames(cluster.client));

function preview(engine: Engine, appId: string, component: readonly unknown[], more: object = {}): Promise<Preview> {
  const document = parseDocument({ name: appId, namespace: 'default', component, ...more });
  return engine.preview({ appId, appName: appId, namespace: 'default', revision: 1, document, componentIds: {} });
}

/** What becomes of each object, step by step. */
const outline = ({ steps }: Preview) =>
  steps.flatMap(({ path, jobs }) =>
    jobs.map(({ action, object, type }) => `${path.join('/')}: ${action} ${object?.kind ?? type}`),
  );

const web = (image: string, more: object = {}) => ({
  name: 'web',
  type: 'webservice',
  image,
  properties: { ports: [{ port: 80 }], ...more },
});

test('a preview changes nothing in the cluster, and the run then does what it showed', async () => {
  const engine = await startClusterEngine(cluster.client);
  const before = await settledInventory(cluster.client);
  const shown = await preview(engine, 'plain', [web('web:1')]);
  expect(await settledInventory(cluster.client)).toEqual(before);
  expect(await engine.tasks()).toEqual([]);
  expect(outline(shown)).toEqual(['web: create Deployment', 'web: create Service', 'web: create Service']);
  const { task } = await deliverTo(engine, 'plain', [web('web:1')]);
  expect(task).toMatchObject({ status: 'completed' });
  expect(
    (await preview(engine, 'plain', [web('web:1')])).steps.flatMap(({ jobs }) => jobs.flatMap(({ writes }) => writes)),
  ).toEqual([]);
});

test('an update in phases shows each phase: the new track comes, traffic moves, the old one goes', async () => {
  const engine = await startClusterEngine(cluster.client);
  const update = { update: { strategy: 'blue-green', graceSeconds: 0 } };
  await deliverTo(engine, 'phased', [{ ...web('web:1', update), name: 'phased' }]);
  const shown = outline(await preview(engine, 'phased', [{ ...web('web:2', update), name: 'phased' }]));
  expect(shown).toContain('phased: create Deployment');
  expect(shown.indexOf('phased: create Deployment')).toBeLessThan(shown.lastIndexOf('phased: update Service'));
  expect(shown.indexOf('phased: update Service')).toBeLessThan(shown.indexOf('phased: delete Deployment'));
});

test('what another application shares is used and marked; what is not shared any more is released', async () => {
  const engine = await startClusterEngine(cluster.client);
  const cache = { ...web('cache:1'), name: 'cache', traits: { share: { strategy: 'default' } } };
  const claimed = await preview(engine, 'first', [cache]);
  expect(new Set(outline(claimed).map((line) => line.split(' ')[1]))).toEqual(new Set(['create']));
  await deliverTo(engine, 'first', [cache]);
  const user = await preview(engine, 'second', [cache]);
  expect(new Set(outline(user).map((line) => line.split(' ')[1]))).toEqual(new Set(['keep']));
  const marks = user.steps.flatMap(({ jobs }) => jobs.flatMap(({ writes }) => writes));
  expect(marks.map(writeAction)).toContain('update');
  await deliverTo(engine, 'second', [cache]);
  const left = await preview(engine, 'second', [{ ...web('web:1'), name: 'lonely' }]);
  expect(outline(left)).toContain('release: update release_share');
});

test('claims of a store that grow are part of what its job does', async () => {
  const engine = await startClusterEngine(cluster.client);
  const storage = (size: string) => ({ storage: [{ name: 'data', type: 'persistent', tmpCreate: true, size }] });
  const store = (size: string) => ({ name: 'grown', type: 'store', image: 'db:1', traits: storage(size) });
  await deliverTo(engine, 'grown', [store('1Gi')]);
  const shown = await preview(engine, 'grown', [store('2Gi')]);
  const [job] = shown.steps.flatMap(({ jobs }) => jobs);
  expect(job).toMatchObject({ action: 'replace', object: { kind: 'StatefulSet' } });
  expect(job?.message.message).toMatch(/claim data-\S+: (grown from 1Gi to 2Gi|it cannot grow)/);
});

test('a step of its own is named and not run, and its condition is shown', async () => {
  const engine = await startClusterEngine(cluster.client);
  const workflow = [
    { name: 'ask', type: 'approval', properties: { message: 'Ship it?' } },
    { name: 'web', components: ['web'], if: 'steps.ask.status == "succeeded"' },
  ];
  const shown = await preview(engine, 'asked', [web('web:1')], { workflow });
  expect(shown).toMatchObject({
    steps: [
      { path: ['ask'], jobs: [{ action: 'run', type: 'approval' }] },
      { path: ['web'], condition: expect.any(String) },
    ],
  });
});

test('a namespace that is missing is made where that is wanted', async () => {
  const engine = await startClusterEngine(cluster.client, { settings: { createNamespace: true } });
  const document = parseDocument({ name: 'fresh', namespace: 'fresh', component: [web('web:1')] });
  const run = { appId: 'fresh', appName: 'fresh', namespace: 'fresh', revision: 1, document, componentIds: {} };
  const { steps } = await engine.preview(run);
  const made = steps.flatMap(({ jobs }) => jobs.flatMap(({ writes }) => writes.map(({ after }) => after?.kind)));
  expect(made).toEqual(['Namespace', 'Deployment', 'Service', 'Service']);
  expect(await cluster.client.resource(core.v1.namespaces).find('fresh')).toBeUndefined();
});
