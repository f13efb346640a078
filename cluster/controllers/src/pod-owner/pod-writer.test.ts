import { RetryableError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { type ControllerModule, createReconcilerController } from '@kubemin/controller';
import { createKubeClient, objectKey } from '@kubemin/kube';
import type { ApiHandler, ApiRequest } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterEach, expect, test } from 'vitest';
import { runModule } from '../test-support/run-module.ts';
import { pod, replicaSet } from '../test-support/workload.ts';
import { Expectations } from './expectations.ts';
import { PodWriter } from './pod-writer.ts';

let cluster: TestCluster | undefined;
let stop: (() => Promise<void>) | undefined;
afterEach(async () => {
  await stop?.();
  await cluster?.close();
});

/** Carries the first such request out, and then breaks the connection instead of responding. */
function dropResponse(handler: ApiHandler, which: (request: ApiRequest) => boolean): ApiHandler {
  let cut = false;
  return async (request) => {
    const response = await handler(request);
    if (cut || !which(request)) return response;
    cut = true;
    throw new RetryableError(verbatim('the line was cut'), { code: 'TEST_CUT' });
  };
}

const isCreation = ({ method, path }: ApiRequest): boolean => method === 'POST' && path.endsWith('/pods');

const owner = { ...replicaSet('far', 1), metadata: { name: 'far', namespace: 'default', uid: 'u' } };
const OWNER_KEY = 'default/far';

function unnamed(): Pod {
  const { name: _name, ...metadata } = pod('far').metadata;
  return { ...pod('far'), metadata: { ...metadata, namespace: 'default', generateName: 'far' } };
}

/** A writer with a cache that shows what the test sets, as a watch that is behind would. */
async function startWriter(around: (handler: ApiHandler) => ApiHandler) {
  cluster = await startTestCluster({ controllers: false });
  const cache = new Map<string, Pod>();
  const writers: PodWriter[] = [];
  const module: ControllerModule = {
    name: 'writing',
    setup(context) {
      const expectations = new Expectations<Pod>(context.clock);
      writers.push(new PodWriter({ context, expectations, pods: cache }));
      return createReconcilerController({ context, reconciler: { reconcile: async () => undefined } });
    },
  };
  stop = await runModule(createKubeClient(around(cluster.handler)), module);
  const [writer] = writers;
  if (writer === undefined) throw new Error('a module is set up when it runs');
  const pods = cluster.client.resource(core.v1.pods, 'default');
  const all = async () => (await pods.list()).items;
  const show = async () => {
    for (const each of await all()) cache.set(objectKey(each), each);
  };
  return { writer, all, show };
}

test('a creation whose response was lost is repeated with the same name, and no surplus pod appears', async () => {
  const { writer, all } = await startWriter((handler) => dropResponse(handler, isCreation));
  await expect(writer.create(OWNER_KEY, owner, unnamed())).rejects.toThrow('the line was cut');
  await writer.create(OWNER_KEY, owner, unnamed());
  expect(await all()).toHaveLength(1);
  await writer.create(OWNER_KEY, owner, unnamed());
  expect(await all()).toHaveLength(2);
});

test('an uncertain pod that appears after its owner has decided makes it decide again, and none is created', async () => {
  const { writer, all, show } = await startWriter((handler) => dropResponse(handler, isCreation));
  await expect(writer.create(OWNER_KEY, owner, unnamed())).rejects.toThrow('the line was cut');
  expect(writer.settled(OWNER_KEY)).toBe(true);
  await show();
  await expect(writer.create(OWNER_KEY, owner, unnamed())).rejects.toMatchObject({ code: 'POD_APPEARED' });
  expect(await all()).toHaveLength(1);
});

test('an uncertain pod that its owner has counted does not stop the next one', async () => {
  const { writer, all, show } = await startWriter((handler) => dropResponse(handler, isCreation));
  await expect(writer.create(OWNER_KEY, owner, unnamed())).rejects.toThrow('the line was cut');
  await show();
  expect(writer.settled(OWNER_KEY)).toBe(true);
  await writer.create(OWNER_KEY, owner, unnamed());
  expect(await all()).toHaveLength(2);
});

test('an uncertain pod does not count for a later owner of the same name', async () => {
  const { writer, all } = await startWriter((handler) => dropResponse(handler, isCreation));
  await expect(writer.create(OWNER_KEY, owner, unnamed())).rejects.toThrow('the line was cut');
  const namesake = { ...owner, metadata: { ...owner.metadata, uid: 'v' } };
  await writer.create(OWNER_KEY, namesake, unnamed());
  expect(await all()).toHaveLength(2);
});

test('uncertain pods are forgotten with their owner', async () => {
  const { writer, all } = await startWriter((handler) => dropResponse(handler, isCreation));
  await expect(writer.create(OWNER_KEY, owner, unnamed())).rejects.toThrow('the line was cut');
  writer.forget(OWNER_KEY);
  await writer.create(OWNER_KEY, owner, unnamed());
  expect(await all()).toHaveLength(2);
});

test('a deletion whose response was lost is waited for, so that no other pod is deleted in its place', async () => {
  const { writer, all, show } = await startWriter((handler) =>
    dropResponse(handler, ({ method }) => method === 'DELETE'),
  );
  // Bound, so that it takes its time to go.
  await cluster?.client
    .resource(core.v1.pods, 'default')
    .create({ ...pod('a'), spec: { ...pod('a').spec, containers: pod('a').spec?.containers ?? [], nodeName: 'n' } });
  await show();
  const [victim] = await all();
  if (victim === undefined) throw new Error('the pod is there');
  await writer.remove(OWNER_KEY, owner, victim);
  expect(writer.settled(OWNER_KEY)).toBe(false);
});

test('a deletion that failed is reported', async () => {
  const { writer, all, show } = await startWriter((handler) => async (request) => {
    if (request.method === 'DELETE') throw new RetryableError(verbatim('no response'), { code: 'TEST_CUT' });
    return handler(request);
  });
  await cluster?.client.resource(core.v1.pods, 'default').create(pod('a'));
  await show();
  const [victim] = await all();
  if (victim === undefined) throw new Error('the pod is there');
  await expect(writer.remove(OWNER_KEY, owner, victim)).rejects.toThrow('no response');
  expect(writer.settled(OWNER_KEY)).toBe(true);
});
