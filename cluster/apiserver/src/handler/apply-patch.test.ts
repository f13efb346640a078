import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configMap, deployment, type Loose, TestApi } from '../test-support/test-api.ts';
import { APPLY_PATCH } from './apply-patch.ts';

const MAPS = '/api/v1/namespaces/default/configmaps';
const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments';
let api: TestApi;

beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.close());

function apply(url: string, body: unknown, query = 'fieldManager=me'): Promise<Loose> {
  return api.ok('PATCH', `${url}?${query}`, { body, contentType: APPLY_PATCH });
}

function refused(url: string, body: unknown, query = 'fieldManager=me') {
  return api.refused('PATCH', `${url}?${query}`, { body, contentType: APPLY_PATCH });
}

/** Sorted: entries of the same second are, and the second may end at any moment. */
function managers({ metadata }: Loose): readonly string[] {
  return (metadata.managedFields ?? [])
    .map((entry) => {
      const { manager, operation, subresource = '' } = Object(entry);
      return `${manager} ${operation} ${subresource}`.trim();
    })
    .sort();
}

function managedFields({ metadata }: Loose, manager: string): unknown {
  return (metadata.managedFields ?? []).map(Object).find((entry) => entry.manager === manager)?.fieldsV1;
}

describe('apply', () => {
  it('creates what is missing with 201 and changes it with 200', async () => {
    const send = (data: unknown) =>
      api.send('PATCH', `${MAPS}/new?fieldManager=me`, { body: configMap('new', { data }), contentType: APPLY_PATCH });
    expect(await send({ a: '1' })).toMatchObject({
      status: 201,
      object: { data: { a: '1' }, metadata: { name: 'new' } },
    });
    expect(await send({ a: '2' })).toMatchObject({ status: 200, object: { data: { a: '2' } } });
  });

  it('reads YAML as it comes over the wire', async () => {
    const bytes = Buffer.from('apiVersion: v1\nkind: ConfigMap\nmetadata: {name: wired}\ndata:\n  a: "1"\n');
    const response = await api.server.handler({
      method: 'PATCH',
      path: `${MAPS}/wired`,
      query: new URLSearchParams('fieldManager=me'),
      headers: { 'content-type': APPLY_PATCH },
      user: { username: 'admin', groups: ['system:masters'] },
      body: { kind: 'bytes', bytes, contentType: APPLY_PATCH },
    });
    expect(response).toMatchObject({ status: 201, object: { data: { a: '1' } } });
  });

  it('again changes nothing: no new version, no event', async () => {
    const body = deployment('idle', { template: limited('idle', '1000m') });
    const first = await apply(`${DEPLOYMENTS}/idle`, body);
    expect((await apply(`${DEPLOYMENTS}/idle`, body)).metadata).toEqual(first.metadata);
    const marker = await apply(`${MAPS}/marker`, configMap('marker'));
    const url = `${DEPLOYMENTS}?watch=true&resourceVersion=${first.metadata.resourceVersion}`;
    const watch = await api.watch(`${url}&fieldSelector=metadata.name%3Didle`);
    await apply(`${DEPLOYMENTS}/idle`, deployment('idle', { replicas: 2, template: limited('idle', '1000m') }));
    expect(Number(marker.metadata.resourceVersion)).toBe(Number(first.metadata.resourceVersion) + 1);
    expect(await watch.nextChanges(1)).toEqual(['MODIFIED idle']);
    watch.stop();
  });

  it('shares a value that two managers spell differently', async () => {
    await apply(
      `${DEPLOYMENTS}/spelled`,
      deployment('spelled', { template: limited('spelled', '1000m'), paused: false }),
    );
    const body = deployment('spelled', { template: limited('spelled', '1'), paused: false });
    const shared = await apply(`${DEPLOYMENTS}/spelled`, body, 'fieldManager=other');
    expect(managers(shared)).toEqual(['me Apply', 'other Apply']);
    await apply(
      `${DEPLOYMENTS}/spelled`,
      deployment('spelled', { template: limited('spelled', '1000m'), paused: false }),
    );
  });

  it('keeps server-made and defaulted fields unowned', async () => {
    const applied = await apply(`${DEPLOYMENTS}/plain`, deployment('plain'));
    expect(managedFields(applied, 'me')).toEqual({
      'f:spec': {
        'f:selector': {},
        'f:template': {
          'f:metadata': { 'f:labels': { 'f:app': {} } },
          'f:spec': { 'f:containers': { 'k:{"name":"main"}': { '.': {}, 'f:name': {}, 'f:image': {} } } },
        },
      },
    });
  });

  it('lets a removed field fall back to its default', async () => {
    await apply(`${DEPLOYMENTS}/default`, deployment('default', { replicas: 5 }));
    expect(await apply(`${DEPLOYMENTS}/default`, deployment('default'))).toMatchObject({
      spec: { replicas: 1 },
      metadata: { generation: 2 },
    });
  });

  it('conflicts with 409 and a cause for each field, and force takes them', async () => {
    await api.create(`${MAPS}?fieldManager=creator`, configMap('taken', { data: { a: '1', b: '1' } }));
    const body = configMap('taken', { data: { a: '2', b: '2' } });
    expect(await refused(`${MAPS}/taken`, body)).toMatchObject({
      code: 409,
      reason: 'Conflict',
      message: 'Apply failed with 2 conflicts: conflicts with "creator" using v1:\n- .data.a\n- .data.b',
      details: { causes: [{ reason: 'FieldManagerConflict', field: '.data.a' }, { field: '.data.b' }] },
    });
    const forced = await apply(`${MAPS}/taken`, body, 'fieldManager=me&force=true');
    expect(managedFields(forced, 'creator')).toEqual({ 'f:data': {} });
  });

  it('of the past is a conflict', async () => {
    const first = await apply(`${MAPS}/versioned`, configMap('versioned', { data: { a: '1' } }));
    await apply(`${MAPS}/versioned`, configMap('versioned', { data: { a: '2' } }));
    const old = { resourceVersion: first.metadata.resourceVersion };
    const body = configMap('versioned', { metadata: old, data: { a: '3' } });
    expect(await refused(`${MAPS}/versioned`, body)).toMatchObject({ code: 409, reason: 'Conflict' });
  });

  it('tried with dryRun leaves nothing behind', async () => {
    const body = configMap('dry', { data: { a: '1' } });
    const tried = await apply(`${MAPS}/dry`, body, 'fieldManager=me&dryRun=All');
    expect(managers(tried)).toEqual(['me Apply']);
    expect(await api.refused('GET', `${MAPS}/dry`)).toMatchObject({ code: 404 });
  });

  it('runs side by side without losing anything', async () => {
    const keys = Array.from({ length: 20 }, (_, index) => `k${index}`);
    await Promise.all(
      keys.map((key) => apply(`${MAPS}/raced`, configMap('raced', { data: { [key]: '1' } }), `fieldManager=${key}`)),
    );
    const { data, metadata } = await api.get(`${MAPS}/raced`);
    expect(Object.keys(Object(data)).sort()).toEqual(keys.sort());
    expect(metadata.managedFields).toHaveLength(20);
  });
});

describe('a configuration is refused', () => {
  const fine = configMap('refused', {});

  it('without a manager', async () => {
    expect(await refused(`${MAPS}/refused`, fine, '')).toMatchObject({
      code: 422,
      message: 'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch',
    });
  });

  it.each([
    ['a manager that is too long', fine, `fieldManager=${'x'.repeat(129)}`, 422, /fieldManager: Too long/],
    ['an unprintable manager', fine, 'fieldManager=a%07b', 422, /should only contain printable characters/],
    [
      'owners in it',
      configMap('refused', { metadata: { managedFields: [] } }),
      'fieldManager=me',
      400,
      /metadata.managedFields must be nil/,
    ],
    ['another kind', { apiVersion: 'v1', kind: 'Secret' }, 'fieldManager=me', 400, /must be of type ConfigMap/],
    ['no kind', { apiVersion: 'v1', metadata: {} }, 'fieldManager=me', 400, /kind must be set/],
    ['another name', configMap('other'), 'fieldManager=me', 400, /does not match the name on the URL/],
    ['a list', [], 'fieldManager=me', 400, /must be an object/],
    [
      'an unknown field',
      configMap('refused', { colour: 1 }),
      'fieldManager=me',
      400,
      /\(default\/refused; v1, Kind=ConfigMap\): \.colour: field not declared in schema/,
    ],
    ['a uid of no object', configMap('refused', { metadata: { uid: 'u' } }), 'fieldManager=me', 409, /uid mismatch/],
  ])('with %s', async (_, body, query, code, message) => {
    const status = await refused(`${MAPS}/refused`, body, query);
    expect(status.code).toBe(code);
    expect(status.message).toMatch(message);
  });

  it('in a namespace that is not there', async () => {
    const url = '/api/v1/namespaces/nowhere/configmaps/x';
    expect(await refused(url, configMap('x'))).toMatchObject({ code: 404, message: 'namespaces "nowhere" not found' });
  });
});

describe('subresources', () => {
  it('status is applied apart, and only to what exists', async () => {
    const conditions = [{ type: 'Available', status: 'True' }];
    const status = { ...Object(deployment('stated')), spec: { replicas: 9 }, status: { conditions } };
    expect(await refused(`${DEPLOYMENTS}/stated/status`, status)).toMatchObject({ code: 404 });
    await apply(`${DEPLOYMENTS}/stated`, { ...Object(deployment('stated')), status: { replicas: 7 } });
    const applied = await apply(`${DEPLOYMENTS}/stated/status`, status, 'fieldManager=controller');
    expect(applied).toMatchObject({ spec: { replicas: 1 }, status: { conditions } });
    expect(managers(applied)).toEqual(['controller Apply status', 'me Apply']);
    expect(managedFields(applied, 'controller')).toEqual({
      'f:status': { 'f:conditions': { 'k:{"type":"Available"}': { '.': {}, 'f:type': {}, 'f:status': {} } } },
    });
  });

  it('scale owns the replicas of the object it scales', async () => {
    await apply(`${DEPLOYMENTS}/sized`, deployment('sized', { replicas: 2 }));
    const scale = { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'sized' }, spec: { replicas: 5 } };
    expect(await refused(`${DEPLOYMENTS}/sized/scale`, scale, 'fieldManager=hpa')).toMatchObject({
      code: 409,
      message: 'Apply failed with 1 conflict: conflict with "me": .spec.replicas',
    });
    const scaled = await apply(`${DEPLOYMENTS}/sized/scale`, scale, 'fieldManager=hpa&force=true');
    expect(scaled).toMatchObject({ kind: 'Scale', spec: { replicas: 5 } });
    const parent = await api.get(`${DEPLOYMENTS}/sized`);
    expect(managers(parent)).toEqual(['hpa Apply scale', 'me Apply']);
    expect(managedFields(parent, 'hpa')).toEqual({ 'f:spec': { 'f:replicas': {} } });
  });
});

function limited(app: string, cpu: string): unknown {
  const containers = [{ name: 'main', image: 'registry.test/app:1', resources: { limits: { cpu } } }];
  return { metadata: { labels: { app } }, spec: { containers } };
}
