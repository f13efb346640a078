import { apps, core } from '@kubemin/kubeapi/resources';
import { eventually, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { json } from '../../test-support/documents.ts';
import { readError, startTestPlatform, type TestPlatform } from '../../test-support/test-platform.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ nodes: 2 });
});
afterAll(() => cluster.close());

const web = (more: object = {}) => ({ name: 'web', type: 'webservice', image: 'web:1', replicas: 2, ...more });
const document = (name: string, component: readonly object[], workflow?: readonly object[]) =>
  json({ name, component, ...(workflow !== undefined && { workflow }) });

const real = (): Promise<TestPlatform> => startTestPlatform({ kube: cluster.client, jobs: 'real' });

async function ended({ client }: TestPlatform, taskId: string) {
  for await (const _event of client.followRun(taskId));
  return client.taskStatus(taskId);
}

async function deployed(platform: TestPlatform, source: ReturnType<typeof json>) {
  const { id, revision } = await platform.client.saveApplication(source);
  const { taskId } = await platform.client.execWorkflow(id, { revision });
  return { id, revision, run: await ended(platform, taskId) };
}

async function copies(appId: string): Promise<number | undefined> {
  return (await cluster.client.resource(apps.v1.deployments, 'default').get(`deploy-web-${appId}`)).spec?.replicas;
}

describe('scale', () => {
  test('is a run and a revision: the next deploy of the application keeps the number', async () => {
    const platform = await real();
    const { id } = await deployed(platform, document('scaled', [web()]));
    const { taskId, revision } = await platform.client.scaleApplication(id, { replicas: { web: 3 } });
    expect(revision).toBe(2);
    const run = await ended(platform, taskId);
    expect(run).toMatchObject({ kind: 'scale', status: 'completed', revision: 2 });
    expect(run.components.map(({ name, status }) => [name, status])).toEqual([['web', 'completed']]);
    expect((await platform.client.getApplication(id)).components[0]?.replicas).toBe(3);
    const next = await platform.client.execWorkflow(id);
    expect(await ended(platform, next.taskId)).toMatchObject({ kind: 'deploy', status: 'completed' });
    expect(await copies(id)).toBe(3);
  });

  test('to what there is already makes no revision', async () => {
    const platform = await real();
    const { id } = await deployed(platform, document('same', [web()]));
    expect(await platform.client.scaleApplication(id, { replicas: { web: 2 } })).toMatchObject({ revision: 1 });
  });

  test('what does not fit is 409 OPERATION_REFUSED with every reason, and nothing is stored', async () => {
    const platform = await startTestPlatform();
    const scaled = web({ traits: { autoscaling: { minReplicas: 1, maxReplicas: 3, cpu: 80 } } });
    const { id } = await platform.client.saveApplication(document('auto', [scaled]));
    const body = JSON.stringify({ replicas: { web: 2, ghost: 1 } });
    const error = await readError(await platform.send('POST', `/api/v1/applications/${id}/scale`, { body }));
    expect(error).toMatchObject({ status: 409, error: 'OPERATION_REFUSED', code: 10018 });
    expect(error.problems?.map(({ path, code }) => `${path} ${code}`)).toEqual([
      'replicas.web AUTOSCALED',
      'replicas.ghost COMPONENT_NOT_FOUND',
    ]);
    expect((await platform.client.getApplication(id)).revision).toBe(1);
    expect((await platform.client.listTasks(id)).tasks).toEqual([]);
  });

  test.each([{}, { replicas: {} }, { replicas: { web: -1 } }, { replicas: { web: 1.5 } }, { replicas: 3 }, []])(
    'a body like %j is 400',
    async (body) => {
      const platform = await startTestPlatform();
      const { id } = await platform.client.saveApplication(document('bad-body', [web()]));
      const path = `/api/v1/applications/${id}/scale`;
      const error = await readError(await platform.send('POST', path, { body: JSON.stringify(body) }));
      expect(error).toMatchObject({ status: 400, error: 'WORKFLOW_BODY_INVALID' });
    },
  );
});

test('restart: all that run, or the named; what never runs is refused', async () => {
  const platform = await real();
  const conf = { name: 'conf', type: 'config', properties: { conf: { a: '1' } } };
  const { id } = await deployed(platform, document('restarted', [web(), conf]));
  const { taskId } = await platform.client.restartApplication(id);
  expect(await ended(platform, taskId)).toMatchObject({ kind: 'restart', status: 'completed', revision: 1 });
  await expect(platform.client.restartApplication(id, { components: ['conf'] })).rejects.toMatchObject({
    status: 409,
    code: 'OPERATION_REFUSED',
    problems: [expect.objectContaining({ path: 'components.conf', code: 'NOT_RESTARTABLE' })],
  });
});

describe('decide', () => {
  const asking = document('asking', [web()], [{ name: 'ask', type: 'approval' }, { name: 'web' }]);
  async function waiting(platform: TestPlatform): Promise<string> {
    const { id } = await platform.client.saveApplication(asking);
    const { taskId } = await platform.client.execWorkflow(id);
    for await (const event of platform.client.followRun(taskId)) {
      if (event.kind === 'job' && event.job.approval !== undefined) return taskId;
    }
    throw new Error('the run ended without asking');
  }

  test('approve lets the run continue, under the name of the caller', async () => {
    const platform = await startTestPlatform();
    const taskId = await waiting(platform);
    const { job } = await platform.client.decideTask(taskId, {
      verdict: 'approved',
      comment: 'go',
      values: { score: 0.9 },
    });
    expect(job.approval).toMatchObject({ verdict: 'approved', by: 'tester', comment: 'go', values: { score: 0.9 } });
    expect(await ended(platform, taskId)).toMatchObject({ status: 'completed' });
    await expect(platform.client.decideTask(taskId, { verdict: 'approved' })).rejects.toMatchObject({
      status: 409,
      code: 'TASK_FINISHED',
    });
  });

  test('reject ends it rejected; a second decision, and one where none is needed, are 409', async () => {
    const platform = await startTestPlatform();
    const taskId = await waiting(platform);
    await platform.client.decideTask(taskId, { verdict: 'rejected', comment: 'not on a Friday' });
    expect(await ended(platform, taskId)).toMatchObject({
      status: 'rejected',
      error: expect.stringContaining('rejected by tester: not on a Friday'),
    });
    const again = await waiting(platform);
    await expect(platform.client.decideTask(again, { verdict: 'approved', jobId: 'other' })).rejects.toMatchObject({
      status: 409,
      code: 'NOTHING_TO_DECIDE',
    });
    await expect(platform.client.decideTask('nobody', { verdict: 'approved' })).rejects.toMatchObject({ status: 404 });
  });
});

test('retry takes up what is left; what is under way, whole, or superseded is 409 by name', async () => {
  let broken = true;
  const jobs = async (): Promise<void> => {
    if (broken) throw new Error('not today');
  };
  const platform = await startTestPlatform({ jobs });
  const { id, run } = await deployed(platform, document('again', [web()]));
  expect(run.status).toBe('failed');
  broken = false;
  const { taskId } = await platform.client.retryTask(run.taskId);
  expect(await ended(platform, taskId)).toMatchObject({ status: 'completed' });
  expect((await platform.client.listTasks(id)).tasks[0]).toMatchObject({ retryOf: run.taskId, creator: 'tester' });
  await expect(platform.client.retryTask(taskId)).rejects.toMatchObject({ status: 409, code: 'NOTHING_TO_RETRY' });
  await expect(platform.client.retryTask(run.taskId)).rejects.toMatchObject({ status: 409, code: 'TASK_SUPERSEDED' });
});

describe('rollback', () => {
  test('makes a new revision of what was delivered before, and delivers it', async () => {
    const platform = await real();
    const { id } = await deployed(platform, document('back', [web()]));
    await deployed(platform, document('back', [web({ image: 'web:2' })]));
    const { taskId, revision, restored } = await platform.client.rollbackApplication(id);
    expect({ revision, restored }).toEqual({ revision: 3, restored: 1 });
    expect(await ended(platform, taskId)).toMatchObject({ status: 'completed', revision: 3 });
    const live = await cluster.client.resource(apps.v1.deployments, 'default').get(`deploy-web-${id}`);
    expect(live.spec?.template.spec?.containers[0]?.image).toBe('web:1');
    const { revisions } = await platform.client.listRevisions(id);
    expect(revisions.map((each) => [each.revision, each.current])).toEqual([
      [3, true],
      [2, false],
      [1, false],
    ]);
  });

  test('R-18: goes to the last revision that was delivered, scaled ones included, past those that failed', async () => {
    const platform = await real();
    const { client } = platform;
    const logged = { 'kubemin.io/simulate-logs': 'the shop is open' };
    const { id } = await deployed(platform, document('undone', [web({ properties: { annotations: logged } })]));
    const { taskId: scaling } = await client.scaleApplication(id, { replicas: { web: 3 } });
    await ended(platform, scaling);
    const annotations = { ...logged, 'kubemin.io/simulate': 'image-pull-error' };
    const broken = web({ image: 'web:2', replicas: 3, properties: { annotations } });
    expect((await deployed(platform, document('undone', [broken]))).run).toMatchObject({ status: 'failed' });
    expect((await client.listRevisions(id)).revisions).toMatchObject([
      { revision: 3, state: 'failed', run: 3, changes: expect.arrayContaining(['web image web:1 → web:2']) },
      { revision: 2, state: 'serving', run: 2, changes: ['web replicas 2 → 3'] },
      { revision: 1, state: 'delivered', run: 1, changes: [] },
    ]);
    const { taskId, restored } = await client.rollbackApplication(id);
    expect(restored).toBe(2);
    const run = await ended(platform, taskId);
    expect(run).toMatchObject({ status: 'completed' });
    expect(await copies(id)).toBe(3);

    // The logs of its pods, and their Kubernetes events, also of the one that never ran.
    const deployment = run.jobs.find(({ objectKind }) => objectKind === 'Deployment');
    const { text } = await client.jobLog(taskId, deployment?.id ?? '');
    expect(text).toMatch(/^deploy-web-\S+\/web: the shop is open$/m);
    const { events } = await client.podEvents(id);
    expect(events.map(({ reason }) => reason)).toEqual(expect.arrayContaining(['Scheduled', 'Failed']));
    expect(events.every(({ pod }) => pod.startsWith(`deploy-web-${id}-`))).toBe(true);
    expect(events.map(({ time }) => time)).toEqual(events.map(({ time }) => time).toSorted());
    // Seconds alone would make them differ from a list of runs.
    expect(run).toMatchObject(
      (await client.listTasks(id)).tasks.map(({ startedAt, endedAt }) => ({ startedAt, endedAt }))[0] ?? {},
    );
  });

  test('with nowhere to go back to, and to a revision there is not', async () => {
    const platform = await startTestPlatform();
    const { id } = await deployed(platform, document('first', [web()]));
    await expect(platform.client.rollbackApplication(id)).rejects.toMatchObject({
      status: 409,
      code: 'NOTHING_TO_ROLL_BACK',
    });
    await expect(platform.client.rollbackApplication(id, { revision: 9 })).rejects.toMatchObject({
      status: 404,
      code: 'REVISION_NOT_FOUND',
    });
  });
});

test('R-18: what the pods of a run wrote is there after they are gone, and is not that of the pods of a later run', async () => {
  const platform = await real();
  const { client } = platform;
  const loggingDocument = (text: string, more: object = {}) =>
    document('outspoken', [web({ properties: { annotations: { 'kubemin.io/simulate-logs': text } }, ...more })]);
  const runLogs = async (taskId: string): Promise<string> => {
    const { jobs } = await client.listJobs(taskId);
    const deployment = jobs.find(({ objectKind }) => objectKind === 'Deployment');
    return (await client.jobLog(taskId, deployment?.id ?? '')).text;
  };
  const { id, run: first } = await deployed(platform, loggingDocument('version one'));
  const { run: second } = await deployed(platform, loggingDocument('version two'));
  const pods = cluster.client.resource(core.v1.pods, 'default');
  const labelSelector = `kube-min-cli-appId=${id}`;
  await eventually(() => pods.list({ labelSelector }), {
    until: ({ items }) => items.length === 2 && items.every(({ metadata }) => metadata.deletionTimestamp === undefined),
  });
  expect(await runLogs(first.taskId)).toMatch(/^deploy-web-\S+\/web: version one$/m);
  expect(await runLogs(first.taskId)).not.toContain('version two');
  expect(await runLogs(second.taskId)).toMatch(/^deploy-web-\S+\/web: version two$/m);
  const cleaned = await client.cleanUpApplication(id);
  await ended(platform, cleaned.taskId);
  await eventually(() => pods.list({ labelSelector }), { until: ({ items }) => items.length === 0 });
  expect(await runLogs(second.taskId)).toMatch(/^deploy-web-\S+\/web: version two$/m);
});

describe('delete', () => {
  const stateful = (name: string) => {
    const storage = [{ name: 'data', type: 'persistent', mountPath: '/data', tmpCreate: true }];
    return document(name, [web({ traits: { storage }, properties: { ports: [{ port: 80 }] } })]);
  };
  const claims = async (appId: string): Promise<readonly string[]> => {
    const labelSelector = `kube-min-cli-appId=${appId}`;
    const { items } = await cluster.client.resource(core.v1.persistentvolumeclaims, 'default').list({ labelSelector });
    return items.map(({ metadata }) => metadata.name ?? '');
  };

  test('resources: lists what it deleted and keeps claims; the definition stays and can be deployed again', async () => {
    const platform = await real();
    const { id } = await deployed(platform, stateful('cleaned'));
    const cleaned = await platform.client.cleanUpApplication(id);
    expect(cleaned).toMatchObject({ appId: id, status: 'completed', keptResources: [], failedResources: [] });
    expect(cleaned.deletedResources.toSorted()).toEqual([
      `Deployment:default/deploy-web-${id}`,
      `Service:default/svc-web-${id}`,
      'Service:default/web',
    ]);
    expect(await claims(id)).toHaveLength(1);
    expect((await deployed(platform, stateful('cleaned'))).run.status).toBe('completed');
    const all = await (await platform.send('DELETE', `/api/v1/applications/${id}/resources?keep_pvc=false`)).json();
    expect(all).toMatchObject({ status: 'completed' });
    expect(await claims(id)).toEqual([]);
  });

  test('the application: when its run has completed it is gone, and its name is free', async () => {
    const platform = await real();
    const { id } = await deployed(platform, document('doomed', [web()]));
    const { taskId } = await platform.client.deleteApplication(id);
    expect(await ended(platform, taskId)).toMatchObject({ kind: 'delete', status: 'completed' });
    expect((await platform.client.listApplications({ name: 'doomed' })).applications).toEqual([]);
    await expect(platform.client.getApplication(id)).rejects.toMatchObject({ status: 404 });
    const heir = await platform.client.saveApplication(document('doomed', [web()]));
    expect(heir).toMatchObject({ outcome: 'created', revision: 1 });
    expect(heir.id).not.toBe(id);
  });

  test('ends the runs that are under way', async () => {
    const platform = await real();
    const asking = document('stuck', [web()], [{ name: 'ask', type: 'approval' }, { name: 'web' }]);
    const { id } = await platform.client.saveApplication(asking);
    const { taskId: running } = await platform.client.execWorkflow(id);
    const { taskId } = await platform.client.deleteApplication(id);
    const reason = 'the application is being deleted by tester';
    expect(await ended(platform, running)).toMatchObject({
      status: 'cancelled',
      cancelReason: reason,
      texts: { cancelReason: { code: 'server.run.cancelledByDeletion' } },
    });
    expect(await ended(platform, taskId)).toMatchObject({ status: 'completed' });
  });

  test('while it is under way, changing or running the application is 409; a cancel brings it back', async () => {
    const platform = await real();
    const conf = { name: 'held', type: 'config', properties: { conf: { a: '1' } } };
    const { id } = await deployed(platform, document('going', [web(), conf]));
    const configMaps = cluster.client.resource(core.v1.configmaps, 'default');
    const finalizers = (names: readonly string[]) =>
      configMaps.patch('held', { type: 'merge', body: { metadata: { finalizers: names } } });
    await finalizers(['example.org/hold']);
    const { taskId } = await platform.client.deleteApplication(id);
    const refused = {
      status: 409,
      code: 'APPLICATION_DELETING',
      message: expect.stringContaining('"going" is being deleted'),
    };
    const { client } = platform;
    await expect(client.execWorkflow(id)).rejects.toMatchObject(refused);
    await expect(client.saveApplication(document('going', [web()]))).rejects.toMatchObject(refused);
    await expect(client.scaleApplication(id, { replicas: { web: 1 } })).rejects.toMatchObject(refused);
    await expect(client.deleteApplication(id)).rejects.toMatchObject(refused);
    await client.cancelWorkflow(id, { taskId });
    await finalizers([]);
    expect((await deployed(platform, document('going', [web(), conf]))).run).toMatchObject({ status: 'completed' });
  });
});
