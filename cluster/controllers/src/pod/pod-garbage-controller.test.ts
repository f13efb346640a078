import { core } from '@kubemin/kubeapi/resources';
import { ManualClock, startTestCluster } from '@kubemin/testing';
import { expect, test } from 'vitest';
import { handMadeNode } from '../test-support/hand-made-node.ts';
import { runModules } from '../test-support/running-modules.ts';
import { pod } from '../test-support/workload.ts';
import { podGarbageController } from './pod-garbage-controller.ts';

test('pods of a node that is gone for good end as failed and go; those of one that comes back in time stay', async () => {
  const clock = new ManualClock();
  const cluster = await startTestCluster({ controllers: false, clock });
  const nodes = cluster.client.resource(core.v1.nodes);
  const pods = cluster.client.resource(core.v1.pods, 'default');
  const stop = await runModules(cluster.client, clock, podGarbageController());
  try {
    for (const name of ['lost', 'back']) {
      await nodes.create(handMadeNode(name));
      const { spec = { containers: [] }, ...rest } = pod(`on-${name}`);
      // A finalizer, to be able to look at what is left.
      const metadata = { ...rest.metadata, finalizers: ['example.com/look'] };
      await pods.create({ ...rest, metadata, spec: { ...spec, nodeName: name } });
    }
    await clock.advance(1_000);
    for (const name of ['lost', 'back']) await nodes.delete(name);
    await clock.advance(25_000);
    await nodes.create(handMadeNode('back'));
    await clock.advance(60_000);
    const lost = await pods.get('on-lost');
    expect(lost.metadata).toMatchObject({ deletionGracePeriodSeconds: 0 });
    expect(lost.status).toMatchObject({ phase: 'Failed', conditions: [{ reason: 'DeletionByPodGC' }] });
    expect((await pods.get('on-back')).metadata.deletionTimestamp).toBeUndefined();
  } finally {
    await stop();
    await cluster.close();
  }
});
