import { createKubeClient } from '@kubemin/kube';
import type { ApiHandler } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import { eventually, startTestCluster, startTestControllers } from '@kubemin/testing';
import { expect, onTestFinished, test } from 'vitest';

/** A scheduler whose write of a pod's status is held up until it is let go. */
async function schedulerWithSlowStatus() {
  const cluster = await startTestCluster({ controllers: false });
  const [asked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const handler: ApiHandler = async (request) => {
    if (request.method === 'PATCH' && request.path.endsWith('/pods/waiting/status')) {
      asked.resolve();
      await release.promise;
    }
    return cluster.loopback(request);
  };
  const stop = await startTestControllers(createKubeClient(handler), { nodes: 1 });
  onTestFinished(async () => {
    await stop();
    await cluster.close();
  });
  return { client: cluster.client, asked: asked.promise, release: () => release.resolve() };
}

test('a pod that can be placed while its failure is still being reported is placed', async () => {
  const { client, asked, release } = await schedulerWithSlowStatus();
  const pods = client.resource(core.v1.pods, 'default');
  const claims = client.resource(core.v1.persistentvolumeclaims, 'default');
  const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }];
  const containers = [{ name: 'main', image: 'nginx:1' }];
  await pods.create({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'waiting' }, spec: { containers, volumes } });
  await asked;
  await claims.create({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  });
  await eventually(async () => (await claims.get('data')).status?.phase === 'Bound');
  release();
  expect(await eventually(async () => (await pods.get('waiting')).spec?.nodeName)).toBeDefined();
});
