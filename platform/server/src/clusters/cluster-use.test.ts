import { renderKubeconfig } from '@kubemin/kube';
import { startTestCluster, type TestCluster } from '@kubemin/testing';
import { describeDatabases } from '@kubemin/testing/vitest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { json, webservice } from '../test-support/documents.ts';
import { startTestPlatform } from '../test-support/test-platform.ts';

const ROUNDS = 8;

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ transport: 'http', controllers: false });
});
afterAll(() => cluster.close());

describeDatabases('clusters', (dialect) => {
  test('removing a cluster and saving an application that uses it at the same moment do not both succeed', async () => {
    const { client } = await startTestPlatform({ place: await dialect.create() });
    const { address } = cluster;
    if (address === undefined) throw new Error('the cluster listens nowhere');
    const kubeconfig = renderKubeconfig(address);
    for (let round = 0; round < ROUNDS; round += 1) {
      const name = `round-${round}`;
      await client.registerCluster({ name, kubeconfig });
      const document = json({ name: 'shop', cluster: name, component: [webservice('web')] });
      const [saved, removed] = await Promise.allSettled([client.saveApplication(document), client.removeCluster(name)]);
      const { clusters } = await client.listClusters();
      const { applications } = await client.listApplications({ cluster: name });
      const used = saved.status === 'fulfilled';
      expect({ removed: removed.status, left: clusters.some((each) => each.name === name) }).toEqual({
        removed: used ? 'rejected' : 'fulfilled',
        left: used,
      });
      expect(applications).toHaveLength(used ? 1 : 0);
      if (removed.status === 'rejected') expect(removed.reason).toMatchObject({ code: 'CLUSTER_IN_USE' });
    }
  });
});
