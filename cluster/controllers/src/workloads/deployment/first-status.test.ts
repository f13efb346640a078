import { createKubeClient } from '@kubemin/kube';
import type { ApiHandler } from '@kubemin/kubeapi';
import { apps, core } from '@kubemin/kubeapi/resources';
import { eventually, ManualClock, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runModule } from '../../test-support/run-module.ts';
import { deployment } from '../../test-support/workload.ts';
import { replicaSetController } from '../replicaset/replicaset-controller.ts';
import { deploymentController } from './deployment-controller.ts';

const REVISION = 'deployment.kubernetes.io/revision';
let cluster: TestCluster;
let clock: ManualClock;
let writes: string[];
let stops: (() => Promise<void>)[];

beforeEach(async () => {
  cluster = await startTestCluster({ controllers: false });
  clock = new ManualClock();
  writes = [];
  const client = createKubeClient(noting(cluster.loopback));
  stops = [await runModule(client, deploymentController, clock), await runModule(client, replicaSetController, clock)];
});
afterEach(async () => {
  for (const stop of stops) await stop();
  await cluster.close();
});

const deployments = () => cluster.client.resource(apps.v1.deployments, 'default');
const pods = () => cluster.client.resource(core.v1.pods, 'default');
const firstPod = () => eventually(async () => (await pods().list()).items[0]);

test('a Deployment whose pod starts at once gets one status of its ReplicaSet and one of its own', async () => {
  await deployments().create(deployment('quick', 1));
  const pod = await firstPod();
  const conditions = [{ type: 'Ready', status: 'True' }];
  const body = { status: { phase: 'Running', conditions } };
  await pods().patch(pod?.metadata.name ?? '', { type: 'strategic', body }, { subresource: 'status' });
  const done = await eventually(() => deployments().get('quick'), {
    until: ({ status }) => status?.availableReplicas === 1,
  });
  expect(done.metadata).toMatchObject({ annotations: { [REVISION]: '1' }, generation: 1 });
  expect(done.status).toMatchObject({ observedGeneration: 1, replicas: 1, updatedReplicas: 1, readyReplicas: 1 });
  expect(writes).toEqual(['POST replicasets', 'POST pods', 'PUT replicasets/status', 'PUT deployments/status']);
});

test('a Deployment whose pod does not start soon reports its state', async () => {
  await deployments().create(deployment('slow', 1));
  await firstPod();
  expect((await deployments().get('slow')).status?.observedGeneration).toBeUndefined();
  const reported = await eventually(
    async () => {
      await clock.advance(100);
      return deployments().get('slow');
    },
    { until: ({ status }) => status?.unavailableReplicas === 1 && status.replicas === 1 },
  );
  expect(reported.metadata.annotations).toMatchObject({ [REVISION]: '1' });
  expect(reported.status?.conditions).toMatchObject([
    { type: 'Available', status: 'False' },
    { type: 'Progressing', status: 'True' },
  ]);
});

test('a Deployment whose ReplicaSet has no status reports that it created it', async () => {
  await stops.pop()?.();
  await deployments().create(deployment('alone', 1));
  await eventually(
    async () => (await cluster.client.resource(apps.v1.replicasets, 'default').list()).items.length === 1,
  );
  const reported = await eventually(
    async () => {
      await clock.advance(100);
      return deployments().get('alone');
    },
    { until: ({ status }) => status?.observedGeneration === 1 },
  );
  expect(reported.status?.conditions).toMatchObject([
    { type: 'Available', status: 'False' },
    { type: 'Progressing', status: 'True', reason: 'NewReplicaSetCreated' },
  ]);
});

/** Notes what is written, events aside. */
function noting(handler: ApiHandler): ApiHandler {
  return (request) => {
    const [, kind = '', , part] = /\/namespaces\/default\/([a-z]+)(\/[^/]+(\/\w+)?)?$/.exec(request.path) ?? [];
    if (request.method !== 'GET' && kind !== 'events') writes.push(`${request.method} ${kind}${part ?? ''}`);
    return handler(request);
  };
}
