import { core } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { eventually, ManualClock, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { collect } from '../../test-support/bench.ts';
import { deliverTo, startClusterEngine, submitTo } from '../../test-support/cluster-engine.ts';
import { MissingReferences, podReferences } from './missing-references.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ nodes: 1 });
});
afterAll(() => cluster.close());

const web = (traits: object) => ({ name: 'web', type: 'webservice', image: 'web:1', traits });
const secretEnv = [{ name: 'PASSWORD', valueFrom: { secret: { name: 'absent-secret', key: 'password' } } }];

const CASES: readonly (readonly [string, object, string])[] = [
  [
    'secret-env',
    { envs: secretEnv },
    'Secret default/absent-secret does not exist (needed by variable PASSWORD of container web); create it, or correct its name',
  ],
  [
    'config-env',
    { envFrom: [{ type: 'config', sourceName: 'absent-config' }] },
    'ConfigMap default/absent-config does not exist (needed by envFrom of container web); create it, or correct its name',
  ],
  [
    'secret-volume',
    { storage: [{ name: 'keys', type: 'secret', mountPath: '/keys', sourceName: 'absent-keys' }] },
    'Secret default/absent-keys does not exist (needed by volume',
  ],
  [
    'claim',
    { storage: [{ name: 'data', type: 'persistent', mountPath: '/data', claimName: 'absent-claim' }] },
    'PersistentVolumeClaim default/absent-claim does not exist (needed by volume',
  ],
  [
    'class',
    {
      storage: [
        { name: 'data', type: 'persistent', mountPath: '/data', tmpCreate: true, size: '1Gi', storageClass: 'nowhere' },
      ],
    },
    'cannot be bound: storage class "nowhere" does not exist',
  ],
];

test.each(CASES)(
  'R-16: %s: what pods refer to and is missing fails the job after the grace, and is named',
  async (name, traits, message) => {
    const engine = await startClusterEngine(cluster.client, { settings: { missingGraceMs: 200 } });
    const { task, jobs } = await deliverTo(engine, `missing-${name}`, [web(traits)]);
    expect(task?.status).toBe('failed');
    expect(task?.error).toContain(`component "web", Deployment`);
    expect(task?.error).toContain(message);
    expect(jobs.find(({ objectKind }) => objectKind === 'Deployment')).toMatchObject({ status: 'failed' });
  },
);

test('R-16: an object that appears within the grace lets the run go on', async () => {
  const engine = await startClusterEngine(cluster.client, { settings: { missingGraceMs: 60_000 } });
  const id = await submitTo(engine, 'missing-late', [
    web({ envs: [{ name: 'A', valueFrom: { secret: { name: 'late', key: 'a' } } }] }),
  ]);
  await eventually(async () => {
    const waiting = (await engine.jobs(id)).find(({ objectKind }) => objectKind === 'Deployment');
    return waiting?.message?.includes('Secret default/late does not exist') === true;
  });
  const secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'late', namespace: 'default' },
    stringData: { a: 'b' },
  } as const;
  await cluster.client.resource(core.v1.secrets, 'default').create(secret);
  await collect(engine.events(id));
  expect(await engine.task(id)).toMatchObject({ status: 'completed' });
});

const stuck = (env: NonNullable<NonNullable<Pod['spec']>['containers'][number]['env']>): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web-1', namespace: 'default' },
  spec: { containers: [{ name: 'web', image: 'web:1', env }] },
  status: { phase: 'Pending' },
});

test('R-16: a missing key is named, optional references are not looked up, and the grace counts for each one separately', async () => {
  const data = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'some', namespace: 'default' },
    data: { a: '1' },
  } as const;
  await cluster.client.resource(core.v1.configmaps, 'default').create(data);
  const from = (name: string, key: string, optional = false) => ({
    name: key,
    valueFrom: { configMapKeyRef: { name, key, optional } },
  });
  const pod = stuck([from('some', 'b'), from('none', 'c', true)]);
  expect(podReferences(pod)).toMatchObject([{ kind: 'ConfigMap', name: 'some', keys: ['b'] }]);
  const clock = new ManualClock();
  const { signal } = new AbortController();
  const missing = new MissingReferences({ client: cluster.client, clock, signal, graceMs: 10_000 });
  expect(await missing.look([pod])).toEqual({ overdue: false, nextMs: 2_000 });
  await clock.advance(2_000);
  const message =
    'ConfigMap default/some has no key "b" (needed by variable b of container web); add the key, or correct its name';
  expect(await missing.look([pod])).toMatchObject({ message: { message }, overdue: false, nextMs: 2_000 });
  await clock.advance(8_000);
  expect(await missing.look([pod])).toMatchObject({ message: { message }, overdue: true });
  // Once no pod waits, it begins again.
  expect(await missing.look([])).toEqual({ overdue: false });
  expect(await missing.look([pod])).toEqual({ overdue: false, nextMs: 2_000 });
});
