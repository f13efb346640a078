import { readdirSync, readFileSync } from 'node:fs';
import { documentFormat, type Plan } from '@kubemin/client';
import { withoutServerFields } from '@kubemin/engine';
import type { KubeClient } from '@kubemin/kube';
import { isJsonObject, type KubeObject } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import { Redactor, secretValues } from '@kubemin/model';
import { startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { json } from '../../test-support/documents.ts';
import { ownedKey, ownedObjects } from '../../test-support/owned-objects.ts';
import { testModel } from '../../test-support/test-model.ts';
import { startTestPlatform, type TestPlatform } from '../../test-support/test-platform.ts';

const EXAMPLES = new URL('../../../../../examples/', import.meta.url);
const examples = readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' })
  // Functions are objects of the cluster, not applications.
  .filter((file) => /\.(json|ya?ml)$/.test(file) && !file.startsWith('functions'))
  // Templates come before what uses them, and so do applications that make what others share.
  .toSorted((left, right) => rank(left) - rank(right) || left.localeCompare(right));

function rank(file: string): number {
  return /template|orders/.test(file) ? 0 : 1;
}

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ controllers: false });
});
afterAll(() => cluster.close());

type Objects = Readonly<Record<string, unknown>>;

/** What a cluster that holds `before` would hold after the plan. */
function after(before: Objects, { steps }: Plan): Objects {
  const objects = new Map(Object.entries(before));
  for (const { action, object, manifest } of steps.flatMap(({ jobs }) => jobs.flatMap(({ changes }) => changes))) {
    const key = ownedKey(object);
    if (action === 'delete') objects.delete(key);
    // An update keeps what was chosen when the object was made; listings leave that out.
    else if (isObject(manifest)) objects.set(key, withoutServerFields(manifest, { made: true }));
  }
  return Object.fromEntries(objects);
}

function isObject(value: unknown): value is KubeObject {
  return isJsonObject(value) && typeof value.kind === 'string' && isJsonObject(value.metadata);
}

const applicationObjects = async ({ client }: TestPlatform, kube: KubeClient, appId: string) => {
  const before = await ownedObjects(kube, appId);
  const plan = await client.planApplication(appId);
  const { taskId } = await client.execWorkflow(appId);
  for await (const _event of client.followRun(taskId));
  return { before, plan, status: await client.taskStatus(taskId), now: await ownedObjects(kube, appId) };
};

/** What the plan masks may stand anywhere: a password of the examples is called like a database. */
const redactor = new Redactor(
  examples.flatMap((file) => {
    const { document } = testModel.parseText(readFileSync(new URL(file, EXAMPLES), 'utf8'));
    return document === undefined ? [] : [...secretValues(document)];
  }),
);
const shown = (objects: Objects) => redactor.value(objects);

test('every example: the cluster then holds what the plan shows, and then there is nothing to do', async () => {
  const platform = await startTestPlatform({ kube: cluster.client, jobs: 'delivery' });
  for (const file of examples) {
    const text = readFileSync(new URL(file, EXAMPLES), 'utf8');
    const { id } = await platform.client.saveApplication({ text, format: documentFormat(file) });
    const { before, plan, status, now } = await applicationObjects(platform, cluster.client, id);
    expect(status, file).toMatchObject({ status: 'completed' });
    expect(plan.summary, file).toMatchObject({ refused: 0, unknown: 0 });
    expect(shown(now), file).toEqual(shown(after(before, plan)));
    expect(await platform.client.planApplication(id), file).toMatchObject({ upToDate: true });
  }
});

describe('a change', () => {
  const settings = { name: 'settings', type: 'config', properties: { conf: { MODE: 'fast' } } };
  const keys = { name: 'keys', type: 'secret', properties: { secret: { PASSWORD: 'hunter2' } } };
  const web = (more: object = {}, properties: object = {}) => ({
    name: 'front',
    type: 'webservice',
    image: 'nginx:1.27',
    replicas: 1,
    properties: { ports: [{ port: 80 }], env: { A: '1' }, ...properties },
    ...more,
  });
  const store = {
    name: 'base',
    type: 'store',
    image: 'mysql:8',
    properties: { ports: [{ port: 3306 }] },
    traits: { storage: [{ name: 'data', type: 'persistent', tmpCreate: true, size: '1Gi', mountPath: '/data' }] },
  };
  const job = (image: string) => ({ name: 'migrate', type: 'job', image });
  const volume = (name: string) => ({ storage: [{ name, type: 'persistent', size: '1Gi', mountPath: '/files' }] });
  const front = web({ traits: volume('old') });
  const all = [settings, keys, front, store, job('tool:1')];
  const others = [settings, keys, store, job('tool:1')];
  const changed = { ...keys, properties: { secret: { PASSWORD: 'other' } } };

  test.each<readonly [string, readonly object[], Partial<Plan['summary']>]>([
    ['of the number of copies', [...others, { ...front, replicas: 3 }], { update: 1 }],
    ['of an image', [...others, { ...front, image: 'nginx:1.28' }], { update: 1 }],
    ['of a variable', [...others, web({ traits: volume('old') }, { env: { B: '2' } })], { update: 1 }],
    ['of a secret', [settings, changed, front, store, job('tool:1')], { update: 1 }],
    ['of a program that has run', [settings, keys, front, store, job('tool:2')], { replace: 1 }],
    ['that removes a component', others, { delete: 3 }],
    ['that renames a volume', [...others, web({ traits: volume('new') })], { create: 1, update: 1 }],
    ['of nothing', all, {}],
  ])('%s is planned as it is made', async (name, component, summary) => {
    const platform = await startTestPlatform({ kube: cluster.client, jobs: 'delivery' });
    // One for each: without controllers claims keep their finalizers, and a clean-up would not end.
    const namespace = `change-${name.replaceAll(' ', '-')}`;
    await cluster.client
      .resource(core.v1.namespaces)
      .create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
    const named = (list: readonly object[]) => json({ name: namespace, namespace, component: list });
    const { id } = await platform.client.saveApplication(named(all));
    expect(await applicationObjects(platform, cluster.client, id)).toMatchObject({ status: { status: 'completed' } });
    const announced = await platform.client.planDocument(named(component));
    await platform.client.saveApplication(named(component));
    const { before, plan, now } = await applicationObjects(platform, cluster.client, id);
    expect(now).toEqual(after(before, plan));
    expect(plan.summary).toMatchObject({ create: 0, update: 0, replace: 0, delete: 0, ...summary });
    expect(announced.steps).toEqual(plan.steps);
    expect(JSON.stringify(plan)).not.toMatch(/hunter2|aHVudGVyMg/);
    expect(await platform.client.planApplication(id)).toMatchObject({ upToDate: true });
  });
});
