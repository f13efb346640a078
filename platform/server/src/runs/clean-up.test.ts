import { apps, core } from '@kubemin/kubeapi/resources';
import { LABEL } from '@kubemin/render';
import { eventually, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { json, webservice } from '../test-support/documents.ts';
import { startTestPlatform, type TestPlatform } from '../test-support/test-platform.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ nodes: 1 });
});
afterAll(() => cluster.close());

const conf = (name: string) => ({ name, type: 'config', properties: { conf: { mode: 'fast' } } });
/** Never ready: it asks for more than there is. */
const stuck = webservice('stuck', { traits: { resources: { cpu: '4000' } } });
const applicationDocument = (name: string, component: readonly object[]) => json({ name, component });

async function configs(appId: string): Promise<readonly (string | undefined)[]> {
  const { items } = await cluster.client
    .resource(core.v1.configmaps, 'default')
    .list({ labelSelector: `${LABEL.appId}=${appId}` });
  return items.map(({ metadata }) => metadata.labels?.[LABEL.componentName]).toSorted();
}

async function finish({ client }: TestPlatform, taskId: string): Promise<string> {
  for await (const _ of client.followRun(taskId));
  return (await client.taskStatus(taskId)).status;
}

/** A run that has delivered `new` and waits for what will never be ready. */
async function stuckRun(platform: TestPlatform, name: string) {
  const { client } = platform;
  const { id } = await client.saveApplication(applicationDocument(name, [conf(`${name}-old`)]));
  expect(await finish(platform, (await client.execWorkflow(id)).taskId)).toBe('completed');
  const own = { ...stuck, name: `${name}-stuck` };
  await client.saveApplication(applicationDocument(name, [conf(`${name}-old`), conf(`${name}-new`), own]));
  const { taskId } = await client.execWorkflow(id);
  await eventually(() => client.taskStatus(taskId), {
    until: ({ jobs }) => jobs.some(({ objectKind, status }) => objectKind === 'Deployment' && status === 'running'),
  });
  return { id, taskId };
}

const platformHere = () => startTestPlatform({ kube: cluster.client, jobs: 'real' });

test('a run that is cancelled and cleaned up takes away what it made, and nothing that was there before', async () => {
  const platform = await platformHere();
  const { client } = platform;
  const { id, taskId } = await stuckRun(platform, 'tidy');
  expect(await configs(id)).toEqual(['tidy-new', 'tidy-old']);
  const cancelled = await client.cancelWorkflow(id, { taskId, cleanUp: true });
  expect(cancelled).toMatchObject({ taskId, status: 'cancelled' });
  const cleaning = cancelled.cleanUpTaskId ?? '';
  expect(await finish(platform, cleaning)).toBe('completed');
  expect(await client.taskStatus(cleaning)).toMatchObject({ kind: 'undo' });
  expect(await configs(id)).toEqual(['tidy-old']);
  const labelSelector = `${LABEL.appId}=${id}`;
  expect((await cluster.client.resource(apps.v1.deployments, 'default').list({ labelSelector })).items).toEqual([]);

  // A requested removal is no failure.
  const states = await eventually(() => client.listComponents(id), {
    until: ({ components }) => components.every(({ reason }) => reason === 'Delivered' || reason === 'NotDeployed'),
  });
  expect(Object.fromEntries(states.components.map(({ name, reason }) => [name, reason]))).toEqual({
    'tidy-old': 'Delivered',
    'tidy-new': 'NotDeployed',
    'tidy-stuck': 'NotDeployed',
  });

  // What was delivered last is still the first run: going on from there knows it.
  await client.saveApplication(applicationDocument('tidy', [conf('tidy-other')]));
  expect(await finish(platform, (await client.execWorkflow(id)).taskId)).toBe('completed');
  expect(await configs(id)).toEqual(['tidy-other']);
});

test('without it everything stays, and it can still be asked for when the run is cancelled already', async () => {
  const platform = await platformHere();
  const { client } = platform;
  const { id, taskId } = await stuckRun(platform, 'later');
  expect(await client.cancelWorkflow(id, { taskId })).toEqual({ taskId, number: 2, status: 'cancelled' });
  expect(await configs(id)).toEqual(['later-new', 'later-old']);
  const { cleanUpTaskId = '' } = await client.cancelById({ taskId, cleanUp: true });
  expect(await finish(platform, cleanUpTaskId)).toBe('completed');
  expect(await configs(id)).toEqual(['later-old']);
  await expect(client.cancelWorkflow(id, { taskId, cleanUp: true })).rejects.toMatchObject({ code: 'TASK_SUPERSEDED' });
});

test('is refused, and nothing is cancelled, while another run of the application comes after it', async () => {
  const platform = await platformHere();
  const { client } = platform;
  const { id, taskId } = await stuckRun(platform, 'busy');
  const { number: behind } = await client.execWorkflow(id);
  await expect(client.cancelWorkflow(id, { taskId, cleanUp: true })).rejects.toMatchObject({
    code: 'TASK_SUPERSEDED',
    message: expect.stringContaining(`run ${behind} follows it`),
  });
  expect((await client.taskStatus(taskId)).status).toBe('running');
});
