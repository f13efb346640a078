import { RetryableError } from '@kubemin/base';
import { type ControllerModule, createReconcilerController } from '@kubemin/controller';
import { createKubeClient } from '@kubemin/kube';
import type { ApiHandler } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterEach, expect, test } from 'vitest';
import { runModule } from '../test-support/run-module.ts';
import { pod, replicaSet } from '../test-support/workload.ts';
import { Expectations } from './expectations.ts';
import { PodWriter } from './pod-writer.ts';

let cluster: TestCluster | undefined;
afterEach(() => cluster?.close());

/** Carries the next creation of a pod out, and then breaks the line instead of answering. */
function cutAnswers(handler: ApiHandler, cuts: number): ApiHandler {
  let left = cuts;
  return async (request) => {
    const response = await handler(request);
    if (request.method !== 'POST' || !request.path.endsWith('/pods') || left === 0) return response;
    left -= 1;
    throw new RetryableError('the line was cut', { code: 'TEST_CUT' });
  };
}

test('a creation whose answer was lost is met again by its name, and no surplus pod appears', async () => {
  cluster = await startTestCluster({ controllers: false });
  const writers: PodWriter[] = [];
  const module: ControllerModule = {
    name: 'writing',
    setup(context) {
      const pods = context.informers.informer(core.v1.pods);
      const expectations = new Expectations<Pod>(context.clock);
      pods.onChange((change) => expectations.observe(change));
      // Nothing is in this cache yet when the second attempt is made, as if the watch were far behind.
      writers.push(new PodWriter({ context, expectations, pods: { get: () => undefined } }));
      return createReconcilerController({ context, reconciler: { reconcile: async () => undefined } });
    },
  };
  const stop = await runModule(createKubeClient(cutAnswers(cluster.handler, 1)), module);
  const owner = { ...replicaSet('far', 1), metadata: { name: 'far', namespace: 'default', uid: 'u' } };
  const { name: _name, ...metadata } = pod('far').metadata;
  const unnamed: Pod = { ...pod('far'), metadata: { ...metadata, generateName: 'far' } };
  const [writer] = writers;
  await expect(writer?.create('default/far', owner, unnamed)).rejects.toThrow('the line was cut');
  await writer?.create('default/far', owner, unnamed);
  expect((await cluster.client.resource(core.v1.pods, 'default').list()).items).toHaveLength(1);
  await writer?.create('default/far', owner, unnamed);
  expect((await cluster.client.resource(core.v1.pods, 'default').list()).items).toHaveLength(2);
  await stop();
});
