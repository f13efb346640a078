import { RetryableError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { createKubeClient } from '@kubemin/kube';
import type { ApiHandler } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import { ManualClock, startTestCluster } from '@kubemin/testing';
import { expect, test } from 'vitest';
import { handMadeNode } from '../../test-support/hand-made-node.ts';
import { runModule } from '../../test-support/run-module.ts';
import { pod } from '../../test-support/workload.ts';
import { podGarbageController } from './pod-garbage-controller.ts';

test('a pod that cannot be cleared away keeps no other from it, and is tried again with the next round', async () => {
  const clock = new ManualClock();
  const cluster = await startTestCluster({ controllers: false, clock });
  let refused = 0;
  const handler: ApiHandler = async (request) => {
    if (request.method === 'GET' && request.path.endsWith('/nodes/unsure')) throw broken('the node is unknown');
    if (request.method !== 'DELETE' || !request.path.endsWith('/pods/stubborn')) return cluster.handler(request);
    refused += 1;
    throw broken('the pod does not go');
  };
  const pods = cluster.client.resource(core.v1.pods, 'default');
  const stop = await runModule(createKubeClient(handler), podGarbageController(), clock);
  try {
    const there = { ...pod('there'), spec: { containers: [], ...pod('there').spec, nodeName: 'unsure' } };
    await pods.create(there);
    for (const name of ['stubborn', 'willing']) {
      await pods.create({ ...pod(name), spec: { containers: [], ...pod(name).spec, nodeName: 'lost' } });
    }
    await clock.advance(60_000);
    expect((await pods.list()).items.map(({ metadata }) => metadata.name)).toEqual(['stubborn', 'there']);
    const before = refused;
    await clock.advance(20_000);
    expect(refused).toBe(before + 1);
  } finally {
    await stop();
    await cluster.close();
  }
});

function broken(message: string): RetryableError {
  return new RetryableError(verbatim(message), { code: 'TEST_CUT' });
}

test('pods of a node that is gone fail and are deleted; those of one that comes back before that stay', async () => {
  const clock = new ManualClock();
  const cluster = await startTestCluster({ controllers: false, clock });
  const nodes = cluster.client.resource(core.v1.nodes);
  const pods = cluster.client.resource(core.v1.pods, 'default');
  const stop = await runModule(cluster.client, podGarbageController(), clock);
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

test('on a node that is not ready and has the taint out-of-service, deleted pods go without its agent; others stay', async () => {
  const clock = new ManualClock();
  const cluster = await startTestCluster({ controllers: false, clock });
  const nodes = cluster.client.resource(core.v1.nodes);
  const pods = cluster.client.resource(core.v1.pods, 'default');
  const stop = await runModule(cluster.client, podGarbageController(), clock);
  try {
    await nodes.create(handMadeNode('off'));
    for (const name of ['deleted', 'there']) {
      await pods.create({ ...pod(name), spec: { containers: [], ...pod(name).spec, nodeName: 'off' } });
    }
    await pods.delete('deleted');
    await clock.advance(20_000);
    expect((await pods.get('deleted')).metadata.deletionTimestamp).toBeDefined();
    const conditions = [{ type: 'Ready', status: 'Unknown' }];
    await nodes.patch('off', { type: 'merge', body: { status: { conditions } } }, { subresource: 'status' });
    const taints = [{ key: 'node.kubernetes.io/out-of-service', value: 'nodeshutdown', effect: 'NoExecute' }];
    await nodes.patch('off', { type: 'merge', body: { spec: { taints } } });
    await clock.advance(20_000);
    expect((await pods.list()).items.map(({ metadata }) => metadata.name)).toEqual(['there']);
  } finally {
    await stop();
    await cluster.close();
  }
});
