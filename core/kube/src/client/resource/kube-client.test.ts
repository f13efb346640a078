import { apps, core } from '@kubemin/kubeapi/resources';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isOlderVersion } from '../../informer/object-store.ts';
import { MemoryApi } from '../../test-support/memory-api.ts';
import { createKubeClient, objectKey, splitKey } from './kube-client.ts';

describe('addressing objects', () => {
  test.each(['', '.', '..'])(
    "the name '%s', which would address the whole collection, is refused unsent",
    async (name) => {
      const api = new MemoryApi();
      const configMaps = createKubeClient(api.handler).resource(core.v1.configmaps, 'default');
      await expect(configMaps.delete(name)).rejects.toMatchObject({ code: 'NAME_MISSING' });
      await expect(configMaps.get(name)).rejects.toMatchObject({ code: 'NAME_MISSING' });
      expect(api.requests).toEqual([]);
    },
  );

  test('an object of a namespaced resource needs a namespace, from the client or from itself', async () => {
    const api = new MemoryApi();
    const everywhere = createKubeClient(api.handler).resource(core.v1.configmaps);
    const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } } as const;
    await expect(everywhere.get('a')).rejects.toMatchObject({ code: 'NAMESPACE_MISSING' });
    await expect(everywhere.create(configMap)).rejects.toMatchObject({ code: 'NAMESPACE_MISSING' });
    expect(api.requests).toEqual([]);
    await everywhere.create({ ...configMap, metadata: { name: 'a', namespace: 'default' } });
    expect(api.requests[0]?.path).toBe('/api/v1/namespaces/default/configmaps');
  });

  test('subresources and cluster-wide objects have their own paths', async () => {
    const asked: string[] = [];
    const client = createKubeClient(async ({ method, path }) => {
      asked.push(`${method} ${path}`);
      return { kind: 'object', status: 200, headers: {}, object: {} };
    });
    await client.resource(core.v1.pods, 'ns').createSubresource('p', 'binding', {});
    await client.resource(apps.v1.deployments, 'ns').getSubresource('d', 'scale');
    await client.resource(core.v1.nodes, 'ignored').updateSubresource('n', 'status', {});
    expect(asked).toEqual([
      'POST /api/v1/namespaces/ns/pods/p/binding',
      'GET /apis/apps/v1/namespaces/ns/deployments/d/scale',
      'PUT /api/v1/nodes/n/status',
    ]);
  });
});

test('the resource of an object is found by apiVersion and kind', () => {
  const client = createKubeClient(new MemoryApi().handler);
  expect(client.findBuiltInType({ apiVersion: 'apps/v1', kind: 'Deployment' })).toMatchObject({
    plural: 'deployments',
  });
  expect(client.findBuiltInType({ apiVersion: 'apps/v1beta1', kind: 'Deployment' })).toBeUndefined();
  expect(client.findBuiltInType({ apiVersion: 'v1', kind: 'Deployment' })).toBeUndefined();
});

test('a key leads back to namespace and name', () => {
  const segment = fc.stringMatching(/^[a-z0-9][a-z0-9.-]*$/);
  fc.assert(
    fc.property(segment, fc.option(segment, { nil: undefined }), (name, namespace) => {
      const metadata = namespace === undefined ? { name } : { name, namespace };
      expect(splitKey(objectKey({ metadata }))).toEqual(metadata);
    }),
  );
  expect(() => objectKey({ metadata: {} })).toThrow(expect.objectContaining({ code: 'OBJECT_WITHOUT_NAME' }));
});

test('resource versions are compared as numbers of any size, and anything else is never older', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n }), fc.bigInt({ min: 0n }), (a, b) => {
      expect(isOlderVersion(String(a), String(b))).toBe(a < b);
    }),
  );
  expect(isOlderVersion('abc', '5')).toBe(false);
  expect(isOlderVersion('4', undefined)).toBe(false);
});
