import { core } from '@kubemin/kubeapi/resources';
import { startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { json, webservice } from '../../test-support/documents.ts';
import { ownedObjects } from '../../test-support/owned-objects.ts';
import { readError, startTestPlatform, type TestPlatform } from '../../test-support/test-platform.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ controllers: false });
});
afterAll(() => cluster.close());

const keys = (PASSWORD: string) => ({
  name: 'keys',
  type: 'secret',
  properties: { secret: { PASSWORD, USER: 'shop-user' } },
});
const files = { storage: [{ name: 'files', type: 'persistent', size: '1Gi', mountPath: '/files' }] };
const first = {
  name: 'shop',
  component: [
    { name: 'settings', type: 'config', properties: { conf: { MODE: 'fast' } } },
    keys('hunter2-first'),
    webservice('web', { replicas: 2, traits: files }),
    { name: 'queue', type: 'worker', image: 'worker:1' },
  ],
};
const second = {
  ...first,
  component: [
    { name: 'settings', type: 'config', properties: { conf: { MODE: 'slow', MORE: 'x' } } },
    keys('hunter2-second'),
    webservice('web', { replicas: 3, image: 'nginx:1.28' }),
    { name: 'extra', type: 'worker', image: 'worker:2' },
  ],
};

async function delivered({ client }: TestPlatform, taskId: string): Promise<void> {
  for await (const _event of client.followRun(taskId));
  expect(await client.taskStatus(taskId)).toMatchObject({ status: 'completed' });
}

const bytes = async (platform: TestPlatform, appId: string, revision: number) => {
  const response = await platform.send('GET', `/api/v1/applications/${appId}/manifests?revision=${revision}`);
  return response.text();
};

test('rolling back brings the rendered objects back byte for byte, and the cluster to what it held', async () => {
  const platform = await startTestPlatform({ kube: cluster.client, jobs: 'delivery' });
  const { client } = platform;
  const { id } = await client.saveApplication(json(first));
  await delivered(platform, (await client.execWorkflow(id)).taskId);
  const held = await ownedObjects(cluster.client, id);
  await client.saveApplication(json(second));
  await delivered(platform, (await client.execWorkflow(id)).taskId);
  expect(await ownedObjects(cluster.client, id)).not.toEqual(held);

  const announced = await client.planApplication(id, { operation: 'rollback' });
  expect(announced).toMatchObject({ revision: 1, upToDate: false, summary: { create: 1, delete: 1, refused: 0 } });
  expect(await client.planApplication(id)).toMatchObject({ upToDate: true });

  const { taskId, restored, revision } = await client.rollbackApplication(id);
  expect({ restored, revision }).toEqual({ restored: 1, revision: 3 });
  await delivered(platform, taskId);
  expect(await bytes(platform, id, 3)).toBe(await bytes(platform, id, 1));
  expect(await bytes(platform, id, 3)).not.toBe(await bytes(platform, id, 2));
  expect(await ownedObjects(cluster.client, id)).toEqual(held);
  const secret = await cluster.client.resource(core.v1.secrets, 'default').get('keys');
  expect(secret.data).toMatchObject({ PASSWORD: btoa('hunter2-first') });
});

test('a revision shows its content, in the format of its author, and no secret value', async () => {
  const platform = await startTestPlatform();
  const { client } = platform;
  const yaml =
    'name: notes\ncomponent:\n  - name: keys\n    type: secret\n    properties: { secret: { PASSWORD: hunter2 } }\n';
  const { id } = await client.saveApplication({ text: yaml, format: 'yaml' });
  const shown = await client.getRevision(id, '1');
  expect(shown).toMatchObject({ revision: 1, creator: 'tester', current: true, format: 'yaml' });
  expect(shown.document).toMatchObject({ component: [{ properties: { secret: { PASSWORD: '********' } } }] });
  expect(shown.text).toMatch(/^name: notes$/m);
  expect(JSON.stringify(shown)).not.toContain('hunter2');
  // Sent back as it is shown, it changes nothing.
  expect(await client.saveApplication({ text: shown.text, format: 'yaml' })).toMatchObject({ outcome: 'unchanged' });
  const missing = await platform.send('GET', `/api/v1/applications/${id}/revisions/7`);
  expect(await readError(missing)).toMatchObject({ status: 404, error: 'REVISION_NOT_FOUND' });
  const unread = await platform.send('GET', `/api/v1/applications/${id}/revisions/first`);
  expect(await readError(unread)).toMatchObject({ status: 400, error: 'BAD_REQUEST' });
});

test('two revisions are compared in words, in the document and in the objects', async () => {
  const { client } = await startTestPlatform();
  const { id } = await client.saveApplication(json(first));
  await client.saveApplication(json(second));
  const diff = await client.diffRevisions(id, '1', '2');
  expect(diff.words).toEqual(
    expect.arrayContaining([
      'component "extra" (worker) added',
      'component "queue" (worker) removed',
      'component "web": replicas changed from 2 to 3',
      'component "keys": properties.secret.PASSWORD changed from "********" to "******** (changed)"',
      'component "settings": properties.conf.MORE set to "x"',
    ]),
  );
  expect(diff.document).toEqual(
    expect.arrayContaining([{ field: 'component[settings].properties.conf.MODE', before: 'fast', after: 'slow' }]),
  );
  const outline = diff.objects.map(({ action, object }) => `${action} ${object.kind}`);
  expect(outline.toSorted()).toEqual([
    'create Deployment',
    'delete Deployment',
    'keep PersistentVolumeClaim',
    'update ConfigMap',
    'update Deployment',
    'update Secret',
  ]);
  expect(JSON.stringify(diff)).not.toMatch(/hunter2|aHVudGVy/);
  const same = await client.diffRevisions(id, '2', '2');
  expect(same).toEqual({ from: 2, to: 2, words: [], document: [], objects: [] });
});
