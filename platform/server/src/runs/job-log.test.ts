import { createKubeClient } from '@kubemin/kube';
import { startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPlatform } from '../test-support/test-platform.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ nodes: 1 });
});
afterAll(() => cluster.close());

/** The cluster, as one that serves the logs of pods. */
const kube = () =>
  createKubeClient((request) => {
    if (!request.path.endsWith('/log')) return cluster.handler(request);
    return Promise.resolve({ kind: 'text', status: 200, headers: {}, text: 'migrated 3 tables\n' });
  });

test('what a program has written can be read, also after the run; of others there is none', async () => {
  const platform = await startTestPlatform({ kube: kube(), jobs: 'real' });
  const text = JSON.stringify({
    name: 'logged',
    component: [{ name: 'logged-config', type: 'config', properties: { conf: { a: '1' } } }],
    workflow: [
      { name: 'migrate', type: 'script', properties: { image: 'tools:1', script: 'migrate' } },
      { name: 'deliver', components: ['logged-config'] },
    ],
  });
  const { id } = await platform.client.saveApplication({ text, format: 'json' });
  const { taskId } = await platform.client.execWorkflow(id);
  for await (const _event of platform.client.followRun(taskId));
  const { status, jobs } = await platform.client.taskStatus(taskId);
  expect(status).toBe('completed');
  const [migrate, deliver] = jobs;
  expect(await platform.client.jobLog(taskId, migrate?.id ?? '')).toEqual({
    text: 'migrated 3 tables\n',
    truncated: false,
  });
  const missing = { status: 404, code: 'JOB_LOG_NOT_FOUND' };
  await expect(platform.client.jobLog(taskId, deliver?.id ?? '')).rejects.toMatchObject(missing);
  await expect(platform.client.jobLog(taskId, 'nobody')).rejects.toMatchObject(missing);
  await expect(platform.client.jobLog('nobody', migrate?.id ?? '')).rejects.toMatchObject({ code: 'TASK_NOT_FOUND' });
});
