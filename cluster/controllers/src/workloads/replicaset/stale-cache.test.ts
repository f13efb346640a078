import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { createManager } from '@kubemin/controller';
import { createKubeClient } from '@kubemin/kube';
import { apps } from '@kubemin/kubeapi/resources';
import { eventually, shakyWatches, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterEach, expect, test } from 'vitest';
import { PodLog } from '../../test-support/pod-log.ts';
import { replicaSet } from '../../test-support/workload.ts';
import { replicaSetController } from './replicaset-controller.ts';

let cluster: TestCluster | undefined;
afterEach(() => cluster?.close());

test('with caches far behind, a set that is looked at again and again makes and deletes no pod too many', async () => {
  cluster = await startTestCluster({ controllers: false });
  // As late as it can be, always.
  const slow = { clock: systemClock, random: { next: () => 0.999 }, turns: 200 };
  const client = createKubeClient(shakyWatches(cluster.handler, slow));
  const manager = createManager({ client, clock: systemClock, random: systemRandom, logger: silentLogger });
  manager.with(replicaSetController);
  const stop = new AbortController();
  const running = manager.run(stop.signal);
  await manager.ready;
  const log = await PodLog.start(cluster.client, 'default');
  const sets = cluster.client.resource(apps.v1.replicasets, 'default');
  await sets.create(replicaSet('far', 20));
  const disturbed = async (replicas: number) => {
    for (let round = 0; (await sets.get('far')).status?.replicas !== replicas; round += 1) {
      await sets.patch('far', { type: 'merge', body: { metadata: { annotations: { round: String(round) } } } });
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await disturbed(20);
  expect([log.created, log.most]).toEqual([20, 20]);
  await sets.patch('far', { type: 'merge', body: { spec: { replicas: 5 } } });
  await disturbed(5);
  await eventually(() => log.comings.length === 35);
  expect([log.created, log.fewest]).toEqual([20, 5]);
  log.stop();
  stop.abort();
  await running;
});
