import type { Component } from '@kubemin/client';
import { renderKubeconfig } from '@kubemin/kube';
import { apps, core } from '@kubemin/kubeapi/resources';
import { eventually, startTestCluster, type TestCluster } from '@kubemin/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { json, SHOP, webservice } from '../../test-support/documents.ts';
import { startTestPlatform, type TestPlatform } from '../../test-support/test-platform.ts';

async function clusterAndPlatform(
  transport: 'loopback' | 'http' = 'loopback',
): Promise<{ readonly cluster: TestCluster; readonly platform: TestPlatform }> {
  const cluster = await startTestCluster({ transport });
  onTestFinished(() => cluster.close());
  return { cluster, platform: await startTestPlatform({ kube: cluster.client, jobs: 'real' }) };
}

async function deploy(platform: TestPlatform, document: object): Promise<string> {
  const { id } = await platform.client.saveApplication(json(document));
  const { taskId } = await platform.client.execWorkflow(id);
  for await (const _event of platform.client.followRun(taskId));
  expect(await platform.client.taskStatus(taskId)).toMatchObject({ status: 'completed' });
  return id;
}

/** Awaits a state of one component. */
function reaches(platform: TestPlatform, appId: string, name: string, state: Partial<Component>): Promise<Component> {
  const isReached = (component: Component | undefined): boolean =>
    component !== undefined && Object.entries(state).every(([key, value]) => Reflect.get(component, key) === value);
  return eventually(
    async () => {
      const { components } = await platform.client.listComponents(appId);
      const found = components.find((component) => component.name === name);
      if (found === undefined) throw new Error(`there is no component ${name}`);
      return found;
    },
    { until: isReached },
  );
}

describe('component states against a real cluster', () => {
  test.each(['loopback', 'http'] as const)(
    'a deployed application has every component Running, over %s',
    async (transport) => {
      const { platform } = await clusterAndPlatform(transport);
      const id = await deploy(platform, SHOP);
      await reaches(platform, id, 'web', { status: 'Running', reason: 'Ready', readyReplicas: 2 });
      await reaches(platform, id, 'database', { status: 'Running', readyReplicas: 1 });
      await reaches(platform, id, 'settings', { status: 'Running', reason: 'Delivered' });
      await reaches(platform, id, 'credentials', { status: 'Running', reason: 'Delivered' });
      expect(await platform.client.readiness()).toMatchObject({ status: 'ready' });
    },
  );

  test('scaling in the cluster is seen, down to 0 and back', async () => {
    const { cluster, platform } = await clusterAndPlatform();
    const id = await deploy(platform, { name: 'shop', component: [webservice('web')] });
    const deployments = cluster.client.resource(apps.v1.deployments, 'default');
    const name = (await deployments.list()).items[0]?.metadata.name ?? '';
    const scale = (replicas: number) => deployments.patch(name, { type: 'merge', body: { spec: { replicas } } });
    await scale(3);
    await reaches(platform, id, 'web', { status: 'Running', readyReplicas: 3 });
    await scale(0);
    await reaches(platform, id, 'web', { status: 'Failed', reason: 'Stopped', readyReplicas: 0 });
    await scale(1);
    await reaches(platform, id, 'web', { status: 'Running', readyReplicas: 1 });
  });

  test('after a rollout that failed, the component shows the message of the run, although its old replicas are ready', async () => {
    const { platform } = await clusterAndPlatform();
    const shop = (image: string, more: object = {}) => ({
      name: 'shop',
      component: [webservice('web', { image, replicas: 2, properties: { ports: [{ port: 80 }], ...more } })],
    });
    const id = await deploy(platform, shop('web:1'));
    const annotations = { 'kubemin.io/simulate': 'image-pull-error' };
    await platform.client.saveApplication(json(shop('web:nope', { annotations })));
    const { taskId } = await platform.client.execWorkflow(id);
    for await (const _event of platform.client.followRun(taskId));
    const run = await platform.client.taskStatus(taskId);
    expect(run).toMatchObject({ status: 'failed', error: expect.stringContaining('cannot pull image "web:nope"') });
    const component = await reaches(platform, id, 'web', {
      status: 'Failed',
      reason: 'ImagePullFailed',
      readyReplicas: 2,
    });
    expect(run.error).toContain(component.message.split(' (')[0]);
  });

  test.each(['default', 'staging'])(
    'R-16: a component whose Secret is missing in cluster %s fails with the message of the run, and runs once the Secret is there',
    async (name) => {
      const cluster = await startTestCluster({ nodes: 1, transport: 'http' });
      onTestFinished(() => cluster.close());
      const platform = await startTestPlatform({
        ...(name === 'default' && { kube: cluster.client }),
        jobs: 'real',
        engine: { missingGraceMs: 200 },
        settings: { missingGraceMs: 200, clusterCheckMs: 20 },
      });
      if (name !== 'default') {
        if (cluster.address === undefined) throw new Error('this cluster listens nowhere');
        await platform.client.registerCluster({
          name,
          kubeconfig: renderKubeconfig({ ...cluster.address, name: 'ci' }),
        });
      }
      const shop = (image: string, envs: readonly object[]) => ({
        ...{ name: 'shop', ...(name !== 'default' && { cluster: name }) },
        component: [webservice('web', { image, traits: { envs } })],
      });
      const id = await deploy(platform, shop('web:1', []));
      await reaches(platform, id, 'web', { status: 'Running' });
      const secret = { name: 'late', key: 'password' };
      await platform.client.saveApplication(json(shop('web:2', [{ name: 'PASSWORD', valueFrom: { secret } }])));
      const { taskId } = await platform.client.execWorkflow(id);
      for await (const _event of platform.client.followRun(taskId));
      const { error } = await platform.client.taskStatus(taskId);
      const component = await reaches(platform, id, 'web', {
        status: 'Failed',
        reason: 'ReferenceMissing',
        readyReplicas: 1,
      });
      expect(component.message).toMatch(/^Secret default\/late does not exist \(needed by variable PASSWORD/);
      expect(error).toContain(component.message);
      expect(await platform.client.getApplication(id)).toMatchObject({
        health: { phase: 'Degraded' },
        serving: { revision: 1 },
        components: [{ servedRevision: 1 }],
      });
      await cluster.client.resource(core.v1.secrets, 'default').create({
        ...{ apiVersion: 'v1', kind: 'Secret', stringData: { password: 'x' } },
        metadata: { name: 'late', namespace: 'default' },
      });
      await reaches(platform, id, 'web', { status: 'Running', reason: 'Ready' });
      expect(await platform.client.getApplication(id)).toMatchObject({ components: [{ servedRevision: 2 }] });
    },
  );

  test('what is deleted behind our back is Failed with the reason Deleted, and is back after a run', async () => {
    const { cluster, platform } = await clusterAndPlatform();
    const document = {
      name: 'shop',
      component: [webservice('web'), { name: 'settings', type: 'config', properties: { conf: { A: 'b' } } }],
    };
    const id = await deploy(platform, document);
    await reaches(platform, id, 'web', { status: 'Running' });
    const deployments = cluster.client.resource(apps.v1.deployments, 'default');
    await deployments.delete((await deployments.list()).items[0]?.metadata.name ?? '');
    await cluster.client.resource(core.v1.configmaps, 'default').delete('settings');
    await reaches(platform, id, 'web', { status: 'Failed', reason: 'Deleted', readyReplicas: 0 });
    await reaches(platform, id, 'settings', { status: 'Failed', reason: 'Deleted' });
    await deploy(platform, document);
    await reaches(platform, id, 'web', { status: 'Running' });
    await reaches(platform, id, 'settings', { status: 'Running' });
  });

  test('what a run was asked to remove is not deployed any more, and nothing is degraded by it', async () => {
    const { cluster, platform } = await clusterAndPlatform();
    const conf = (name: string) => ({ name, type: 'config', properties: { conf: { A: 'b' } } });
    const document = { name: 'shop', component: [webservice('web'), conf('kept'), conf('gone')] };
    const configs = cluster.client.resource(core.v1.configmaps, 'default');
    const id = await deploy(platform, document);
    await reaches(platform, id, 'web', { status: 'Running' });
    // Missed before its removal was requested.
    await configs.delete('gone');
    await reaches(platform, id, 'gone', { status: 'Failed', reason: 'Deleted' });
    const { taskId } = await platform.client.cleanUpApplication(id);
    for await (const _event of platform.client.followRun(taskId));
    await reaches(platform, id, 'web', { status: 'Unknown', reason: 'NotDeployed' });
    await reaches(platform, id, 'gone', { status: 'Unknown', reason: 'NotDeployed' });
    expect((await platform.client.getApplication(id)).health).toMatchObject({ phase: 'NotDeployed' });

    await deploy(platform, document);
    await reaches(platform, id, 'kept', { status: 'Running' });
    await configs.delete('kept');
    await reaches(platform, id, 'kept', { status: 'Failed', reason: 'Deleted' });
  });

  test('a component that another application made and this one shares has the same state as there', async () => {
    const { cluster, platform } = await clusterAndPlatform();
    const cache = { ...webservice('cache'), traits: { share: { strategy: 'default' } } };
    const owner = await deploy(platform, { name: 'first', component: [cache] });
    const user = await deploy(platform, { name: 'second', component: [cache] });
    await reaches(platform, owner, 'cache', { status: 'Running', reason: 'Ready' });
    const shared = await reaches(platform, user, 'cache', { status: 'Running', reason: 'Ready', readyReplicas: 1 });
    expect(shared.message).toContain('created by application "first"');
    expect((await platform.client.getApplication(user)).health).toMatchObject({ phase: 'Healthy' });
    const deployments = cluster.client.resource(apps.v1.deployments, 'default');
    const name = (await deployments.list()).items[0]?.metadata.name ?? '';
    await deployments.patch(name, { type: 'merge', body: { spec: { replicas: 0 } } });
    await reaches(platform, user, 'cache', { reason: 'Stopped', readyReplicas: 0 });
  });

  test('a component that was never deployed stays so, whatever happens to the others', async () => {
    const { platform } = await clusterAndPlatform();
    const id = await deploy(platform, { name: 'shop', component: [webservice('web')] });
    await platform.client.saveApplication(json({ name: 'shop', component: [webservice('web'), webservice('later')] }));
    await reaches(platform, id, 'web', { status: 'Running' });
    await reaches(platform, id, 'later', { status: 'Unknown', reason: 'NotDeployed' });
  });
});
