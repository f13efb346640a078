import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestApi } from '../test-support/test-api.ts';
import type { Storage } from './storage.ts';
import { StorageDrivers } from './storage-drivers.ts';

const MAPS = '/api/v1/namespaces/default/configmaps';
const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments';

function configMap(name: string, more: object = {}): object {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...more } };
}

function deployment(replicas: number): object {
  const labels = { app: 'web' };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'web:1' }] } };
  const spec = { replicas, selector: { matchLabels: labels }, template };
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, spec };
}

describe.each(StorageDrivers.builtin().names())('KC-SRV-2: what clients see of the %s driver', (driver) => {
  let directory: string;
  let storage: Storage;
  let api: TestApi;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'kubemin-served-'));
    storage = await StorageDrivers.builtin().open(driver, { directory });
    api = await TestApi.start({ storage });
  });
  afterEach(async () => {
    await api.close();
    await storage.close();
    await rm(directory, { recursive: true });
  });

  it('of two who change what both have read, the second is refused', async () => {
    const read = await api.create(MAPS, configMap('shared'));
    await api.ok('PUT', `${MAPS}/shared`, { body: { ...read, data: { by: 'first' } } });
    const body = { ...read, data: { by: 'second' } };
    expect(await api.refused('PUT', `${MAPS}/shared`, { body })).toMatchObject({ code: 409, reason: 'Conflict' });
    expect(await api.get(`${MAPS}/shared`)).toMatchObject({ data: { by: 'first' } });
  });

  it('pages are of one version, and a watch from it delivers what came after', async () => {
    for (const name of ['a', 'b', 'c']) await api.create(MAPS, configMap(name));
    const first = await api.list(`${MAPS}?limit=2`);
    await api.create(MAPS, configMap('bb'));
    await api.ok('DELETE', `${MAPS}/a`);
    const second = await api.list(`${MAPS}?limit=2&continue=${first.metadata.continue}`);
    const names = [...first.items, ...second.items].map(({ metadata }) => metadata.name);
    expect(names.filter((name) => name?.length === 1)).toEqual(['a', 'b', 'c']);
    expect(names).not.toContain('bb');
    expect(second.metadata.resourceVersion).toBe(first.metadata.resourceVersion);
    const watch = await api.watch(`${MAPS}?watch=1&resourceVersion=${first.metadata.resourceVersion}`);
    expect(await watch.take(2)).toMatchObject([
      { type: 'ADDED', object: { metadata: { name: 'bb' } } },
      { type: 'DELETED', object: { metadata: { name: 'a' } } },
    ]);
    watch.stop();
  });

  it('a bookmark marks the end of the state, and a compacted version is gone', async () => {
    await api.create(MAPS, configMap('one'));
    const query =
      'watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&fieldSelector=metadata.name%3Done';
    const watch = await api.watch(`${MAPS}?${query}`);
    const { resourceVersion } = (await api.list(MAPS)).metadata;
    expect(await watch.take(2)).toMatchObject([
      { type: 'ADDED' },
      { type: 'BOOKMARK', object: { metadata: { resourceVersion } } },
    ]);
    watch.stop();
    await api.close();
    await storage.compact(await storage.revision());
    api = await TestApi.start({ storage });
    const late = await api.watch(`${MAPS}?watch=1&resourceVersion=3`);
    expect(await late.next()).toMatchObject({ type: 'ERROR', object: { code: 410, reason: 'Expired' } });
  });

  it('a finalizer holds what is deleted until it is taken away', async () => {
    await api.create(MAPS, configMap('held', { finalizers: ['example.com/hold'] }));
    await api.ok('DELETE', `${MAPS}/held`);
    expect((await api.get(`${MAPS}/held`)).metadata.deletionTimestamp).toBeDefined();
    await api.patch(`${MAPS}/held`, { metadata: { finalizers: null } });
    expect(await api.refused('GET', `${MAPS}/held`)).toMatchObject({ code: 404 });
  });

  it('a status is written apart from the spec, and only the spec makes a new generation', async () => {
    await api.create(DEPLOYMENTS, deployment(1));
    const status = { replicas: 1, observedGeneration: 1 };
    expect(await api.patch(`${DEPLOYMENTS}/web`, { status })).not.toHaveProperty('status.replicas');
    const patched = await api.patch(`${DEPLOYMENTS}/web/status`, { status, spec: { replicas: 9 } });
    expect(patched).toMatchObject({ metadata: { generation: 1 }, spec: { replicas: 1 }, status });
    expect(await api.patch(`${DEPLOYMENTS}/web`, { spec: { replicas: 2 } })).toMatchObject({
      metadata: { generation: 2 },
      status,
    });
  });

  it('a name cannot lead out of the place where it is kept', async () => {
    for (const name of ['../secrets/stolen', 'a/../../b', '..', '.', 'a%2Fb', 'nul\u0000']) {
      expect(await api.refused('POST', MAPS, { body: configMap(name) })).toMatchObject({ code: 422 });
    }
  });
});
