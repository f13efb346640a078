import { systemClock } from '@kubemin/base';
import { createDiscovery, createKubeClient } from '@kubemin/kube';
import { apiextensions } from '@kubemin/kubeapi/resources';
import { startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { anyVoyages, harbours, type Voyage, voyage, voyages } from '../test-support/voyages.ts';
import { missingDefinitions } from './crd-check.ts';
import { installDefinitions } from './crd-install.ts';
import { crdYaml } from './definition.ts';
import { controllerRules } from './rbac-rules.ts';
import { ResourceSet } from './resource-set.ts';

const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';
const CLUSTER = { controllers: false } as const;
const options = { clock: systemClock, signal: new AbortController().signal };

describe.each(['loopback', 'http'] as const)('KC-RES-1: one declaration, over %s', (transport) => {
  let cluster: TestCluster;

  beforeAll(async () => {
    cluster = await startTestCluster({ ...CLUSTER, transport });
    await installDefinitions(cluster.client, [voyages, harbours], options);
  });
  afterAll(() => cluster.close());

  it('is a definition that the server takes without a warning', async () => {
    const { headers, status } = await cluster.handler({
      method: 'POST',
      path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
      query: new URLSearchParams({ dryRun: 'All', fieldValidation: 'Strict' }),
      headers: { accept: 'application/json' },
      body: {
        kind: 'value',
        contentType: 'application/json',
        value: {
          ...voyages.definition,
          metadata: { name: 'others.fleet.example.com' },
          spec: { ...voyages.definition.spec, names: { plural: 'others', kind: 'Other' } },
        },
      },
    });
    expect([status, headers.warning]).toEqual([201, undefined]);
  });

  it('is the type of objects, and the server fills in and checks what the type promises', async () => {
    await cluster.client.resource(anyVoyages).create(voyage('typed', { log: { any: [1, { thing: null }] } }));
    const found = await cluster.client.resource(voyages, 'default').get('typed');
    expectTypeOf(found).toEqualTypeOf<Voyage>();
    expectTypeOf(found.spec.knots).toEqualTypeOf<number>();
    expect(found.spec).toEqual({
      ship: 'Argo',
      knots: 12,
      cargo: 'none',
      crew: [],
      log: { any: [1, { thing: null }] },
    });
    const refused = cluster.client.resource(anyVoyages).create(voyage('bad', { knots: 99, cargo: 'gold', berth: 1.5 }));
    await expect(refused).rejects.toMatchObject({
      httpCode: 422,
      message: expect.stringMatching(/spec\.knots.*less than or equal to 60[\s\S]*spec\.cargo.*"none", "grain", "oil"/),
    });
  });

  it('is a status that only the subresource writes', async () => {
    const client = cluster.client.resource(anyVoyages, 'default');
    await client.create(voyage('sailing'));
    const merged = { type: 'merge', body: { status: { phase: 'Sailing', miles: 7 } } } as const;
    expect(await client.patch('sailing', merged)).not.toHaveProperty('status');
    const patched = await client.patch('sailing', merged, { subresource: 'status' });
    expect(patched).toMatchObject({ status: { phase: 'Sailing', miles: 7 } });
  });

  it('is the columns of the table', async () => {
    const response = await cluster.handler({
      method: 'GET',
      path: '/apis/fleet.example.com/v1/namespaces/default/voyages',
      query: new URLSearchParams(),
      headers: { accept: TABLE },
    });
    expect(response).toMatchObject({
      object: {
        columnDefinitions: [
          { name: 'Name' },
          { name: 'Ship', type: 'string' },
          { name: 'Knots', type: 'integer' },
          { name: 'Phase', priority: 1 },
        ],
      },
    });
  });

  it('is found by discovery under all its names', async () => {
    const discovery = createDiscovery({ handler: cluster.handler });
    for (const name of ['voyages', 'voyage', 'Voyage', 'vy', 'trip', 'voyages.fleet.example.com']) {
      expect(await discovery.findResource(name)).toMatchObject({ plural: 'voyages', categories: ['fleet'] });
    }
  });
});

describe('installing definitions', () => {
  it('may be repeated, reverts changes of others, and reports what it did', async () => {
    await using cluster = await disposable();
    const both = [voyages, harbours];
    const actions = async () => (await installDefinitions(cluster.client, both, options)).map(({ action }) => action);
    expect(await actions()).toEqual(['created', 'created']);
    expect(await actions()).toEqual(['unchanged', 'unchanged']);
    const definitions = cluster.client.resource(apiextensions.v1.customresourcedefinitions);
    const change = { spec: { names: { shortNames: ['other'] } } };
    await definitions.patch('voyages.fleet.example.com', { type: 'merge', body: change });
    expect(await actions()).toEqual(['changed', 'unchanged']);
    expect((await definitions.get('voyages.fleet.example.com')).spec.names.shortNames).toEqual(['vy', 'trip']);
  });

  it('reports immediately that a name is taken', async () => {
    await using cluster = await disposable();
    await installDefinitions(cluster.client, [voyages], options);
    const { definition } = voyages;
    const rival = {
      ...voyages,
      definition: {
        ...definition,
        metadata: { name: 'journeys.fleet.example.com' },
        spec: { ...definition.spec, names: { ...definition.spec.names, plural: 'journeys' } },
      },
    };
    await expect(installDefinitions(cluster.client, [rival], options)).rejects.toMatchObject({
      code: 'DEFINITION_NOT_SERVED',
      message: expect.stringMatching(/journeys\.fleet\.example\.com.*in use/),
    });
  });

  it('ends with its signal', async () => {
    await using cluster = await disposable();
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(installDefinitions(cluster.client, [voyages], { ...options, signal })).rejects.toThrow('enough');
  });
});

describe('what a cluster does not serve as declared', () => {
  it('is named with what is different about it', async () => {
    await using cluster = await disposable();
    expect(await missingDefinitions(cluster.client, [voyages, harbours])).toMatchObject([
      {
        resource: voyages,
        problem: 'absent',
        message: { message: 'the cluster does not serve voyages.fleet.example.com' },
      },
      { resource: harbours, problem: 'absent' },
    ]);
    await installDefinitions(cluster.client, [voyages, harbours], options);
    expect(await missingDefinitions(cluster.client, [voyages, harbours])).toEqual([]);
    const others = [
      { ...voyages, version: 'v2' },
      { ...voyages, kind: 'Journey' },
      { ...voyages, namespaced: false },
    ];
    expect(await missingDefinitions(cluster.client, others)).toMatchObject([
      { problem: 'version', message: { message: expect.stringContaining('as v1, not as v2') } },
      { problem: 'kind', message: { message: expect.stringContaining('kind Voyage, not Journey') } },
      {
        problem: 'scope',
        message: { message: expect.stringContaining('namespaced in the cluster, not cluster-wide') },
      },
    ]);
  });
});

describe('KC-RES-2: a set of resources', () => {
  it.each(['voyages', 'voyage', 'Voyage', 'vy', 'trip', 'voyages.fleet.example.com', 'voyages.v1.fleet.example.com'])(
    'finds one by %s',
    (name) => {
      expect(ResourceSet.of(harbours, voyages).find(name)).toBe(voyages);
    },
  );

  it('knows nothing else', () => {
    expect(ResourceSet.of(voyages).find('harbours')).toBeUndefined();
  });

  it('refuses two declarations of one resource, but not one given twice', () => {
    expect(() => ResourceSet.of(voyages, { ...voyages, kind: 'Journey' })).toThrow(
      expect.objectContaining({ code: 'RESOURCE_DECLARED_TWICE' }),
    );
    expect(ResourceSet.of(voyages, voyages).names()).toEqual(['voyages']);
  });
});

describe('for manifests', () => {
  it('definitions as YAML documents are equivalent and deterministic', () => {
    const text = crdYaml([voyages, harbours]);
    expect(parseAllDocuments(text).map((document) => document.toJS())).toEqual([
      voyages.definition,
      harbours.definition,
    ]);
    expect(crdYaml([voyages, harbours])).toBe(text);
  });

  it('rules allow what a controller does and no more', () => {
    const extra = { apiGroups: [''], resources: ['pods'], verbs: ['create'] };
    expect(controllerRules([voyages, harbours], [extra])).toEqual([
      {
        apiGroups: ['fleet.example.com'],
        resources: ['voyages', 'harbours'],
        verbs: ['get', 'list', 'watch', 'update', 'patch'],
      },
      { apiGroups: ['fleet.example.com'], resources: ['voyages/status'], verbs: ['get', 'update', 'patch'] },
      {
        apiGroups: ['fleet.example.com'],
        resources: ['voyages/finalizers', 'harbours/finalizers'],
        verbs: ['update'],
      },
      extra,
    ]);
  });
});

async function disposable(): Promise<TestCluster & AsyncDisposable> {
  const cluster = await startTestCluster(CLUSTER);
  return { ...cluster, client: createKubeClient(cluster.handler), [Symbol.asyncDispose]: () => cluster.close() };
}
