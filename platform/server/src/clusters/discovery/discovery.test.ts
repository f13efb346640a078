import { createPlatformClient } from '@kubemin/client';
import { createKubeClient } from '@kubemin/kube';
import { serviceUnavailable } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import { eventually, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { json, webservice } from '../../test-support/documents.ts';
import { startTestPlatform } from '../../test-support/test-platform.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ nodes: 2 });
});
afterAll(() => cluster.close());

const POD = {
  apiVersion: 'v1',
  kind: 'Pod',
  spec: { containers: [{ name: 'main', image: 'main:1', ports: [{ containerPort: 9000 }] }] },
} as const;

test('collectors find nodes and pods, those they may read, and the last ones known while the cluster is away', async () => {
  let away = false;
  const kube = createKubeClient(async (request) => {
    if (away) throw serviceUnavailable('away');
    return cluster.client.handler(request);
  });
  const platform = await startTestPlatform({ kube, jobs: 'delivery' });
  await expect(platform.client.scrapeTargets('none', { role: 'node' })).rejects.toMatchObject({
    code: 'CLUSTER_NOT_FOUND',
  });
  const nodes = await eventually(() => platform.client.scrapeTargets('default', { role: 'node' }), {
    until: (found) => found.length === 2,
  });
  expect(nodes[0]?.targets).toEqual([expect.stringMatching(/^198\.18\.\d+\.\d+:10250$/)]);

  await cluster.client.resource(core.v1.pods, 'default').create({
    ...POD,
    metadata: { name: 'stray', annotations: { 'prometheus.io/scrape': 'true' } },
  });
  const annotations = { 'prometheus.io/scrape': 'true', 'prometheus.io/port': '9102' };
  const { id } = await platform.client.saveApplication(
    json({ name: 'shop', project: 'a', component: [webservice('web', { properties: { annotations } })] }),
  );
  await platform.client.execWorkflow(id, {});
  // Nothing changes about pods that are ready.
  const pods = await eventually(() => platform.client.scrapeTargets('default', { role: 'pod' }), {
    until: (found) => found.length === 2 && found.every(({ labels }) => labels.__meta_kubernetes_pod_ready === 'true'),
  });
  expect(pods.map(({ targets }) => targets[0]?.split(':')[1]).sort()).toEqual(['9000', '9102']);

  await platform.client.createUser({ name: 'of-a', roles: [{ project: 'a', role: 'viewer' }] });
  const { token } = await platform.client.createToken({ name: 'of a test', user: 'of-a' });
  const viewer = createPlatformClient({ url: platform.url, token });
  expect((await viewer.scrapeTargets('default', { role: 'pod' })).map(({ labels }) => labels.pod)).toEqual([
    expect.stringContaining('web'),
  ]);

  away = true;
  expect(await platform.client.scrapeTargets('default', { role: 'pod' })).toEqual(pods);
});
