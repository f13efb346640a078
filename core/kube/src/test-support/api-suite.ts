import type { KubeObject, WatchEvent } from '@kubemin/kubeapi';
import { apps, core } from '@kubemin/kubeapi/resources';
import type { ConfigMap } from '@kubemin/kubeapi/types/core.v1';
import { startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createKubeClient } from '../client/resource/kube-client.ts';
import { listAllPages } from '../client/resource/paged-list.ts';
import type { ResourceClient } from '../client/resource/resource-client.ts';

/** What the client can do with a real API server, whatever lies between. */
export function describeApi(transport: 'http' | 'loopback'): void {
  describe(`an API server by ${transport}`, () => {
    let cluster: TestCluster;
    let namespace: string;
    let configMaps: ResourceClient<ConfigMap>;
    let tests = 0;

    beforeAll(async () => {
      cluster = await startTestCluster({ transport, controllers: false });
    });
    afterAll(() => cluster.close());
    beforeEach(async () => {
      namespace = `test-${++tests}`;
      const metadata = { name: namespace };
      await cluster.client.resource(core.v1.namespaces).create({ apiVersion: 'v1', kind: 'Namespace', metadata });
      configMaps = cluster.client.resource(core.v1.configmaps, namespace);
    });

    test('texts of any script and shape come back as they were sent', async () => {
      const data = { a: 'Größe ✓ 🚀', b: '\u0000\n\t"\\', c: '<&>\u2028', 'd.e-f_G': '' };
      await configMaps.create(configMap('a', data));
      expect((await configMaps.get('a')).data).toEqual(data);
    });

    test('pages are of one version, though objects come and go between them', async () => {
      for (const name of ['a', 'b', 'c', 'd', 'e']) await configMaps.create(configMap(name));
      const first = await configMaps.list({ limit: 2 });
      expect(first.metadata.remainingItemCount).toBe(3);
      await configMaps.delete('d');
      await configMaps.create(configMap('bb'));
      const second = await configMaps.list({ limit: 2, continue: first.metadata.continue });
      const third = await configMaps.list({ limit: 2, continue: second.metadata.continue });
      expect([first, second, third].flatMap(({ items }) => items.map(({ metadata }) => metadata.name))).toEqual([
        'a',
        'b',
        'c',
        'd',
        'e',
      ]);
      expect(new Set([first, second, third].map(({ metadata }) => metadata.resourceVersion)).size).toBe(1);
      expect(third.metadata.continue).toBeUndefined();
    });

    test('a list of many large objects arrives whole', async () => {
      const text = 'x'.repeat(2_000);
      const quickly = createKubeClient(cluster.loopback).resource(core.v1.configmaps, namespace);
      await Promise.all(Array.from({ length: 1_100 }, (_, index) => quickly.create(configMap(`o-${index}`, { text }))));
      const { objects, resourceVersion } = await listAllPages(configMaps, {});
      expect(new Set(objects.map(({ metadata }) => metadata.name)).size).toBe(1_100);
      expect(objects.every(({ data }) => data?.text === text)).toBe(true);
      expect((await configMaps.list()).items).toHaveLength(1_100);
      expect(Number(resourceVersion)).toBeGreaterThan(0);
    });

    test('selectors choose, for lists, watches and deletions', async () => {
      for (const [name, tier] of [
        ['a', 'web'],
        ['b', 'db'],
        ['c', 'web'],
      ] as const) {
        await configMaps.create({ ...configMap(name), metadata: { name, labels: { tier } } });
      }
      const names = async (selectors: object) =>
        (await configMaps.list(selectors)).items.map(({ metadata }) => metadata.name);
      expect(await names({ labelSelector: 'tier=web' })).toEqual(['a', 'c']);
      expect(await names({ fieldSelector: 'metadata.name=b' })).toEqual(['b']);
      await configMaps.deleteCollection({ labelSelector: 'tier in (web)' });
      expect(await names({})).toEqual(['b']);
    });

    test('a watch sends everything after a version, in order, and ends at its timeout', async () => {
      const { metadata } = await configMaps.list();
      const created = await configMaps.create(configMap('a', { n: '1' }));
      const watch = await configMaps.watch({ resourceVersion: metadata.resourceVersion, timeoutSeconds: 1 });
      const events = collect(watch);
      await configMaps.update({ ...created, data: { n: '2' } });
      await configMaps.delete('a');
      const seen = await events;
      expect(seen.map(({ type, object }) => [type, object.metadata.name])).toEqual([
        ['ADDED', 'a'],
        ['MODIFIED', 'a'],
        ['DELETED', 'a'],
      ]);
      const versions = seen.map(({ object }) => Number(object.metadata.resourceVersion));
      expect(versions).toEqual([...versions].sort((a, b) => a - b));
    });

    test('applying creates, changes its own fields, and meets others only by force', async () => {
      const mine = { fieldManager: 'me' };
      const apply = (data: Readonly<Record<string, string>>, options: object, force?: boolean) =>
        configMaps.patch('a', { type: 'apply', body: configMap('a', data), ...(force && { force }) }, options);
      expect((await apply({ x: '1', y: '1' }, mine)).data).toEqual({ x: '1', y: '1' });
      expect((await apply({ x: '2' }, mine)).data).toEqual({ x: '2' });
      await expect(apply({ x: '3' }, { fieldManager: 'other' })).rejects.toMatchObject({
        httpCode: 409,
        retryable: false,
      });
      expect((await apply({ x: '3' }, { fieldManager: 'other' }, true)).data).toEqual({ x: '3' });
    });

    test('JSON, merge and strategic patches change only their fields', async () => {
      await configMaps.create(configMap('a', { x: '1', y: '1' }));
      const json = [{ op: 'replace', path: '/data/x', value: '2' }] as const;
      expect((await configMaps.patch('a', { type: 'json', body: json })).data).toEqual({ x: '2', y: '1' });
      expect((await configMaps.patch('a', { type: 'merge', body: { data: { y: null } } })).data).toEqual({ x: '2' });
      const deployments = cluster.client.resource(apps.v1.deployments, namespace);
      await deployments.create(deployment('d'));
      const container = { name: 'web', env: [{ name: 'A', value: '1' }] };
      const body = { spec: { template: { spec: { containers: [container] } } } };
      const patched = await deployments.patch('d', { type: 'strategic', body });
      expect(patched.spec?.template.spec?.containers).toMatchObject([
        { name: 'web', image: 'web:1', env: container.env },
      ]);
      const wrong = [{ op: 'test', path: '/data/x', value: 'other' }] as const;
      await expect(configMaps.patch('a', { type: 'json', body: wrong })).rejects.toMatchObject({ httpCode: 422 });
    });

    test('subresources are reached: status, scale, and those that are actions', async () => {
      const deployments = cluster.client.resource(apps.v1.deployments, namespace);
      await deployments.create(deployment('d'));
      const status = { status: { replicas: 1, observedGeneration: 1 } };
      const patched = await deployments.patch('d', { type: 'merge', body: status }, { subresource: 'status' });
      expect(patched.status).toMatchObject(status.status);
      const scale = await deployments.getSubresource('d', 'scale');
      expect(scale).toMatchObject({ kind: 'Scale', spec: { replicas: 1 } });
      await deployments.updateSubresource('d', 'scale', { ...Object(scale), spec: { replicas: 5 } });
      expect((await deployments.get('d')).spec?.replicas).toBe(5);
      const pods = cluster.client.resource(core.v1.pods, namespace);
      const spec = { containers: [{ name: 'c', image: 'c:1' }] };
      await pods.create({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec });
      const target = { kind: 'Node', name: 'n1' };
      await pods.createSubresource('p', 'binding', {
        apiVersion: 'v1',
        kind: 'Binding',
        metadata: { name: 'p' },
        target,
      });
      expect((await pods.get('p')).spec?.nodeName).toBe('n1');
    });

    test('errors state the reason: missing, existing, outdated, invalid, another object', async () => {
      const created = await configMaps.create(configMap('a'));
      await expect(configMaps.get('b')).rejects.toMatchObject({ reason: 'NotFound', httpCode: 404 });
      await expect(configMaps.create(configMap('a'))).rejects.toMatchObject({ reason: 'AlreadyExists' });
      await configMaps.update({ ...created, data: { n: '1' } });
      await expect(configMaps.update(created)).rejects.toMatchObject({ reason: 'Conflict', retryable: true });
      await expect(configMaps.create(configMap('NOT A NAME'))).rejects.toMatchObject({
        reason: 'Invalid',
        status: { details: { causes: [{ field: 'metadata.name' }] } },
      });
      const preconditions = { uid: 'another' };
      await expect(configMaps.delete('a', { preconditions })).rejects.toMatchObject({ httpCode: 409 });
      await expect(configMaps.list({ continue: 'garbage' })).rejects.toMatchObject({ httpCode: 400 });
      await expect(configMaps.list({ labelSelector: '!!' })).rejects.toMatchObject({ httpCode: 400 });
      const unknown = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' }, dota: {} } as const;
      await expect(configMaps.create(unknown, { fieldValidation: 'Strict' })).rejects.toMatchObject({ httpCode: 400 });
    });

    test('a dry run responds as if it were carried out, and stores nothing', async () => {
      const dryRun = true;
      const pretended = await configMaps.create(configMap('a', { n: '1' }), { dryRun });
      expect(pretended.metadata.uid).toBeDefined();
      expect(await configMaps.find('a')).toBeUndefined();
      await configMaps.create(configMap('a'));
      await configMaps.delete('a', { dryRun });
      await configMaps.deleteCollection({ dryRun });
      expect(await configMaps.find('a')).toBeDefined();
    });

    test('aborting ends a watch without events', async () => {
      const { metadata } = await configMaps.list();
      const abort = new AbortController();
      const watch = await configMaps.watch({ resourceVersion: metadata.resourceVersion, signal: abort.signal });
      const events = collect(watch);
      abort.abort();
      expect(await events).toEqual([]);
    });

    test('HTTP and loopback return the same responses', async () => {
      await configMaps.create(configMap('a', { n: '1' }));
      const query = new URLSearchParams();
      for (const path of [
        `/api/v1/namespaces/${namespace}/configmaps/a`,
        `/api/v1/namespaces/${namespace}/configmaps/missing`,
        `/api/v1/namespaces/${namespace}/configmaps`,
        '/apis/apps/v1',
        '/version',
        '/healthz',
        '/nowhere',
      ]) {
        const request = { method: 'GET', path, query, headers: {} } as const;
        const [one, other] = await Promise.all([cluster.handler(request), cluster.loopback(request)]);
        expect({ ...one, headers: {} }).toEqual({ ...other, headers: {} });
      }
    });
  });
}

async function collect<T extends KubeObject>(
  batches: AsyncIterable<readonly WatchEvent<T>[]>,
): Promise<readonly WatchEvent<T>[]> {
  const events: WatchEvent<T>[] = [];
  for await (const batch of batches) events.push(...batch);
  return events;
}

function configMap(name: string, data: Readonly<Record<string, string>> = {}): ConfigMap {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data };
}

function deployment(name: string) {
  const labels = { app: name };
  const spec = { containers: [{ name: 'web', image: 'web:1' }] };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
  } as const;
}
