import type { KubeObject, ResourceType } from '@kubemin/kubeapi';
import { apps, core } from '@kubemin/kubeapi/resources';
import { LABEL } from '@kubemin/render';
import { eventually, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { EngineSettings } from '../../task/settings.ts';
import { collect } from '../../test-support/bench.ts';
import { deliverTo, releaseShortNames, startClusterEngine, submitTo } from '../../test-support/cluster-engine.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ nodes: 2 });
});
afterAll(() => cluster.close());
afterEach(() => releaseShortNames(cluster.client));

const startEngine = (settings: Partial<EngineSettings> = {}) => startClusterEngine(cluster.client, { settings });

/** Every object of the application with its version. */
async function versions(appId: string): Promise<Readonly<Record<string, string | undefined>>> {
  const labelSelector = `${LABEL.appId}=${appId}`;
  const list = async <T extends KubeObject>(type: ResourceType<T>): Promise<readonly KubeObject[]> =>
    (await cluster.client.resource(type, 'default').list({ labelSelector })).items;
  const lists = await Promise.all([
    list(apps.v1.deployments),
    list(apps.v1.statefulsets),
    list(core.v1.services),
    list(core.v1.configmaps),
    list(core.v1.secrets),
    list(core.v1.persistentvolumeclaims),
  ]);
  return Object.fromEntries(
    lists.flat().map(({ kind, metadata }) => [`${kind}/${metadata.name}`, metadata.resourceVersion]),
  );
}

const web = (more: object = {}, properties: object = {}) => ({
  name: 'web',
  type: 'webservice',
  image: 'web:1',
  replicas: 2,
  properties: { ports: [{ port: 80 }], ...properties },
  ...more,
});

test('W-04: config, secret, store and web are delivered, ready, and delivering them again changes nothing', async () => {
  const engine = await startEngine();
  const application = [
    { name: 'settings', type: 'config', properties: { conf: { mode: 'fast' } } },
    { name: 'keys', type: 'secret', properties: { secret: { token: 'hunter2' } } },
    {
      name: 'db',
      type: 'store',
      image: 'db:1',
      properties: { ports: [{ port: 5432 }] },
      traits: { storage: [{ name: 'data', type: 'persistent', mountPath: '/data', tmpCreate: true }] },
    },
    web(),
  ];
  const first = await deliverTo(engine, 'shop', application);
  expect(first.task).toMatchObject({ status: 'completed' });
  const messages = Object.fromEntries(first.jobs.map((job) => [job.type, job.message]));
  expect(messages).toMatchObject({
    configmap_deploy: 'created',
    secret_deploy: 'created',
    store_deploy: 'created, 1 of 1 ready',
    deploy: 'created, 2 of 2 ready',
    service_deploy: 'created',
  });
  const before = await versions('shop');
  const second = await deliverTo(engine, 'shop', application);
  expect(second.task).toMatchObject({ status: 'completed' });
  expect(second.jobs.map((job) => job.message?.split(',')[0])).toEqual(second.jobs.map(() => 'unchanged'));
  expect(await versions('shop')).toEqual(before);
});

test('W-05: a change of replicas alone reaches the cluster, down to none', async () => {
  const engine = await startEngine();
  const replicas = async () => {
    const [deployment] = (
      await cluster.client.resource(apps.v1.deployments, 'default').list({ labelSelector: `${LABEL.appId}=scaled` })
    ).items;
    return [deployment?.spec?.replicas, deployment?.status?.readyReplicas ?? 0];
  };
  await deliverTo(engine, 'scaled', [web({ replicas: 1 })]);
  expect(await replicas()).toEqual([1, 1]);
  expect((await deliverTo(engine, 'scaled', [web({ replicas: 3 })])).task?.status).toBe('completed');
  expect(await replicas()).toEqual([3, 3]);
  const none = await deliverTo(engine, 'scaled', [web({ replicas: 0 })]);
  expect(none.jobs.find((job) => job.type === 'deploy')?.message).toBe('updated, scaled to 0');
  expect(await replicas()).toEqual([0, 0]);
});

test('W-05: a variable that left the document leaves the pods', async () => {
  const engine = await startEngine();
  await deliverTo(engine, 'env', [web({}, { env: { A: '1', B: '2' } })]);
  expect((await deliverTo(engine, 'env', [web({}, { env: { B: '2' } })])).task?.status).toBe('completed');
  const pods = await cluster.client.resource(core.v1.pods, 'default').list({ labelSelector: `${LABEL.appId}=env` });
  const live = pods.items.filter((pod) => pod.metadata.deletionTimestamp === undefined);
  expect(live.map((pod) => pod.spec?.containers[0]?.env)).toEqual(live.map(() => [{ name: 'B', value: '2' }]));
});

test('an image that cannot be pulled fails the run early with a message; with the image corrected the next run succeeds', async () => {
  const engine = await startEngine();
  const broken = { annotations: { 'kubemin.io/simulate': 'image-pull-error' } };
  const failed = await deliverTo(engine, 'pull', [web({ image: 'web:nope' }, broken)]);
  expect(failed.task).toMatchObject({ status: 'failed' });
  expect(failed.task?.error).toMatch(
    /component "web", Deployment .*: pod .*, container web cannot pull image "web:nope" \(ImagePullBackOff.*check the image name/,
  );
  expect(failed.jobs.map((job) => [job.type, job.status])).toContainEqual(['deploy', 'failed']);
  expect((await deliverTo(engine, 'pull', [web()])).task).toMatchObject({ status: 'completed' });
});

test('W-14: an object of another owner stops the run, which names it', async () => {
  const configMaps = cluster.client.resource(core.v1.configmaps, 'default');
  const engine = await startEngine();
  const application = [{ name: 'taken', type: 'config', properties: { conf: { a: '1' } } }];
  await deliverTo(engine, 'first-owner', application);
  const before = await configMaps.get('taken');
  const { task } = await deliverTo(engine, 'second-owner', application);
  expect(task).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('belongs to application first-owner'),
  });
  expect(await configMaps.get('taken')).toEqual(before);
});

test('pods that fit nowhere: reported while waiting, and the time limit ends it', async () => {
  const engine = await startEngine({ deployTimeoutMs: 1_500 });
  const { task, jobs } = await deliverTo(engine, 'huge', [web({ traits: { resources: { cpu: '1000' } } })]);
  expect(task).toMatchObject({ status: 'timeout', error: expect.stringMatching(/fits on no node \(Unschedulable\)/) });
  expect(jobs.find((job) => job.type === 'deploy')?.status).toBe('timeout');
});

test('a rollout can be cancelled while it waits', async () => {
  const engine = await startEngine();
  const slow = { annotations: { 'kubemin.io/simulate-start-delay': '10m' } };
  const id = await submitTo(engine, 'slow', [web({}, slow)]);
  await eventually(() => engine.jobs(id), {
    until: (jobs) => jobs.some((job) => job.type === 'deploy' && job.message?.includes('of 2') === true),
  });
  expect(await engine.cancel(id, { reason: 'changed my mind' })).toMatchObject({ status: 'cancelled' });
  await collect(engine.events(id));
  expect((await engine.jobs(id)).every((job) => job.status === 'cancelled')).toBe(true);
});

test('W-11: every job is there from the start, in order, with the component it is of, and seen while it runs', async () => {
  const engine = await startEngine();
  const id = await submitTo(engine, 'watched', [
    { name: 'watched-settings', type: 'config', properties: { conf: { mode: 'fast' } } },
    web({
      name: 'watched-web',
      traits: {
        ingress: [
          { name: 'watched', hosts: ['watched.example'], routes: [{ backend: { serviceName: 'watched-web' } }] },
        ],
        storage: [{ name: 'data', type: 'persistent', mountPath: '/data', tmpCreate: true }],
      },
    }),
  ]);
  const seen = new Map<string, string[]>();
  let planned: readonly string[] | undefined;
  for await (const event of engine.events(id)) {
    if (event.kind !== 'job') continue;
    planned ??= (await engine.jobs(id)).map((job) => job.id);
    seen.set(event.job.id, [...(seen.get(event.job.id) ?? []), event.job.status]);
  }
  const jobs = await engine.jobs(id);
  expect(jobs.map((job) => job.id)).toEqual(planned);
  expect(jobs.map(({ objectKind, component }) => `${objectKind} of ${component}`)).toEqual([
    'ConfigMap of watched-settings',
    'PersistentVolumeClaim of watched-web',
    'Ingress of watched-web',
    'Deployment of watched-web',
    'Service of watched-web',
    'Service of watched-web',
  ]);
  for (const { id: jobId, startedAt, endedAt } of jobs) {
    const states = [...new Set(seen.get(jobId))];
    expect(states).toEqual(['queued', 'running', 'completed']);
    expect(endedAt).toBeGreaterThanOrEqual(startedAt ?? Number.POSITIVE_INFINITY);
  }
});
