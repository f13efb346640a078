import { core } from '@kubemin/kubeapi/resources';
import { openSqlite } from '@kubemin/sql';
import { deployedVersions, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../engine.ts';
import { collect } from '../test-support/bench.ts';
import { deliverTo, releaseShortNames, startClusterEngine, submitTo } from '../test-support/cluster-engine.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ nodes: 2 });
});
afterAll(() => cluster.close());
afterEach(() => releaseShortNames(cluster.client));

const web = (image: string, update: object = {}, more: object = {}) => [
  { name: 'web', type: 'webservice', image, replicas: 2, properties: { ports: [{ port: 80 }], update }, ...more },
];

const versions = (appId: string): Promise<readonly string[]> => deployedVersions(cluster.client, appId);

async function pins(appId: string): Promise<readonly (string | undefined)[]> {
  const labelSelector = `kube-min-cli-appId=${appId}`;
  const { items } = await cluster.client.resource(core.v1.services, 'default').list({ labelSelector });
  return [...new Set(items.map(({ spec }) => spec?.selector?.['kube-min-cli-track']))];
}

/** Follows a run until it asks. */
async function asked(engine: Engine, id: string): Promise<string> {
  for await (const event of engine.events(id)) {
    if (event.kind === 'job' && event.job.approval !== undefined) return event.job.approval.question;
  }
  throw new Error(`task ${id} ended without asking`);
}

async function ended(engine: Engine, id: string) {
  await collect(engine.events(id));
  return engine.task(id);
}

describe('canary', () => {
  const canary = { strategy: 'canary', canaryReplicas: 1 };

  test('W-06: a few copies first; promoted, the rest follows and the canary goes', async () => {
    const engine = await startClusterEngine(cluster.client);
    await deliverTo(engine, 'promote', web('web:1'));
    const id = await submitTo(engine, 'promote', web('web:2', canary));
    expect(await asked(engine, id)).toBe('web: The canary runs. Promote it to all copies?');
    expect(await versions('promote')).toEqual(['web:1 × 2', 'web:2 × 1-canary']);
    await engine.decide(id, { verdict: 'approved', user: 'ada' });
    expect(await ended(engine, id)).toMatchObject({ status: 'completed' });
    expect(await versions('promote')).toEqual(['web:2 × 2']);
  });

  test('W-06: rejected, everything is as before, and the run names the user', async () => {
    const engine = await startClusterEngine(cluster.client);
    await deliverTo(engine, 'abort', web('web:1'));
    const id = await submitTo(engine, 'abort', web('web:2', canary));
    await asked(engine, id);
    await engine.decide(id, { verdict: 'rejected', user: 'bob', comment: 'too slow' });
    expect(await ended(engine, id)).toMatchObject({
      status: 'rejected',
      error: expect.stringContaining('rejected by bob: too slow'),
    });
    expect(await versions('abort')).toEqual(['web:1 × 2']);
    expect((await deliverTo(engine, 'abort', web('web:1'))).task?.status).toBe('completed');
  });

  test('a canary that does not come up is withdrawn', async () => {
    const engine = await startClusterEngine(cluster.client);
    await deliverTo(engine, 'broken', web('web:1'));
    const [component] = web('web:nope', canary);
    const properties = { ...component?.properties, annotations: { 'kubemin.io/simulate': 'image-pull-error' } };
    const { task } = await deliverTo(engine, 'broken', [{ ...component, properties }]);
    expect(task).toMatchObject({ status: 'failed', error: expect.stringContaining('cannot pull image') });
    expect(await versions('broken')).toEqual(['web:1 × 2']);
  });

  test('the question stays open over a restart', async () => {
    const database = openSqlite({ path: ':memory:' });
    const first = await startClusterEngine(cluster.client, { database });
    await deliverTo(first, 'restart', web('web:1'));
    const id = await submitTo(first, 'restart', web('web:2', canary));
    await asked(first, id);
    await first.stop();
    await first.decide(id, { verdict: 'approved' });
    const second = await startClusterEngine(cluster.client, { database });
    expect(await ended(second, id)).toMatchObject({ status: 'completed' });
    expect(await versions('restart')).toEqual(['web:2 × 2']);
  });

  test('the first delivery, and a change that replaces no pods, need no decision', async () => {
    const engine = await startClusterEngine(cluster.client);
    expect((await deliverTo(engine, 'plain', web('web:1', canary))).task?.status).toBe('completed');
    expect((await deliverTo(engine, 'plain', web('web:1', canary, { replicas: 3 }))).task?.status).toBe('completed');
    expect(await versions('plain')).toEqual(['web:1 × 3']);
  });
});

describe('blue-green', () => {
  const blueGreen = { strategy: 'blue-green', graceSeconds: 0 };

  test('W-06: the new version takes over whole; the next updates go on from the track it is on', async () => {
    const engine = await startClusterEngine(cluster.client);
    await deliverTo(engine, 'colours', web('web:1'));
    expect((await deliverTo(engine, 'colours', web('web:2', blueGreen))).task).toMatchObject({ status: 'completed' });
    expect(await versions('colours')).toEqual(['web:2 × 2-green']);
    expect(await pins('colours')).toEqual([undefined]);
    expect((await deliverTo(engine, 'colours', web('web:3'))).task?.status).toBe('completed');
    expect(await versions('colours')).toEqual(['web:3 × 2-green']);
    expect((await deliverTo(engine, 'colours', web('web:4', blueGreen))).task?.status).toBe('completed');
    expect(await versions('colours')).toEqual(['web:4 × 2-blue']);
  });

  test('on request, a user decides before traffic switches; rejected, it never does', async () => {
    const engine = await startClusterEngine(cluster.client);
    await deliverTo(engine, 'switch', web('web:1'));
    const id = await submitTo(engine, 'switch', web('web:2', { ...blueGreen, approval: 'manual' }));
    expect(await asked(engine, id)).toContain('Switch over?');
    expect(await versions('switch')).toEqual(['web:1 × 2', 'web:2 × 2-green']);
    expect(await pins('switch')).toEqual(['stable']);
    await engine.decide(id, { verdict: 'rejected' });
    expect((await ended(engine, id))?.status).toBe('rejected');
    expect(await versions('switch')).toEqual(['web:1 × 2']);
    expect(await pins('switch')).toEqual([undefined]);
  });

  test('after the switch traffic goes back when a user rejects within the grace time', async () => {
    const engine = await startClusterEngine(cluster.client);
    await deliverTo(engine, 'back', web('web:1'));
    const id = await submitTo(engine, 'back', web('web:2', { strategy: 'blue-green', graceSeconds: 3600 }));
    expect(await asked(engine, id)).toContain('Go on now, or back?');
    expect(await pins('back')).toEqual(['green']);
    expect(await versions('back')).toEqual(['web:1 × 2', 'web:2 × 2-green']);
    await engine.decide(id, { verdict: 'rejected', user: 'bob' });
    expect((await ended(engine, id))?.status).toBe('rejected');
    expect(await versions('back')).toEqual(['web:1 × 2']);
    expect(await pins('back')).toEqual([undefined]);
  });
});
