import { isJsonObject, type JsonObject, type JsonValue } from '@kubemin/kubeapi';
import { loadSchema } from '@kubemin/kubeapi/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestApi } from '../../test-support/test-api.ts';
import { OpenApi } from './openapi.ts';
import type { PublishedType } from './published-type.ts';

const ROOT = '/openapi/v3';
const GVK = 'x-kubernetes-group-version-kind';
const STRATEGIC = 'application/strategic-merge-patch+json';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.close());

function get(source: OpenApi, url: string, headers: Readonly<Record<string, string>> = {}) {
  const [path = '', query = ''] = url.split('?');
  const request = { method: 'GET' as const, path, query: new URLSearchParams(query), headers };
  const response = source.respond(request, path);
  if (response?.kind !== 'text') throw new Error(`${url} is not there`);
  return response;
}

async function document(name: string): Promise<JsonObject> {
  const response = await api.send('GET', `${ROOT}/${name}`);
  if (response.kind !== 'text') throw new Error(`${name}: ${JSON.stringify(response)}`);
  const parsed: JsonObject = JSON.parse(response.text);
  return parsed;
}

async function names(): Promise<readonly string[]> {
  const response = await api.send('GET', ROOT);
  if (response.kind !== 'text') throw new Error('the index is not there');
  return Object.keys(JSON.parse(response.text).paths);
}

/** Every value below `key`, wherever it is. */
function* below(value: JsonValue | undefined, key: string): Iterable<JsonValue> {
  if (typeof value !== 'object' || value === null) return;
  if (isJsonObject(value) && value[key] !== undefined) yield value[key];
  for (const inner of Object.values(value)) yield* below(inner, key);
}

function objectAt(value: JsonValue | undefined, ...path: readonly string[]): JsonObject {
  const found = path.reduce<JsonValue | undefined>((at, step) => (isJsonObject(at) ? at[step] : undefined), value);
  if (!isJsonObject(found)) throw new Error(`there is no object at ${path.join(' → ')}`);
  return found;
}

describe('the documents of the built-in types', () => {
  it('are those of the groups and versions that discovery shows', async () => {
    const root = await api.send('GET', '/');
    const shown = root.kind === 'object' ? Object(root.object).paths : [];
    const versions = shown.filter((path: string) => /^\/(api|apis\/[^/]+)\/v[^/]+$/.test(path));
    expect(await names()).toEqual(versions.map((path: string) => path.slice(1)).sort());
  });

  it('contain every schema they refer to, and no operation twice', async () => {
    const ids: JsonValue[] = [];
    for (const name of await names()) {
      const found = await document(name);
      const schemas = objectAt(found, 'components', 'schemas');
      // Schemas of schemas have a field of this name, too.
      const references = [...below(found, '$ref')].filter((reference) => typeof reference === 'string');
      const missing = references.filter(
        (reference) => schemas[reference.replace('#/components/schemas/', '')] === undefined,
      );
      expect(missing, name).toEqual([]);
      ids.push(...below(found.paths, 'operationId'));
    }
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('have for every resource a strict patch of its kind, which is what kubectl looks for', async () => {
    for (const name of await names()) {
      const found = await document(name);
      const list = await api.send('GET', `/${name}`);
      const resources = list.kind === 'object' ? Object(list.object).resources : [];
      const patches = Object.values(objectAt(found, 'paths')).flatMap((path) => [...below(path, 'patch')]);
      for (const { kind, verbs, name: plural } of resources) {
        if (!verbs.includes('patch') || plural.includes('/')) continue;
        const patch = patches.find((candidate) => objectAt(candidate, GVK).kind === kind);
        expect([...below(patch, 'name')], kind).toContain('fieldValidation');
        expect(objectAt(patch, 'requestBody', 'content')).toHaveProperty([STRATEGIC]);
      }
    }
  });

  it('describe how lists merge, required fields and defaults', async () => {
    const schemas = objectAt(await document('apis/apps/v1'), 'components', 'schemas');
    expect(objectAt(schemas, 'io.k8s.api.core.v1.PodSpec', 'properties', 'containers')).toEqual({
      type: 'array',
      items: { $ref: '#/components/schemas/io.k8s.api.core.v1.Container' },
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      'x-kubernetes-patch-strategy': 'merge',
      'x-kubernetes-patch-merge-key': 'name',
    });
    expect(schemas['io.k8s.api.core.v1.ContainerPort']).toMatchObject({
      required: ['containerPort'],
      properties: { protocol: { type: 'string', default: 'TCP' }, hostPort: { type: 'integer', format: 'int32' } },
    });
    expect(schemas['io.k8s.apimachinery.pkg.util.intstr.IntOrString']).toMatchObject({
      format: 'int-or-string',
      'x-kubernetes-int-or-string': true,
    });
    expect(schemas['io.k8s.api.apps.v1.Deployment']).toMatchObject({
      properties: { metadata: { allOf: [{ $ref: expect.stringContaining('ObjectMeta') }] } },
      [GVK]: [{ group: 'apps', version: 'v1', kind: 'Deployment' }],
    });
  });

  it('show what is served and nothing else', async () => {
    const paths = Object.keys(objectAt(await document('api/v1'), 'paths'));
    expect(paths).toContain('/api/v1/namespaces/{namespace}/pods/{name}/status');
    expect(paths).toContain('/api/v1/pods');
    expect(paths.filter((path) => path.includes('/exec') || path.includes('/watch/'))).toEqual([]);
    expect(objectAt(await document('api/v1'), 'paths', '/api/v1/componentstatuses')).not.toHaveProperty('post');
  });
});

describe('a document', () => {
  const schema = loadSchema();
  const clock = { now: () => Date.parse('2030-01-01T00:00:00Z') };

  function custom(kind: string, version = 'v1'): PublishedType {
    return {
      group: 'stable.example.com',
      version,
      kind,
      plural: `${kind.toLowerCase()}s`,
      verbs: ['create', 'get', 'list', 'patch', 'update', 'delete', 'deletecollection', 'watch'],
      scope: 'Namespaced',
      schema: { kind: 'custom', schema: { type: 'object', properties: { spec: { type: 'object' } } } },
      subresources: [
        { name: 'status', group: 'stable.example.com', version, kind, verbs: ['get', 'patch', 'update'] },
        { name: 'scale', group: 'autoscaling', version: 'v1', kind: 'Scale', verbs: ['get', 'patch', 'update'] },
      ],
    };
  }

  function published(): OpenApi {
    const openapi = new OpenApi({ schema, clock, version: 'v1.35.0' });
    openapi.publish('crontabs', [custom('CronTab')]);
    openapi.publish('others', [custom('Other', 'v2')]);
    return openapi;
  }

  function urlIn(openapi: OpenApi, name: string): string {
    return JSON.parse(get(openapi, ROOT).text).paths[name].serverRelativeURL;
  }

  it('may be kept for ever under the URL with its hash, and is asked for again without', () => {
    const openapi = published();
    const url = urlIn(openapi, 'apis/stable.example.com/v1');
    const found = get(openapi, url);
    expect(found).toMatchObject({
      status: 200,
      headers: {
        'cache-control': 'public, immutable',
        expires: 'Wed, 01 Jan 2031 00:00:00 GMT',
        'content-type': 'application/json',
        vary: 'Accept',
      },
    });
    const [plain = ''] = url.split('?');
    expect(get(openapi, plain).headers).not.toHaveProperty('cache-control');
    const etag = String(found.headers.etag);
    expect(get(openapi, plain, { 'if-none-match': `"x", W/${etag}` })).toMatchObject({ status: 304, text: '' });
    expect(get(openapi, plain, { 'if-none-match': '"x"' }).status).toBe(200);
  });

  it('is found under an outdated hash by redirection', () => {
    const openapi = published();
    const url = urlIn(openapi, 'apis/stable.example.com/v1');
    expect(get(openapi, url.replace(/hash=.*/, 'hash=OLD'))).toMatchObject({ status: 301, headers: { location: url } });
  });

  it('is not to be had in protobuf, and where there is no such group there is none', () => {
    const openapi = published();
    const accept = 'application/com.github.proto-openapi.spec.v3.v1.0+protobuf';
    expect(() => get(openapi, ROOT, { accept })).toThrow('only the following media types are accepted');
    expect(() => get(openapi, `${ROOT}/apis/example.com/v1`)).toThrow('is not there');
  });

  it('changes with what is published in its group and version, and only then', () => {
    const openapi = published();
    const before = ['v1', 'v2'].map((version) => urlIn(openapi, `apis/stable.example.com/${version}`));
    openapi.publish('shirts', [custom('Shirt')]);
    const after = ['v1', 'v2'].map((version) => urlIn(openapi, `apis/stable.example.com/${version}`));
    expect([after[0] === before[0], after[1] === before[1]]).toEqual([false, true]);
    openapi.publish('shirts', []);
    openapi.publish('others', []);
    expect(urlIn(openapi, 'apis/stable.example.com/v1')).toBe(before[0]);
    expect(Object.keys(JSON.parse(get(openapi, ROOT).text).paths)).toEqual(['apis/stable.example.com/v1']);
  });

  it('of a custom type has its schema, its list, and patches that need no merge keys', () => {
    const text = get(published(), `${ROOT}/apis/stable.example.com/v1`).text;
    const { components, paths } = JSON.parse(text);
    expect(components.schemas['com.example.stable.v1.CronTab']).toMatchObject({
      properties: { spec: { type: 'object' }, kind: { type: 'string' } },
      [GVK]: [{ group: 'stable.example.com', version: 'v1', kind: 'CronTab' }],
    });
    expect(components.schemas).toHaveProperty(['com.example.stable.v1.CronTabList']);
    const item = paths['/apis/stable.example.com/v1/namespaces/{namespace}/crontabs/{name}'];
    expect(item.patch.operationId).toBe('patchStableExampleComV1NamespacedCronTab');
    expect(item.patch.requestBody.content).not.toHaveProperty([STRATEGIC]);
    const scale = paths['/apis/stable.example.com/v1/namespaces/{namespace}/crontabs/{name}/scale'];
    expect(scale.get[GVK]).toEqual({ group: 'autoscaling', version: 'v1', kind: 'Scale' });
  });
});
