import { apps, core } from '@kubemin/kubeapi/resources';
import { LABEL } from '@kubemin/render';
import { openSqlite } from '@kubemin/sql';
import { eventually, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../engine.ts';
import { RESTARTED_BY_RUN } from '../steps/job-types/workload-operation.ts';
import type { Operation } from '../task/operation.ts';
import { collect } from '../test-support/bench.ts';
import { deliverTo, releaseShortNames, startClusterEngine } from '../test-support/cluster-engine.ts';
import { parseDocument } from '../test-support/documents.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ nodes: 2 });
});
afterAll(() => cluster.close());
afterEach(() => releaseShortNames(cluster.client));

const web = (more: object = {}) => ({ name: 'web', type: 'webservice', image: 'web:1', replicas: 2, ...more });
const db = { name: 'db', type: 'store', image: 'db:1', replicas: 2, properties: { ports: [{ port: 5432 }] } };
const agent = { name: 'agent', type: 'daemon', image: 'agent:1' };
const conf = (name: string) => ({ name, type: 'config', properties: { conf: { mode: 'fast' } } });

async function operate(engine: Engine, appId: string, component: readonly unknown[], operation: Operation) {
  const document = parseDocument({ name: appId, component });
  const place = { appId, appName: appId, namespace: 'default', revision: 2 };
  const { id } = await engine.submit({ ...place, document, componentIds: {}, operation });
  await collect(engine.events(id));
  return { id, task: await engine.task(id), jobs: await engine.jobs(id) };
}

async function pods(appId: string): Promise<ReadonlyMap<string, string>> {
  const { items } = await cluster.client
    .resource(core.v1.pods, 'default')
    .list({ labelSelector: `${LABEL.appId}=${appId}` });
  return new Map(
    items.flatMap(({ metadata: { name = '', uid = '', deletionTimestamp } }): [string, string][] =>
      deletionTimestamp === undefined ? [[name, uid]] : [],
    ),
  );
}
const deployment = (name: string) => cluster.client.resource(apps.v1.deployments, 'default').get(name);

describe('scale', () => {
  test('changes the number of copies and nothing else: the pods that stay are the same', async () => {
    const engine = await startClusterEngine(cluster.client);
    await deliverTo(engine, 'grow', [web(), db]);
    const before = await pods('grow');
    const { task, jobs } = await operate(engine, 'grow', [web({ image: 'web:2' }), db], {
      kind: 'scale',
      replicas: { web: 4, db: 3 },
    });
    expect(task).toMatchObject({ kind: 'scale', status: 'completed', revision: 2 });
    expect(jobs.map(({ objectKind, message }) => `${objectKind}: ${message}`)).toEqual([
      'Deployment: scaled from 2 to 4, 4 of 4 ready',
      'StatefulSet: scaled from 2 to 3, 3 of 3 ready',
    ]);
    const after = await pods('grow');
    expect(after.size).toBe(7);
    for (const [name, uid] of before) expect(after.get(name), name).toBe(uid);
    expect((await deployment('deploy-web-grow')).spec?.template.spec?.containers[0]?.image).toBe('web:1');
  });

  test('is what the next run starts from: a rollback brings the scaled number back, not the one before', async () => {
    const engine = await startClusterEngine(cluster.client);
    await deliverTo(engine, 'kept', [web()]);
    await operate(engine, 'kept', [web()], { kind: 'scale', replicas: { web: 3 } });
    const properties = { annotations: { 'kubemin.io/simulate': 'image-pull-error' } };
    const broken = [web({ image: 'web:broken', replicas: 5, properties })];
    const workflow = [{ name: 'all', components: ['web'], onFailure: 'rollback' }];
    const { task } = await deliverTo(engine, 'kept', broken, workflow);
    expect(task?.status).toBe('failed');
    expect((await deployment('deploy-web-kept')).spec?.replicas).toBe(3);
  });

  test('to nothing and back', async () => {
    const engine = await startClusterEngine(cluster.client);
    await deliverTo(engine, 'zero', [web()]);
    const down = await operate(engine, 'zero', [web()], { kind: 'scale', replicas: { web: 0 } });
    expect(down.jobs[0]?.message).toBe('scaled from 2 to 0, scaled to 0');
    expect((await pods('zero')).size).toBe(0);
    await operate(engine, 'zero', [web()], { kind: 'scale', replicas: { web: 1 } });
    expect((await pods('zero')).size).toBe(1);
  });

  test('refuses by name what an autoscaler scales, what has no copies, and what is not there', async () => {
    const engine = await startClusterEngine(cluster.client);
    const scaled = web({ traits: { autoscaling: { minReplicas: 1, maxReplicas: 3, cpu: 80 } } });
    const component = [scaled, agent, conf('refused-conf')];
    await deliverTo(engine, 'refused', [scaled]);
    const replicas = { web: 2, agent: 2, 'refused-conf': 2, missing: 2 };
    const run = { appId: 'refused', document: parseDocument({ name: 'refused', component }), componentIds: {} };
    const problems = engine.problems({ ...run, operation: { kind: 'scale', replicas } });
    expect(problems.map((problem) => `${problem.component} ${problem.code}`)).toEqual([
      'web AUTOSCALED',
      'agent NOT_SCALABLE',
      'refused-conf NOT_SCALABLE',
      'missing COMPONENT_NOT_FOUND',
    ]);
    const { task } = await operate(engine, 'refused', component, { kind: 'scale', replicas: { web: 2 } });
    expect(task).toMatchObject({ status: 'failed', error: expect.stringContaining('its autoscaling trait') });
  });

  test('of what has never been delivered fails with a message', async () => {
    const engine = await startClusterEngine(cluster.client);
    const { task } = await operate(engine, 'never', [web()], { kind: 'scale', replicas: { web: 2 } });
    expect(task).toMatchObject({ status: 'failed', error: expect.stringContaining('deploy it first') });
  });

  test('a cancel ends it, and it counts for nothing', async () => {
    const engine = await startClusterEngine(cluster.client);
    // Few fit on each of the machines, so twenty never will.
    const large = [web({ traits: { resources: { cpu: '2', memory: '1Gi' } } })];
    await deliverTo(engine, 'called-off', large);
    const document = parseDocument({ name: 'called-off', component: large });
    const operation = { kind: 'scale', replicas: { web: 20 } } as const;
    const place = { appId: 'called-off', appName: 'called-off', namespace: 'default', revision: 1, componentIds: {} };
    const { id } = await engine.submit({ ...place, document, operation });
    await eventually(async () => (await deployment('deploy-web-called-off')).spec?.replicas === 20);
    await engine.cancel(id, { user: 'ada' });
    expect((await engine.jobs(id)).map(({ status }) => status)).toEqual(['cancelled']);
    // What was asked for before is not what was delivered: the next run starts from two copies.
    await deliverTo(engine, 'called-off', large);
    expect((await deployment('deploy-web-called-off')).spec?.replicas).toBe(2);
  });

  test('finds the version that serves after a blue-green update', async () => {
    const engine = await startClusterEngine(cluster.client);
    const update = { strategy: 'blue-green', graceSeconds: 0 };
    await deliverTo(engine, 'turns', [web()]);
    await deliverTo(engine, 'turns', [web({ image: 'web:2', properties: { update } })]);
    const { task } = await operate(engine, 'turns', [web()], { kind: 'scale', replicas: { web: 3 } });
    expect(task).toMatchObject({ status: 'completed' });
    expect((await deployment('deploy-web-turns-green')).spec?.replicas).toBe(3);
    await deliverTo(engine, 'turns', [web({ image: 'web:3', replicas: 3, properties: { update } })]);
    expect((await deployment('deploy-web-turns-blue')).spec?.replicas).toBe(3);
  });
});

describe('restart', () => {
  test('replaces every pod of a Deployment and a StatefulSet once, and waits for the new ones', async () => {
    const engine = await startClusterEngine(cluster.client);
    const component = [web(), db, conf('renewed-conf')];
    await deliverTo(engine, 'renewed', component);
    const before = await pods('renewed');
    expect(before.size).toBe(4);
    const { id, task, jobs } = await operate(engine, 'renewed', component, { kind: 'restart', components: [] });
    expect(task).toMatchObject({ kind: 'restart', status: 'completed' });
    expect(jobs.map(({ objectKind, status }) => `${objectKind} ${status}`)).toEqual([
      'Deployment completed',
      'StatefulSet completed',
    ]);
    const after = await pods('renewed');
    expect(after.size).toBe(4);
    const uids = new Set(before.values());
    expect([...after.values()].filter((uid) => uids.has(uid))).toEqual([]);
    const annotations = (await deployment('deploy-web-renewed')).spec?.template.metadata?.annotations;
    expect(annotations).toMatchObject({ [RESTARTED_BY_RUN]: id });
  });

  test('a DaemonSet: by its template, ready when every machine runs the new pod', async () => {
    const engine = await startClusterEngine(cluster.client);
    const { task: delivered } = await deliverTo(engine, 'everywhere', [agent]);
    expect(delivered).toMatchObject({ status: 'completed' });
    const before = await pods('everywhere');
    const operation = { kind: 'restart', components: ['agent'] } as const;
    const { id, task } = await operate(engine, 'everywhere', [agent], operation);
    expect(task).toMatchObject({ status: 'completed' });
    const { spec, status } = await cluster.client
      .resource(apps.v1.daemonsets, 'default')
      .get('daemon-agent-everywhere');
    expect(spec?.template.metadata?.annotations).toMatchObject({ [RESTARTED_BY_RUN]: id });
    expect(status?.updatedNumberScheduled).toBe(status?.desiredNumberScheduled);
    const after = await pods('everywhere');
    expect(after.size).toBe(before.size);
    for (const name of before.keys()) expect(after.has(name)).toBe(false);
  });

  test('leaves the others alone, and the next run restarts nothing', async () => {
    const engine = await startClusterEngine(cluster.client);
    await deliverTo(engine, 'some', [web(), db]);
    const before = await pods('some');
    await operate(engine, 'some', [web(), db], { kind: 'restart', components: ['web'] });
    const after = await pods('some');
    for (const name of [...before.keys()].filter((each) => each.startsWith('store-'))) {
      expect(after.get(name)).toBe(before.get(name));
    }
    const { jobs } = await deliverTo(engine, 'some', [web(), db]);
    const workloads = jobs.filter(({ objectKind }) => objectKind !== 'Service');
    expect(workloads.map(({ message }) => message?.replace(/,.*/, ''))).toEqual(['unchanged', 'unchanged']);
    expect(await pods('some')).toEqual(after);
  });

  test('happens once, also when the engine goes away in the middle of it', async () => {
    const database = openSqlite({ path: ':memory:' });
    const first = await startClusterEngine(cluster.client, { database });
    const slow = [web({ replicas: 1, properties: { annotations: { 'kubemin.io/simulate-start-delay': '1s' } } })];
    await deliverTo(first, 'once', slow);
    const before = await deployment('deploy-web-once');
    const document = parseDocument({ name: 'once', component: slow });
    const operation = { kind: 'restart', components: [] } as const;
    const place = { appId: 'once', appName: 'once', namespace: 'default', revision: 1, componentIds: {} };
    const { id } = await first.submit({ ...place, document, operation });
    const written = await eventually(() => deployment('deploy-web-once'), {
      until: ({ metadata }) => metadata.generation !== before.metadata.generation,
    });
    await first.stop();
    const second = await startClusterEngine(cluster.client, { database });
    await collect(second.events(id));
    expect(await second.task(id)).toMatchObject({ status: 'completed' });
    const after = await deployment('deploy-web-once');
    expect(after.metadata.generation).toBe(written.metadata.generation);
  });

  test('refuses what has no pods that keep running', async () => {
    const engine = await startClusterEngine(cluster.client);
    const run = { appId: 'idle', document: parseDocument({ name: 'idle', component: [conf('c1')] }), componentIds: {} };
    const of = (components: readonly string[]) =>
      engine.problems({ ...run, operation: { kind: 'restart', components } }).map(({ code }) => code);
    expect(of([])).toEqual(['NOT_RESTARTABLE']);
    expect(of(['c1', 'c2'])).toEqual(['NOT_RESTARTABLE', 'COMPONENT_NOT_FOUND']);
  });
});
