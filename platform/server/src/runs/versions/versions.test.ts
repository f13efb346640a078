import { apps, core } from '@kubemin/kubeapi/resources';
import { LABEL } from '@kubemin/render';
import { deployedVersions, eventually, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { json } from '../../test-support/documents.ts';
import { startTestPlatform, type TestPlatform } from '../../test-support/test-platform.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ nodes: 2 });
});
afterAll(() => cluster.close());
// In one namespace the name of a component belongs to one application.
afterEach(() => cluster.client.resource(core.v1.services, 'default').deleteCollection({ labelSelector: LABEL.appId }));

const TRACK = 'kube-min-cli-track';
const real = (): Promise<TestPlatform> => startTestPlatform({ kube: cluster.client, jobs: 'real' });

async function ended({ client }: TestPlatform, taskId = '') {
  for await (const _event of client.followRun(taskId));
  return client.taskStatus(taskId);
}

/** Follows a run until it asks something with these words. */
async function asked({ client }: TestPlatform, taskId = '', words = ''): Promise<void> {
  for await (const event of client.followRun(taskId)) {
    if (event.kind === 'job' && event.job.approval?.question.includes(words) === true) return;
  }
  throw new Error(`run ${taskId} ended without asking: ${words}`);
}

async function deployed(platform: TestPlatform, name: string): Promise<string> {
  const properties = { ports: [{ port: 80 }] };
  const component = [{ name: 'web', type: 'webservice', image: 'web:1', replicas: 2, properties }];
  const { id } = await platform.client.saveApplication(json({ name, component }));
  const { taskId } = await platform.client.execWorkflow(id);
  expect(await ended(platform, taskId)).toMatchObject({ status: 'completed' });
  return id;
}

const update = (image: string, more: object = {}) => ({
  version: '2.0.0',
  components: [{ name: 'web', image }],
  ...more,
});

const versions = (appId: string): Promise<readonly string[]> => deployedVersions(cluster.client, appId);

/** The images of the pods that the application's Services send traffic to, with how many there are of each. */
async function traffic(appId: string): Promise<Readonly<Record<string, number>>> {
  const labelSelector = `kube-min-cli-appId=${appId}`;
  const { items: services } = await cluster.client.resource(core.v1.services, 'default').list({ labelSelector });
  const { items: pods } = await cluster.client.resource(core.v1.pods, 'default').list({ labelSelector });
  const counts: Record<string, number> = {};
  for (const { spec } of services.slice(0, 1)) {
    const wanted = Object.entries(spec?.selector ?? {});
    for (const { metadata, spec: pod } of pods) {
      const selected = wanted.every(([key, value]) => metadata.labels?.[key] === value);
      const image = pod?.containers[0]?.image ?? '';
      if (selected && metadata.deletionTimestamp === undefined) counts[image] = (counts[image] ?? 0) + 1;
    }
  }
  return counts;
}

async function pins(appId: string): Promise<readonly (string | undefined)[]> {
  const labelSelector = `kube-min-cli-appId=${appId}`;
  const { items } = await cluster.client.resource(core.v1.services, 'default').list({ labelSelector });
  return [...new Set(items.map(({ spec }) => spec?.selector?.[TRACK]))];
}

describe('rolling and recreate', () => {
  test.each([
    ['rolling', 'RollingUpdate'],
    ['recreate', 'Recreate'],
  ])('%s: all copies are replaced in place, and the Service never selects by version', async (strategy, type) => {
    const platform = await real();
    const id = await deployed(platform, strategy);
    const result = await platform.client.updateVersion(id, update('web:2', { strategy }));
    expect(result).toMatchObject({
      version: '2.0.0',
      previousVersion: '1.0.0',
      strategy,
      revision: 2,
      updatedComponents: ['web'],
      addedComponents: [],
      removedComponents: [],
    });
    expect(await ended(platform, result.taskId)).toMatchObject({ status: 'completed', revision: 2 });
    expect(await versions(id)).toEqual(['web:2 × 2']);
    const deployment = await cluster.client.resource(apps.v1.deployments, 'default').get(`deploy-web-${id}`);
    expect(deployment.spec?.strategy?.type).toBe(type);
    expect(await pins(id)).toEqual([undefined]);
    expect(await traffic(id)).toEqual({ 'web:2': 2 });
  });
});

describe('canary', () => {
  const canary = { version: '2.0.0', strategy: 'canary', components: [{ name: 'web', image: 'web:2', replicas: 1 }] };

  test('a copy of the new version shares the traffic; promoted, it has all of it', async () => {
    const platform = await real();
    const id = await deployed(platform, 'canary-promoted');
    const { taskId } = await platform.client.updateVersion(id, canary);
    await asked(platform, taskId, 'Promote it');
    expect(await versions(id)).toEqual(['web:1 × 2', 'web:2 × 1-canary']);
    expect(await traffic(id)).toEqual({ 'web:1': 2, 'web:2': 1 });
    const promoted = await platform.client.promoteVersion(id, { comment: 'looks well' });
    expect(promoted).toMatchObject({ taskId, jobs: [{ approval: { verdict: 'approved', by: 'tester' } }] });
    expect(await ended(platform, taskId)).toMatchObject({ status: 'completed' });
    expect(await versions(id)).toEqual(['web:2 × 2']);
    expect(await traffic(id)).toEqual({ 'web:2': 2 });
  });

  test('R-11: aborted, the old version has all the traffic, and is what the application is and what later runs deliver', async () => {
    const platform = await real();
    const { client } = platform;
    const id = await deployed(platform, 'canary-aborted');
    const { taskId = '' } = await client.updateVersion(id, canary);
    await asked(platform, taskId);
    await client.abortVersion(id, { comment: 'too slow' });
    expect(await ended(platform, taskId)).toMatchObject({
      status: 'rejected',
      revision: 2,
      serving: { revision: 3, restores: 1, components: [{ name: 'web', revision: 3 }] },
    });
    expect(await versions(id)).toEqual(['web:1 × 2']);
    expect(await traffic(id)).toEqual({ 'web:1': 2 });
    expect(await client.getApplication(id)).toMatchObject({
      revision: 3,
      version: '1.0.0',
      serving: { revision: 3, restores: 1 },
      components: [{ image: 'web:1', servedRevision: 3 }],
    });
    expect((await client.listRevisions(id)).revisions).toMatchObject([
      {
        revision: 3,
        current: true,
        restores: 1,
        description: 'back to revision 1; tester rejected revision 2: too slow',
      },
      { revision: 2, version: '2.0.0', current: false, refusedBy: taskId },
      { revision: 1, current: false },
    ]);
    await expect(client.promoteVersion(id)).rejects.toMatchObject({ status: 409, code: 'NOTHING_TO_DECIDE' });
    await expect(client.retryTask(taskId)).rejects.toMatchObject({ code: 'TASK_SUPERSEDED' });
    const again = await client.execWorkflow(id);
    expect(await ended(platform, again.taskId)).toMatchObject({ status: 'completed', revision: 3 });
    expect(await versions(id)).toEqual(['web:1 × 2']);
    // The list sees it as well, whichever is looked at first.
    const { applications } = await client.listApplications({ name: 'canary-aborted' });
    expect(applications).toMatchObject([{ revision: 3, version: '1.0.0' }]);
  });

  test('R-11: a refused version that was replaced by a newer document meanwhile leaves that as it is', async () => {
    const platform = await real();
    const { client } = platform;
    const id = await deployed(platform, 'canary-overtaken');
    const { taskId = '' } = await client.updateVersion(id, canary);
    await asked(platform, taskId);
    await client.updateVersion(id, {
      version: '3.0.0',
      autoExec: false,
      components: [{ name: 'web', image: 'web:3' }],
    });
    await client.abortVersion(id);
    expect(await ended(platform, taskId)).toMatchObject({ status: 'rejected', serving: { revision: 1 } });
    expect(await client.getApplication(id)).toMatchObject({ revision: 3, version: '3.0.0', serving: { revision: 1 } });
    expect((await client.listRevisions(id)).revisions).toMatchObject([{}, { revision: 2, refusedBy: taskId }, {}]);
  });

  test('R-11: of a refused version, components that were delivered before stay, others go back', async () => {
    const platform = await real();
    const { client } = platform;
    const [first, last] = ['first', 'last'].map((name) => ({ name, type: 'webservice', image: 'web:1' }));
    const update = { strategy: 'canary', canaryReplicas: 1, approval: 'manual' };
    const middle = { name: 'middle', type: 'webservice', image: 'web:1', properties: { update } };
    const workflow = ['first', 'middle', 'last'].map((name) => ({ name, components: [name] }));
    const source = (image: string) =>
      json({ name: 'canary-mixed', component: [first, middle, last].map((each) => ({ ...each, image })), workflow });
    const { id } = await client.saveApplication(source('web:1'));
    await ended(platform, (await client.execWorkflow(id)).taskId);
    await client.saveApplication(source('web:2'));
    const { taskId } = await client.execWorkflow(id);
    await asked(platform, taskId, 'Promote it');
    await client.abortVersion(id);
    const run = await ended(platform, taskId);
    expect(run.components.map(({ name, status }) => `${name} ${status}`)).toEqual([
      'first completed',
      'middle rejected',
      'last skipped',
    ]);
    const { revision, components } = await client.getApplication(id);
    expect(revision).toBe(3);
    expect(components.map(({ name, image }) => `${name} ${image}`)).toEqual([
      'first web:2',
      'middle web:1',
      'last web:1',
    ]);
    expect(await client.planApplication(id)).toMatchObject({ upToDate: true });
  });
});

describe('R-11: an approval step of the workflow that is rejected', () => {
  const components = ['first', 'last'];
  const approve = { name: 'agree', type: 'approval', properties: { message: 'Deliver it?' } };
  const steps = components.map((name) => ({ name, components: [name] }));

  /** Delivers an application, then rejects its update where the workflow asks. */
  async function rejected(platform: TestPlatform, name: string, workflow: readonly object[]) {
    const { client } = platform;
    const source = (image: string, more: object = {}) =>
      json({ name, component: components.map((each) => ({ name: each, type: 'webservice', image })), ...more });
    const { id } = await client.saveApplication(source('web:1', { workflow: steps }));
    expect(await ended(platform, (await client.execWorkflow(id)).taskId)).toMatchObject({ status: 'completed' });
    await client.saveApplication(source('web:2', { workflow }));
    const { taskId } = await client.execWorkflow(id);
    await asked(platform, taskId, 'Deliver it?');
    await client.decideTask(taskId, { verdict: 'rejected', comment: 'not today' });
    return { id, taskId, run: await ended(platform, taskId) };
  }

  test('R-11: before anything was delivered, the previous revision serves, is the document and is what the next run delivers', async () => {
    const platform = await real();
    const { client } = platform;
    const { id, taskId, run } = await rejected(platform, 'rejected-before', [approve, ...steps]);
    expect(run).toMatchObject({ status: 'rejected', revision: 2, serving: { revision: 3, restores: 1 } });
    expect(await client.getApplication(id)).toMatchObject({
      revision: 3,
      serving: { revision: 3, restores: 1 },
      components: components.map((name) => ({ name, image: 'web:1', servedRevision: 3 })),
    });
    expect((await client.listRevisions(id)).revisions).toMatchObject([
      { revision: 3, restores: 1, description: 'back to revision 1; tester rejected revision 2: not today' },
      { revision: 2, refusedBy: taskId },
      { revision: 1 },
    ]);
    expect(await client.planApplication(id)).toMatchObject({ upToDate: true });
    const again = await client.execWorkflow(id);
    expect(await ended(platform, again.taskId)).toMatchObject({ status: 'completed', revision: 3 });
    expect(await versions(id)).toEqual(['web:1 × 1', 'web:1 × 1']);
  });

  test('R-11: in between, what was delivered stays and the rest goes back', async () => {
    const platform = await real();
    const [first, last] = steps;
    const { id } = await rejected(platform, 'rejected-between', [first ?? {}, approve, last ?? {}]);
    const { revision, components: now } = await platform.client.getApplication(id);
    expect(revision).toBe(3);
    expect(now.map(({ name, image }) => `${name} ${image}`)).toEqual(['first web:2', 'last web:1']);
    expect(await platform.client.planApplication(id)).toMatchObject({ upToDate: true });
  });

  test('R-11: after everything was delivered, the refused revision is what serves, and rollback leads to the one before', async () => {
    const platform = await real();
    const { client } = platform;
    const { id, taskId } = await rejected(platform, 'rejected-after', [...steps, approve]);
    expect(await client.getApplication(id)).toMatchObject({
      revision: 2,
      components: components.map((name) => ({ name, image: 'web:2', servedRevision: 2 })),
    });
    expect((await client.listRevisions(id)).revisions).toMatchObject([
      { revision: 2, refusedBy: taskId, state: 'serving' },
      { revision: 1, state: 'delivered' },
    ]);
    const back = await client.rollbackApplication(id, {});
    expect(await ended(platform, back.taskId)).toMatchObject({ status: 'completed' });
    expect(await versions(id)).toEqual(['web:1 × 1', 'web:1 × 1']);
  });
});

describe('R-11: an update that fails', () => {
  const broken = { 'kubemin.io/simulate': 'image-pull-error' };

  const recreate = { update: { strategy: 'recreate' } };

  test('R-11: a recreated component is led back, and the previous version serves again', async () => {
    const platform = await real();
    const { client } = platform;
    const id = await deployed(platform, 'failed-recreate');
    const properties = { ports: [{ port: 80 }], annotations: broken, ...recreate };
    const component = [{ name: 'web', type: 'webservice', image: 'web:2', replicas: 2, properties }];
    await client.saveApplication(json({ name: 'failed-recreate', component }));
    expect(await ended(platform, (await client.execWorkflow(id)).taskId)).toMatchObject({
      status: 'failed',
      serving: { revision: 1, components: [{ name: 'web', revision: 1 }] },
    });
    expect(await traffic(id)).toEqual({ 'web:1': 2 });
  });

  test('R-11: where nothing serves any more, because a recreate was cancelled, no revision is named, and rollback helps', async () => {
    const platform = await real();
    const { client } = platform;
    const id = await deployed(platform, 'cancelled-recreate');
    const traits = { envs: [{ name: 'A', valueFrom: { secret: { name: 'absent', key: 'a' } } }] };
    const properties = { ports: [{ port: 80 }], ...recreate };
    const component = [{ name: 'web', type: 'webservice', image: 'web:2', replicas: 2, properties, traits }];
    await client.saveApplication(json({ name: 'cancelled-recreate', component }));
    const { taskId } = await client.execWorkflow(id);
    await eventually(async () => Object.keys(await traffic(id)).join() === 'web:2');
    await client.cancelWorkflow(id, { taskId });
    const run = await ended(platform, taskId);
    expect(run).toMatchObject({ status: 'cancelled', serving: { revision: 1 } });
    expect(run.serving?.components).toEqual([{ name: 'web' }]);
    const { revision, serving, components } = await client.getApplication(id);
    expect({ revision, serving }).toEqual({ revision: 2, serving: { revision: 1 } });
    expect(components[0]?.servedRevision).toBeUndefined();
    expect((await client.listRevisions(id)).revisions).toMatchObject([{ state: 'cancelled' }, { state: 'delivered' }]);
    const back = await client.rollbackApplication(id, {});
    expect(await ended(platform, back.taskId)).toMatchObject({ status: 'completed' });
    expect(await versions(id)).toEqual(['web:1 × 2']);
  });

  test('R-11: of a store with one copy the previous version does not serve any more', async () => {
    const platform = await real();
    const { client } = platform;
    const source = (image: string, properties: object = {}) =>
      json({ name: 'failed-store', component: [{ name: 'data', type: 'store', image, properties }] });
    const { id } = await client.saveApplication(source('db:1'));
    expect(await ended(platform, (await client.execWorkflow(id)).taskId)).toMatchObject({ status: 'completed' });
    await client.saveApplication(source('db:2', { annotations: broken }));
    const run = await ended(platform, (await client.execWorkflow(id)).taskId);
    expect(run).toMatchObject({ status: 'failed', serving: { revision: 1 } });
    expect(run.serving?.components).toEqual([{ name: 'data' }]);
  });

  test('R-11: reports that the previous version still serves, and which', async () => {
    const platform = await real();
    const { client } = platform;
    const id = await deployed(platform, 'failed-update');
    const component = {
      name: 'web',
      type: 'webservice',
      image: 'web:2',
      replicas: 2,
      properties: { annotations: broken },
    };
    await client.saveApplication(json({ name: 'failed-update', component: [component] }));
    const { taskId } = await client.execWorkflow(id);
    expect(await ended(platform, taskId)).toMatchObject({
      status: 'failed',
      serving: { revision: 1, components: [{ name: 'web', revision: 1 }] },
    });
    expect(await client.getApplication(id)).toMatchObject({
      revision: 2,
      serving: { revision: 1 },
      components: [{ status: 'Failed', servedRevision: 1 }],
    });
  });
});

describe('blue-green', () => {
  const blueGreen = {
    ...update('web:2', { strategy: 'blue-green' }),
    approval: 'manual' as const,
    graceSeconds: 3600,
  };

  test('R-11: traffic stays, switches at once on request, goes back on request, and the old version is that of the application', async () => {
    const platform = await real();
    const id = await deployed(platform, 'blue-green-back');
    const { taskId } = await platform.client.updateVersion(id, blueGreen);
    await asked(platform, taskId, 'Switch over?');
    expect(await versions(id)).toEqual(['web:1 × 2', 'web:2 × 2-green']);
    expect(await pins(id)).toEqual(['stable']);
    expect(await traffic(id)).toEqual({ 'web:1': 2 });
    await platform.client.promoteVersion(id);
    await asked(platform, taskId, 'Go on now, or back?');
    expect(await pins(id)).toEqual(['green']);
    expect(await traffic(id)).toEqual({ 'web:2': 2 });
    await platform.client.abortVersion(id, { comment: 'errors' });
    expect(await ended(platform, taskId)).toMatchObject({ status: 'rejected', serving: { revision: 3, restores: 1 } });
    expect(await platform.client.getApplication(id)).toMatchObject({ revision: 3, components: [{ image: 'web:1' }] });
    expect(await versions(id)).toEqual(['web:1 × 2']);
    expect(await pins(id)).toEqual([undefined]);
    expect(await traffic(id)).toEqual({ 'web:1': 2 });
  });

  test('not called back, the new version stays and the old one goes', async () => {
    const platform = await real();
    const id = await deployed(platform, 'blue-green-on');
    const { taskId } = await platform.client.updateVersion(id, blueGreen);
    await asked(platform, taskId, 'Switch over?');
    await platform.client.promoteVersion(id);
    await asked(platform, taskId, 'Go on now, or back?');
    await platform.client.promoteVersion(id);
    expect(await ended(platform, taskId)).toMatchObject({ status: 'completed' });
    expect(await versions(id)).toEqual(['web:2 × 2-green']);
    expect(await pins(id)).toEqual([undefined]);
    expect(await traffic(id)).toEqual({ 'web:2': 2 });
  });
});

test('components are added and removed with the version, in the cluster too', async () => {
  const platform = await real();
  const id = await deployed(platform, 'members');
  const components = [
    { name: 'Worker', action: 'add', type: 'worker', image: 'worker:1', env: { MODE: 'fast' } },
    { name: 'web', action: 'remove' },
  ];
  const result = await platform.client.updateVersion(id, { version: '2.0.0', components });
  expect(result).toMatchObject({ addedComponents: ['worker'], removedComponents: ['web'], updatedComponents: [] });
  expect(await ended(platform, result.taskId)).toMatchObject({ status: 'completed' });
  expect(await versions(id)).toEqual(['worker:1 × 1']);
});
