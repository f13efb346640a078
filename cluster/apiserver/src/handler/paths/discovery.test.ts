import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestApi } from '../../test-support/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.close());

async function document(path: string, accept?: string): Promise<Record<string, unknown>> {
  const response = await api.send('GET', path, accept === undefined ? {} : { accept });
  return response.kind === 'object' ? Object(response.object) : {};
}

describe('legacy discovery', () => {
  it('lists core and the groups, with the version clients should use', async () => {
    expect(await document('/api')).toMatchObject({ kind: 'APIVersions', versions: ['v1'] });
    const { groups } = await document('/apis');
    expect(groups).toContainEqual({
      name: 'apps',
      versions: [{ groupVersion: 'apps/v1', version: 'v1' }],
      preferredVersion: { groupVersion: 'apps/v1', version: 'v1' },
    });
    expect(await document('/apis/apps')).toMatchObject({ kind: 'APIGroup', name: 'apps' });
  });

  it('describes resources in the key order that clients compare', async () => {
    const { resources } = await document('/api/v1');
    const entry = Object(resources).find(({ name }: { name: string }) => name === 'configmaps');
    expect(JSON.stringify(entry)).toBe(
      '{"name":"configmaps","singularName":"configmap","namespaced":true,"kind":"ConfigMap","verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":["cm"]}',
    );
  });

  it('gives subresources the group of their kind, and lists only what is there', async () => {
    const { resources } = await document('/apis/apps/v1');
    expect(resources).toContainEqual(
      expect.objectContaining({ name: 'deployments/scale', group: 'autoscaling', version: 'v1', kind: 'Scale' }),
    );
    const core = await document('/api/v1');
    const names = Object(core.resources).map(({ name }: { name: string }) => name);
    expect(names).toContain('pods/binding');
    expect(names).toContain('pods/proxy');
    expect(names).not.toContain('namespaces/binding');
  });
});

it.each(['v2', 'v2beta1'])('aggregated discovery %s has the requested form', async (version) => {
  const type = `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`;
  const response = await api.send('GET', '/apis', { accept: `${type},application/json` });
  expect(response.headers['content-type']).toBe(type);
  expect(response).toMatchObject({
    object: { kind: 'APIGroupDiscoveryList', apiVersion: `apidiscovery.k8s.io/${version}` },
  });
  const core = await document('/api', type);
  const [{ versions }] = Object(core.items);
  expect(versions[0].resources).toContainEqual(
    expect.objectContaining({
      resource: 'pods',
      scope: 'Namespaced',
      responseKind: { group: '', version: 'v1', kind: 'Pod' },
    }),
  );
});

it('aggregated discovery is sent again only when it has changed', async () => {
  const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
  const first = await api.send('GET', '/apis', { accept });
  const etag = String(first.headers.etag);
  const headers = { accept, 'if-none-match': etag };
  const again = await api.send('GET', '/apis', { headers });
  expect([again.status, again.headers.etag]).toEqual([304, etag]);
  expect((await api.send('GET', '/api', { headers })).status).toBe(200);
});

it('everything that is announced can be listed', async () => {
  for (const path of [
    '/api/v1',
    '/apis/apps/v1',
    '/apis/batch/v1',
    '/apis/networking.k8s.io/v1',
    '/apis/resource.k8s.io/v1',
  ]) {
    const { resources } = await document(path);
    for (const { name, verbs } of Object(resources)) {
      if (verbs.includes('list')) expect(await document(`${path}/${name}`)).toMatchObject({ items: expect.any(Array) });
    }
  }
});

it('a verb that a resource lacks is 405, an unknown subresource 404', async () => {
  expect(await api.refused('POST', '/api/v1/componentstatuses', { body: {} })).toMatchObject({ code: 405 });
  expect(await api.refused('GET', '/api/v1/namespaces/default/pods/x/nonsense')).toMatchObject({ code: 404 });
});
