import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fileStorage } from '../../storage/file-storage.ts';
import { configMap, TestApi } from '../../test-support/test-api.ts';

const MAPS = '/api/v1/namespaces/default/configmaps';
let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kubemin-restart-'));
});
afterEach(() => rm(directory, { recursive: true }));

it('a server on files comes back as it was, and makes nothing twice', async () => {
  const firstStorage = await fileStorage({ directory });
  const first = await TestApi.start({ storage: firstStorage });
  const created = await first.create(MAPS, configMap('kept', { data: { a: '1' } }));
  const before = await first.list('/api/v1/namespaces');
  await first.close();
  await firstStorage.close();

  const secondStorage = await fileStorage({ directory });
  const second = await TestApi.start({ storage: secondStorage });
  expect(await second.get(`${MAPS}/kept`)).toEqual(created);
  expect(await second.list('/api/v1/namespaces')).toEqual(before);
  const watch = await second.watch(`${MAPS}?watch=1&resourceVersion=${Number(created.metadata.resourceVersion) - 1}`);
  expect(await watch.nextChanges(1)).toEqual(['ADDED kept']);
  await second.close();
  await secondStorage.close();
});

it('a namespace that was terminating when the server died is finished by the next one', async () => {
  const storage = await fileStorage({ directory });
  const first = await TestApi.start({ storage });
  await first.create('/api/v1/namespaces', { metadata: { name: 'doomed' } });
  await first.create(
    '/api/v1/namespaces/doomed/configmaps',
    configMap('inside', { metadata: { finalizers: ['test.io/wait'] } }),
  );
  await first.ok('DELETE', '/api/v1/namespaces/doomed');
  await first.patch('/api/v1/namespaces/doomed/configmaps/inside', { data: { still: 'here' } });
  await first.close();

  const second = await TestApi.start({ storage });
  const watch = await second.watch('/api/v1/namespaces?watch=1&fieldSelector=metadata.name%3Ddoomed');
  await watch.next();
  const inside = await second.watch('/api/v1/namespaces/doomed/configmaps?watch=1');
  for (let event = await inside.next(); event?.object.metadata.deletionTimestamp === undefined; )
    event = await inside.next();
  await second.patch('/api/v1/namespaces/doomed/configmaps/inside', { metadata: { finalizers: null } });
  expect(await watch.nextChanges(1)).toEqual(['DELETED doomed']);
  await second.close();
  await storage.close();
});
