import { core } from '@kubemin/kubeapi/resources';
import { eventually, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeCluster } from '../../test-support/describe-cluster.ts';
import { handMadeNode, summarizeNode } from '../../test-support/hand-made-node.ts';
import { pod } from '../../test-support/workload.ts';
import { NODE_LIFECYCLE_TIMES } from './node-lifecycle-times.ts';

describeCluster('a node that never speaks', (start) => {
  let cluster: TestCluster;
  beforeAll(async () => {
    const nodeLifecycle = { ...NODE_LIFECYCLE_TIMES, startupGraceMs: 200, monitorMs: 100 };
    cluster = await start({ builtin: { nodeLifecycle, podGarbage: { sweepMs: 100, quarantineMs: 100 } } });
  });
  afterAll(() => cluster.close());

  test('is unknown after a while and loses its pods, which end when it is deleted', async () => {
    const nodes = cluster.client.resource(core.v1.nodes);
    const pods = cluster.client.resource(core.v1.pods, 'default');
    await nodes.create(handMadeNode('silent', { ready: 'never reported' }));
    const { spec = { containers: [] }, ...rest } = pod('stranded');
    const unreachable = { key: 'node.kubernetes.io/unreachable', operator: 'Exists', effect: 'NoExecute' };
    const tolerations = [{ ...unreachable, tolerationSeconds: 0 }];
    // A finalizer, to be able to look at what is left.
    const metadata = { ...rest.metadata, finalizers: ['example.com/look'] };
    await pods.create({ ...rest, metadata, spec: { ...spec, nodeName: 'silent', tolerations } });
    await eventually(() => summarizeNode(cluster.client, 'silent'), {
      until: ({ ready, taints }) =>
        ready === 'Unknown' && Array.isArray(taints) && taints.includes('unreachable:NoExecute'),
    });
    const evicted = await eventually(() => pods.get('stranded'), {
      until: (one) => one.metadata.deletionTimestamp !== undefined,
    });
    expect(evicted.status?.conditions).toContainEqual(
      expect.objectContaining({ type: 'DisruptionTarget', reason: 'DeletionByTaintManager' }),
    );
    await nodes.delete('silent');
    await eventually(() => pods.get('stranded'), {
      until: ({ metadata: left, status }) => status?.phase === 'Failed' && left.deletionGracePeriodSeconds === 0,
    });
  });
});
