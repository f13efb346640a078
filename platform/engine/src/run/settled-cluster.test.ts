import { apps, core } from '@kubemin/kubeapi/resources';
import { LABEL } from '@kubemin/render';
import { eventually, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { userAppIds } from '../delivery/sharing.ts';
import type { Engine } from '../engine.ts';
import type { Operation } from '../task/operation.ts';
import { collect } from '../test-support/bench.ts';
import { deliverTo, startClusterEngine } from '../test-support/cluster-engine.ts';
import { parseDocument } from '../test-support/documents.ts';
import { inventory, settledInventory } from '../test-support/inventory.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ nodes: 2 });
});
afterAll(() => cluster.close());

/** One of everything that can be delivered to any cluster. */
const everything = (name: string) => [
  { name: `${name}-conf`, type: 'config', properties: { conf: { mode: 'fast' } } },
  { name: `${name}-cred`, type: 'secret', properties: { secret: { password: 'hunter2' } } },
  {
    name: `${name}-db`,
    type: 'store',
    image: 'db:1',
    replicas: 2,
    properties: { ports: [{ port: 5432 }] },
    traits: { storage: [{ name: 'data', type: 'persistent', mountPath: '/data', tmpCreate: true, size: '1Gi' }] },
  },
  {
    name: `${name}-web`,
    type: 'webservice',
    image: 'web:1',
    replicas: 2,
    properties: { ports: [{ port: 80 }], env: { B: '2', A: '1' } },
    traits: {
      storage: [
        { name: 'files', type: 'persistent', mountPath: '/files', tmpCreate: true },
        { name: `${name}-named`, type: 'persistent', mountPath: '/named' },
        { name: 'scratch', type: 'ephemeral', mountPath: '/scratch' },
      ],
      envFrom: [{ type: 'secret', sourceName: `${name}-cred` }],
      rbac: [
        { serviceAccount: `${name}-sa`, rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] },
        {
          serviceAccount: `${name}-all`,
          clusterScope: true,
          rules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['get'] }],
        },
      ],
      ingress: [
        { hosts: [`${name}.example.org`], routes: [{ backend: { serviceName: `${name}-web`, servicePort: 80 } }] },
      ],
    },
  },
  {
    name: `${name}-busy`,
    type: 'webservice',
    image: 'busy:1',
    traits: { autoscaling: { min: 1, max: 3 }, resources: { cpu: '100m', memory: '64Mi' } },
  },
];

async function remove(engine: Engine, appId: string, claims: 'keep' | 'delete') {
  const operation: Operation = { kind: 'delete', claims };
  const document = parseDocument({ name: appId, component: [] });
  const run = { appId, appName: appId, namespace: 'default', revision: 2, document, componentIds: {}, operation };
  const { id } = await engine.submit(run);
  await collect(engine.events(id));
  return { task: await engine.task(id), jobs: await engine.jobs(id) };
}

const names = (found: Readonly<Record<string, unknown>>): readonly string[] => Object.keys(found).toSorted();
const isClaim = (name: string): boolean => name.startsWith('PersistentVolumeClaim/');

test('re-running a workflow of objects on a settled cluster changes no object at all', async () => {
  const engine = await startClusterEngine(cluster.client);
  expect((await deliverTo(engine, 'settled', everything('settled'))).task).toMatchObject({ status: 'completed' });
  const before = await settledInventory(cluster.client);
  expect(names(before)).toContain('Ingress/default/ing-settled-web-ingress-settled');
  const { task, jobs } = await deliverTo(engine, 'settled', everything('settled'));
  expect(task).toMatchObject({ status: 'completed' });
  expect(new Set(jobs.map(({ message }) => message?.replace(/,.*/, '')))).toEqual(new Set(['unchanged', 'exists']));
  expect(await settledInventory(cluster.client)).toEqual(before);
});

test('W-05: a replicas-only change scales: the pods that were there are the same ones', async () => {
  const engine = await startClusterEngine(cluster.client);
  const web = (replicas: number) => [{ name: 'web', type: 'webservice', image: 'web:1', replicas }];
  const pods = async (): Promise<readonly (string | undefined)[]> => {
    const labelSelector = `${LABEL.appId}=only-more`;
    const { items } = await cluster.client.resource(core.v1.pods, 'default').list({ labelSelector });
    return items.map(({ metadata }) => metadata.uid);
  };
  await deliverTo(engine, 'only-more', web(2));
  const before = await pods();
  const { task } = await deliverTo(engine, 'only-more', web(4));
  expect(task).toMatchObject({ status: 'completed' });
  const after = await pods();
  expect(after).toHaveLength(4);
  expect(after).toEqual(expect.arrayContaining([...before]));
});

describe('deleting an application', () => {
  test('W-26: removes exactly what it owns, and no claim unless asked', async () => {
    const engine = await startClusterEngine(cluster.client);
    await deliverTo(engine, 'neighbour', everything('neighbour'));
    const configMaps = cluster.client.resource(core.v1.configmaps, 'default');
    await configMaps.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'bystander' } });
    const before = names(await settledInventory(cluster.client));
    await deliverTo(engine, 'leaver', everything('leaver'));
    const during = names(await inventory(cluster.client));
    const claims = during.filter((name) => isClaim(name) && !before.includes(name));
    expect(claims).toHaveLength(4);

    expect((await remove(engine, 'leaver', 'keep')).task).toMatchObject({ status: 'completed' });
    const kept = [...before, ...claims].toSorted();
    const rest = await eventually(async () => names(await inventory(cluster.client)), {
      until: (now) => now.filter(isNoVolume).length === kept.filter(isNoVolume).length,
    });
    expect(rest.filter(isNoVolume)).toEqual(kept.filter(isNoVolume));

    const { task, jobs } = await remove(engine, 'leaver', 'delete');
    expect(task).toMatchObject({ status: 'completed' });
    expect(jobs.map(({ objectKind }) => objectKind)).toEqual(claims.map(() => 'PersistentVolumeClaim'));
    expect(names(await inventory(cluster.client)).filter(isNoVolume)).toEqual(before.filter(isNoVolume));
  });

  test('W-14: an object without an owner is refused by name at delivery, and left alone then and at deletion', async () => {
    const engine = await startClusterEngine(cluster.client);
    const configMaps = cluster.client.resource(core.v1.configmaps, 'default');
    const metadata = { name: 'somebodys', namespace: 'default' };
    const theirs = await configMaps.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { a: '1' } });
    const component = [{ name: 'somebodys', type: 'config', properties: { conf: { a: '2' } } }];
    const { task } = await deliverTo(engine, 'intruder', component);
    expect(task).toMatchObject({ status: 'failed' });
    expect(task?.error).toMatch(/ConfigMap "somebodys" in namespace default already exists .* choose another name/);
    await remove(engine, 'intruder', 'delete');
    expect(await configMaps.get('somebodys')).toEqual(theirs);
  });
});

describe('what applications share', () => {
  const cache = { name: 'cache', type: 'webservice', image: 'cache:1', traits: { share: { strategy: 'default' } } };
  const shared = async () => {
    const labelSelector = `${LABEL.shareName}=cache-webservice`;
    return (await cluster.client.resource(apps.v1.deployments, 'default').list({ labelSelector })).items;
  };

  test('is not deleted with its owner while others use it, and goes with its last user', async () => {
    const engine = await startClusterEngine(cluster.client);
    await deliverTo(engine, 'owner', [cache]);
    await deliverTo(engine, 'guest', [cache]);
    expect((await shared()).map(userAppIds)).toEqual([['guest']]);

    const kept = await remove(engine, 'owner', 'delete');
    expect(kept.task).toMatchObject({ status: 'completed' });
    expect(kept.jobs.map(({ status, message }) => `${status}: ${message}`)).toContain(
      'skipped: kept: it is shared, and used by guest',
    );
    expect(await shared()).toHaveLength(1);

    const { jobs } = await remove(engine, 'guest', 'delete');
    expect(jobs.map(({ type, objectKind, message }) => `${type} ${objectKind}: ${message}`)).toContain(
      'release_share Deployment: deleted: application owner, which created it, is gone, and no other application uses it',
    );
    expect(await shared()).toEqual([]);
  });

  test('claims that a deleted owner kept stay, whichever application uses them last and whatever that one deletes', async () => {
    const engine = await startClusterEngine(cluster.client);
    const storage = [{ name: 'kept', type: 'persistent', mountPath: '/data', tmpCreate: true }];
    const disk = { ...cache, name: 'disk', traits: { ...cache.traits, storage } };
    const other = { name: 'other', type: 'config', properties: { conf: { a: '1' } } };
    const claims = async () => {
      const labelSelector = `${LABEL.shareName}=disk-webservice`;
      const { items } = await cluster.client
        .resource(core.v1.persistentvolumeclaims, 'default')
        .list({ labelSelector });
      return items.map(({ metadata }) => [metadata.name, userAppIds({ metadata })]);
    };
    for (const app of ['landlord', 'tenant', 'lodger']) await deliverTo(engine, app, [disk]);
    const [[name] = []] = await claims();
    await remove(engine, 'landlord', 'keep');
    await deliverTo(engine, 'tenant', [other]);
    await remove(engine, 'lodger', 'delete');
    expect(await claims()).toEqual([[name, []]]);
  });

  test('stays with its owner when a user is deleted', async () => {
    const engine = await startClusterEngine(cluster.client);
    await deliverTo(engine, 'host', [cache]);
    await deliverTo(engine, 'visitor', [cache]);
    const { jobs } = await remove(engine, 'visitor', 'delete');
    expect(new Set(jobs.map(({ type, message }) => `${type}: ${message}`))).toEqual(
      new Set(['release_share: no longer used by this application']),
    );
    expect((await shared()).map(userAppIds)).toEqual([[]]);
  });
});

/** Volumes behind claims come and go with the cluster's storage, not with us. */
function isNoVolume(name: string): boolean {
  return !name.startsWith('PersistentVolume/');
}
