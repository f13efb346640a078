import protobuf from 'protobufjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configMap, TestApi } from '../test-support/test-api.ts';

const contentType = 'application/vnd.kubernetes.protobuf';
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

/** A length-delimited field. */
function field(number: number, content: Uint8Array | string): Uint8Array {
  const writer = protobuf.Writer.create().uint32(number * 8 + 2);
  return (typeof content === 'string' ? writer.string(content) : writer.bytes(content)).finish();
}

function enveloped(apiVersion: string, kind: string, ...raw: readonly Uint8Array[]): Uint8Array {
  const type = field(1, Buffer.concat([field(1, apiVersion), field(2, kind)]));
  return Buffer.concat([Buffer.from('k8s\0'), type, field(2, Buffer.concat(raw))]);
}

function envelopedConfigMap(name: string, value: string): Uint8Array {
  const entry = Buffer.concat([field(1, 'key'), field(2, value)]);
  return enveloped('v1', 'ConfigMap', field(1, field(1, name)), field(2, entry));
}

describe('a body in protobuf', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await TestApi.start();
  });

  afterAll(() => api.close());

  it('creates and updates', async () => {
    const made = await api.ok('POST', CONFIG_MAPS, { bytes: envelopedConfigMap('made', '1'), contentType });
    expect(made).toMatchObject({ kind: 'ConfigMap', metadata: { name: 'made' }, data: { key: '1' } });
    await api.ok('PUT', `${CONFIG_MAPS}/made`, { bytes: envelopedConfigMap('made', '2'), contentType });
    expect(await api.get(`${CONFIG_MAPS}/made`)).toMatchObject({ data: { key: '2' } });
  });

  it('may leave out of its envelope what the URL contains', async () => {
    const named = (name: string): Uint8Array => field(1, field(1, name));
    const post = (name: string, version: string, kind: string) =>
      api.ok('POST', CONFIG_MAPS, { bytes: enveloped(version, kind, named(name)), contentType });
    expect(await post('untyped', '', '')).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMap' });
    expect(await post('unkind', 'v1', '')).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMap' });
    expect(await post('versionless', '', 'ConfigMap')).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMap' });
    const pods = '/api/v1/namespaces/default/pods';
    const eviction = enveloped('', '', named('none'));
    expect(await api.refused('POST', `${pods}/none/eviction`, { bytes: eviction, contentType })).toMatchObject({
      code: 404,
    });
    const uid = enveloped('', '', field(2, field(1, 'other')));
    expect(await api.refused('DELETE', `${CONFIG_MAPS}/untyped`, { bytes: uid, contentType })).toMatchObject({
      code: 409,
    });
    const alien = enveloped('apps/v1', '', named('alien'));
    expect(await api.refused('POST', CONFIG_MAPS, { bytes: alien, contentType })).toMatchObject({
      code: 400,
      message: expect.stringContaining('no kind "ConfigMap" is registered for version "apps/v1"'),
    });
  });

  it('evicts', async () => {
    const pods = '/api/v1/namespaces/default/pods';
    await api.create(pods, { metadata: { name: 'evicted' }, spec: { containers: [{ name: 'c', image: 'c' }] } });
    const bytes = enveloped('policy/v1', 'Eviction', field(1, field(1, 'evicted')));
    expect(await api.ok('POST', `${pods}/evicted/eviction`, { bytes, contentType })).toMatchObject({ code: 201 });
  });

  it('is never taken for a strict reader to object to', async () => {
    const bytes = Buffer.concat([enveloped('v1', 'ConfigMap', field(1, field(1, 'strict')), field(99, 'unknown'))]);
    await api.ok('POST', `${CONFIG_MAPS}?fieldValidation=Strict`, { bytes, contentType });
  });

  it('scales', async () => {
    const selector = { matchLabels: { app: 'a' } };
    const template = { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'a', image: 'a' }] } };
    const deployments = '/apis/apps/v1/namespaces/default/deployments';
    await api.create(deployments, { metadata: { name: 'scaled' }, spec: { selector, template } });
    const spec = field(2, protobuf.Writer.create().uint32(8).int32(4).finish());
    const bytes = enveloped('autoscaling/v1', 'Scale', field(1, field(1, 'scaled')), spec);
    expect(await api.ok('PUT', `${deployments}/scaled/scale`, { bytes, contentType })).toMatchObject({
      spec: { replicas: 4 },
    });
  });

  it('deletes under its options', async () => {
    await api.create(CONFIG_MAPS, configMap('deleted'));
    const uid = (value: string): Uint8Array => enveloped('v1', 'DeleteOptions', field(2, field(1, value)));
    const wrong = await api.refused('DELETE', `${CONFIG_MAPS}/deleted`, { bytes: uid('other'), contentType });
    expect(wrong).toMatchObject({ code: 409 });
    const { metadata } = await api.get(`${CONFIG_MAPS}/deleted`);
    await api.ok('DELETE', `${CONFIG_MAPS}/deleted`, { bytes: uid(metadata.uid ?? ''), contentType });
    expect(await api.refused('GET', `${CONFIG_MAPS}/deleted`)).toMatchObject({ code: 404 });
  });

  it('deletes a custom resource under its options, although such an object has no protobuf', async () => {
    const widgets = { group: 'example.com', version: 'v1', plural: 'widgets', singular: 'widget', kind: 'Widget' };
    const info = { ...widgets, namespaced: true, shortNames: [], categories: [], subresources: [] };
    const custom = await TestApi.start({
      resources: [{ ...info, verbs: ['create', 'delete', 'get', 'list'] }],
    });
    try {
      const url = '/apis/example.com/v1/namespaces/default/widgets';
      const bytes = enveloped('example.com/v1', 'Widget', field(1, field(1, 'w')));
      expect(await custom.refused('POST', url, { bytes, contentType })).toMatchObject({ code: 415 });
      const options = enveloped('example.com/v1', 'DeleteOptions');
      expect(await custom.refused('DELETE', `${url}/w`, { bytes: options, contentType })).toMatchObject({ code: 404 });
    } finally {
      await custom.close();
    }
  });

  it('is refused when it is damaged, with the field in the message', async () => {
    const bytes = enveloped('v1', 'ConfigMap', field(1, Uint8Array.from([0x0a, 9, 0x61])));
    expect(await api.refused('POST', CONFIG_MAPS, { bytes, contentType })).toMatchObject({
      code: 400,
      reason: 'BadRequest',
      message: expect.stringMatching(
        /^ConfigMap in version "v1" cannot be handled as a ConfigMap: metadata\.name: unexpected end/,
      ),
    });
  });

  it('is refused when its kind is unknown, and when it is of another kind', async () => {
    const unknown = enveloped('v1', 'Unicorn');
    expect(await api.refused('POST', CONFIG_MAPS, { bytes: unknown, contentType })).toMatchObject({
      code: 400,
      message:
        'the object provided is unrecognized (must be of type ConfigMap): no kind "Unicorn" is registered for version "v1"',
    });
    const other = enveloped('v1', 'Secret', field(1, field(1, 'a')));
    expect(await api.refused('POST', CONFIG_MAPS, { bytes: other, contentType })).toMatchObject({ code: 400 });
  });

  it('is no patch', async () => {
    const bytes = envelopedConfigMap('made', '3');
    expect(await api.refused('PATCH', `${CONFIG_MAPS}/made`, { bytes, contentType })).toMatchObject({ code: 415 });
  });

  it('is named among what is accepted', async () => {
    const bytes = Buffer.from('x');
    expect(await api.refused('POST', CONFIG_MAPS, { bytes, contentType: 'text/plain' })).toMatchObject({
      code: 415,
      message:
        'the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, application/vnd.kubernetes.protobuf',
    });
  });

  it('is refused when it is too large', async () => {
    const bytes = envelopedConfigMap('large', 'x'.repeat(3 * 1024 * 1024));
    expect(await api.refused('POST', CONFIG_MAPS, { bytes, contentType })).toMatchObject({ code: 413 });
  });
});
