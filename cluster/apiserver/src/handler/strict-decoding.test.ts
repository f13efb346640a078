import type { ApiMethod, ApiResponse } from '@kubemin/kubeapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deployment, TestApi } from '../test-support/test-api.ts';

const NAMESPACE = '/api/v1/namespaces/default';
const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments';
const SMP = 'application/strategic-merge-patch+json';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.close());

/** As it comes over the wire. */
function sendText(
  method: ApiMethod,
  url: string,
  text: string,
  contentType = 'application/json',
): Promise<ApiResponse> {
  return api.send(method, url, { bytes: Buffer.from(text), contentType });
}

function warningHeader(response: ApiResponse): unknown {
  return response.headers.warning;
}

function bodyWith(name: string, spec: string): string {
  const text = JSON.stringify(deployment(name));
  return text.replace('"spec":{"selector"', `"spec":{${spec},"selector"`);
}

describe('unknown and repeated fields', () => {
  const SPEC = '"foo":1,"paused":true,"paused":false';

  it('are dropped with a warning by default', async () => {
    const response = await sendText('POST', DEPLOYMENTS, bodyWith('warned', SPEC));
    expect(response.status).toBe(201);
    expect(warningHeader(response)).toEqual([
      '299 - "unknown field \\"spec.foo\\""',
      '299 - "duplicate field \\"spec.paused\\""',
    ]);
    expect(Object(await api.get(`${DEPLOYMENTS}/warned`)).spec).not.toHaveProperty('foo');
  });

  it('are dropped in silence when to be ignored', async () => {
    const response = await sendText('POST', `${DEPLOYMENTS}?fieldValidation=Ignore`, bodyWith('ignored', SPEC));
    expect([response.status, warningHeader(response)]).toEqual([201, undefined]);
  });

  it.each([
    ['POST', DEPLOYMENTS],
    ['PUT', `${DEPLOYMENTS}/strict`],
  ] as const)('are refused by a strict %s', async (method, url) => {
    const response = await sendText(method, `${url}?fieldValidation=Strict`, bodyWith('strict', SPEC));
    expect(response).toMatchObject({
      status: 400,
      object: {
        reason: 'BadRequest',
        message:
          'Deployment in version "v1" cannot be handled as a Deployment: strict decoding error: ' +
          'unknown field "spec.foo", duplicate field "spec.paused"',
      },
    });
  });

  it('are found in lists, in YAML and in objects given by value', async () => {
    const yaml =
      'metadata: {name: y}\nspec:\n  containers:\n  - {name: a, image: b, imag: c}\n  restartPolicy: Never\n  restartPolicy: Always\n';
    const response = await sendText('POST', `${NAMESPACE}/pods?dryRun=All`, yaml, 'application/yaml');
    expect(warningHeader(response)).toEqual([
      '299 - "unknown field \\"spec.containers[0].imag\\""',
      '299 - "line 6: key \\"restartPolicy\\" already set in map"',
    ]);
    const url = `${NAMESPACE}/configmaps?fieldValidation=Strict`;
    const status = await api.refused('POST', url, { body: { metadata: { name: 'x', nam: 1 }, date: {} } });
    expect(status.message).toContain('strict decoding error: unknown field "metadata.nam", unknown field "date"');
  });

  it.each([
    [SMP, '{"spec":{"foo":1,"replicas":1,"replicas":2}}', 'unknown field "spec.foo", duplicate field "spec.replicas"'],
    ['application/merge-patch+json', '{"spec":{"foo":1}}', 'unknown field "spec.foo"'],
    ['application/json-patch+json', '[{"op":"add","path":"/spec/foo","value":1}]', 'unknown field "spec.foo"'],
  ])('are refused by a strict patch in %s', async (contentType, patch, problems) => {
    await api.send('POST', DEPLOYMENTS, { body: deployment('patched') });
    const url = `${DEPLOYMENTS}/patched`;
    expect(await sendText('PATCH', `${url}?fieldValidation=Strict`, patch, contentType)).toMatchObject({
      status: 422,
      object: {
        reason: 'Invalid',
        message: expect.stringContaining(`strict decoding error: ${problems}`),
        details: { causes: [{ field: 'patch' }] },
      },
    });
    const warned = await sendText('PATCH', `${url}?dryRun=All`, patch, contentType);
    expect([warned.status, warningHeader(warned)]).toEqual([
      200,
      problems.split(', ').map((text) => `299 - "${text.replaceAll('"', '\\"')}"`),
    ]);
  });

  it('in a configuration to apply are heeded when repeated, and always refused when unknown', async () => {
    const url = `${NAMESPACE}/configmaps/applied`;
    const config = (data: string): string => `{apiVersion: v1, kind: ConfigMap, data: {${data}}}`;
    const apply = (query: string, text: string): Promise<ApiResponse> =>
      sendText('PATCH', `${url}?fieldManager=me${query}`, text, 'application/apply-patch+yaml');
    expect(await apply('&fieldValidation=Strict', config('a: x, a: y'))).toMatchObject({
      status: 400,
      object: { message: expect.stringContaining('strict decoding error: line 1: key "a" already set in map') },
    });
    const warned = await apply('', config('a: x, a: y'));
    expect([warned.status, warningHeader(warned)]).toEqual([201, ['299 - "line 1: key \\"a\\" already set in map"']]);
    const unknown = await apply('', config('}, date: {a: x'));
    expect(unknown).toMatchObject({
      object: { message: expect.stringContaining('.date: field not declared in schema') },
    });
  });

  it('need one of three words', async () => {
    const status = await api.refused('POST', `${DEPLOYMENTS}?fieldValidation=strict`, { body: deployment('x') });
    expect(status).toMatchObject({ code: 422, message: expect.stringContaining('fieldValidation: Unsupported value') });
  });
});

describe('a value that does not fit its field', () => {
  it.each([
    ['"replicas":"3"', 'json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32'],
    ['"replicas":3000000000', 'cannot unmarshal number 3000000000 into Go struct field DeploymentSpec.spec.replicas'],
    ['"paused":"no"', 'json: cannot unmarshal string into Go struct field DeploymentSpec.spec.paused of type bool'],
    [
      '"strategy":[]',
      'cannot unmarshal array into Go struct field DeploymentSpec.spec.strategy of type v1.DeploymentStrategy',
    ],
    [
      '"revisionHistoryLimit":9007199254740993',
      'spec.revisionHistoryLimit: the integer 9007199254740993 cannot be kept',
    ],
  ])('%s is refused', async (spec, message) => {
    const response = await sendText('POST', DEPLOYMENTS, bodyWith('misfit', spec));
    expect(response).toMatchObject({ status: 400, object: { message: expect.stringContaining(message) } });
  });

  it('is the fault of the patch that put it there', async () => {
    await api.send('POST', DEPLOYMENTS, { body: deployment('patched') });
    const response = await sendText('PATCH', `${DEPLOYMENTS}/patched`, '{"spec":{"replicas":"x"}}', SMP);
    expect(response).toMatchObject({ status: 422, object: { details: { causes: [{ field: 'patch' }] } } });
  });

  it('in a patch, is not rounded', async () => {
    const patch = '{"spec":{"replicas":9007199254740993}}';
    const response = await sendText('PATCH', `${DEPLOYMENTS}/patched`, patch, SMP);
    expect(response).toMatchObject({ status: 400, object: { message: expect.stringContaining('cannot be kept') } });
  });

  it('may be rounded where doubles are kept', async () => {
    const props = '{"type":"object","properties":{"a":{"type":"number","maximum":9223372036854775807}}}';
    const crd = `{"metadata":{"name":"as.example.com"},"spec":{"group":"example.com","scope":"Namespaced",
      "names":{"plural":"as","kind":"A"},"versions":[{"name":"v1","served":true,"storage":true,
      "schema":{"openAPIV3Schema":${props}}}]}}`;
    const response = await sendText('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All', crd);
    expect(response.status).toBe(201);
  });
});

it('times and quantities are kept in one form', async () => {
  const lease = { metadata: { name: 'l' }, spec: { renewTime: '2024-01-01T01:00:00.5+01:00' } };
  expect(await api.create('/apis/coordination.k8s.io/v1/namespaces/default/leases', lease)).toMatchObject({
    spec: { renewTime: '2024-01-01T00:00:00.500000Z' },
  });
  const claim = {
    metadata: { name: 'c' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1024Mi', cpu: 0.5 } } },
  };
  expect(await api.create(`${NAMESPACE}/persistentvolumeclaims`, claim)).toMatchObject({
    spec: { resources: { requests: { storage: '1Gi', cpu: '500m' } } },
  });
});

describe('broken JSON', () => {
  it.each([
    ['{"a":', 'unexpected end of JSON input (line 1, column 6)'],
    ['[{"a":'.repeat(300_000), 'exceeded max depth'],
    ['"text"', 'must be of type Deployment'],
  ])('%.20s is refused with the position and the reason', async (text, message) => {
    expect(await sendText('POST', DEPLOYMENTS, text)).toMatchObject({
      status: 400,
      object: { message: expect.stringContaining(message) },
    });
  });
});
