import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ApiResponse } from '@kubemin/kubeapi';
import { core, discovery } from '@kubemin/kubeapi/resources';
import { eventually, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { StandInNode } from '../test-support/stand-in-node.ts';
import { TestApi } from '../test-support/test-api.ts';

describe('a node', () => {
  let api: TestApi;
  const asked: { readonly request: IncomingMessage; readonly body: string }[] = [];
  beforeAll(async () => {
    const node = new StandInNode(async (request, response) => {
      asked.push({ request, body: await text(request) });
      response
        .writeHead(302, { location: '/elsewhere?x=1', 'x-own': 'kept', 'content-type': 'text/plain' })
        .end('moved');
    });
    api = await TestApi.start({ nodes: node });
    await api.create('/api/v1/nodes', { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-1' } });
  });
  afterEach(() => asked.splice(0));
  afterAll(() => api.close());

  it('receives the path after proxy unchanged, and its response is passed on unchanged', async () => {
    const response = await api.send('POST', '/api/v1/nodes/node-1/proxy/a//b/%2e%2e/c%2Fd/?watch=1&q=%20', {
      bytes: Buffer.from('the body'),
      contentType: 'text/plain',
      headers: {
        authorization: 'Bearer secret',
        host: 'here',
        'impersonate-group': 'system:masters',
        'impersonate-user': 'root',
        'x-mine': 'passed',
      },
    });
    expect(response).toMatchObject({
      kind: 'text',
      status: 302,
      text: 'moved',
      headers: { 'x-own': 'kept', location: '/api/v1/nodes/node-1/proxy/elsewhere?x=1' },
    });
    const [{ request, body } = { request: undefined, body: '' }] = asked;
    expect(request).toMatchObject({ method: 'POST', url: '/a//b/%2e%2e/c%2Fd/?watch=1&q=+' });
    expect(body).toBe('the body');
    expect(request?.headers).toMatchObject({ 'x-mine': 'passed', host: 'node-1' });
    expect(request?.headers).not.toHaveProperty('authorization');
    expect(request?.headers).not.toHaveProperty('impersonate-user');
  });

  it('is asked with every method that HTTP has', async () => {
    for (const method of ['HEAD', 'OPTIONS'] as const) await api.send(method, '/api/v1/nodes/node-1/proxy/x');
    expect(asked.map(({ request }) => request.method)).toEqual(['HEAD', 'OPTIONS']);
  });

  it('is asked at its root when the path ends there', async () => {
    await api.send('GET', '/api/v1/nodes/node-1/proxy');
    expect(asked.map(({ request }) => request.url)).toEqual(['/']);
  });

  it('is asked for those only who may, and only its kubelet', async () => {
    const user = { username: 'stranger', groups: ['system:authenticated'] };
    expect((await api.refused('GET', '/api/v1/nodes/node-1/proxy/pods', { user })).message).toBe(
      'nodes "node-1" is forbidden: User "stranger" cannot get resource "nodes/proxy" in API group "" at the cluster scope',
    );
    expect(await api.refused('GET', '/api/v1/nodes/node-1:22/proxy/')).toMatchObject({ code: 400 });
    expect(await api.refused('GET', '/api/v1/nodes/none/proxy/')).toMatchObject({ code: 404 });
    expect(await api.refused('GET', '/api/v1/nodes/a:b:c:d/proxy/')).toMatchObject({ code: 400 });
    expect(asked).toEqual([]);
  });
});

describe('pods and Services', () => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await startTestCluster({ nodes: 1 });
    await cluster.client.resource(core.v1.services, 'default').create({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'front' },
      spec: { selector: { app: 'web' }, ports: [{ name: 'http', port: 8080, targetPort: 'site' }] },
    });
    await cluster.client.resource(core.v1.pods, 'default').create({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'web', labels: { app: 'web' } },
      spec: { containers: [{ name: 'main', image: 'web:1', ports: [{ containerPort: 3000, name: 'site' }] }] },
    });
  });
  afterAll(() => cluster.close());

  const get = (path: string): Promise<ApiResponse> =>
    cluster.loopback({
      method: 'GET',
      path: `/api/v1/namespaces/default/${path}`,
      query: new URLSearchParams(),
      headers: {},
    });

  it.each([
    ['pods/web/proxy/', 3000],
    ['pods/web:site/proxy/x', 3000],
    ['pods/http:web:9000/proxy/', 9000],
    ['services/front/proxy/', 3000],
    ['services/front:http/proxy/', 3000],
    ['services/front:8080/proxy/deep/path', 3000],
  ])('%s reaches port %d of the pod', async (path, port) => {
    const response = await eventually(() => get(path), { until: ({ status }) => status === 200 });
    expect(response).toMatchObject({ text: `simulated pod default/web port ${port}: nothing runs here\n` });
  });

  it('are asked for below their proxy, where relative links lead', async () => {
    const bare = { method: 'HEAD', path: '/api/v1/namespaces/default/services/front/proxy', headers: {} } as const;
    expect(await cluster.loopback({ ...bare, query: new URLSearchParams('a=1') })).toMatchObject({
      status: 301,
      headers: { location: '/api/v1/namespaces/default/services/front/proxy/?a=1' },
    });
  });

  it('that cannot be reached report why', async () => {
    expect(await get('services/front:81/proxy/')).toMatchObject({
      status: 503,
      object: { reason: 'ServiceUnavailable', message: 'no service port "81" found for service "front"' },
    });
    expect(await get('services/none/proxy/')).toMatchObject({ status: 404 });
    expect(await get('pods/web:none/proxy/')).toMatchObject({ status: 400 });
    await cluster.client.resource(core.v1.services, 'default').create({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'empty' },
      spec: { selector: { app: 'nobody' }, ports: [{ port: 80 }] },
    });
    expect(await get('services/empty/proxy/')).toMatchObject({
      status: 503,
      object: { message: 'no endpoints available for service "empty"' },
    });
    // It speaks no TLS.
    expect(await get('pods/https:web:443/proxy/')).toMatchObject({
      status: 503,
      object: { reason: 'ServiceUnavailable' },
    });
  });

  it('R-02: with an address that no pod has are refused', async () => {
    await cluster.client.resource(core.v1.pods, 'default').create({
      ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'posing' } },
      spec: { nodeName: 'elsewhere', containers: [{ name: 'main', image: 'web:1' }] },
    });
    await cluster.client.resource(core.v1.nodes).create({
      ...{ apiVersion: 'v1', kind: 'Node', metadata: { name: 'elsewhere' } },
    });
    for (const podIP of ['127.0.0.1', '169.254.169.254', '::ffff:127.0.0.1']) {
      const status = { podIP, podIPs: [{ ip: podIP }] };
      await cluster.client
        .resource(core.v1.pods, 'default')
        .patch('posing', { type: 'merge', body: { status } }, { subresource: 'status' });
      expect(await get('pods/posing:80/proxy/')).toMatchObject({
        status: 400,
        object: { message: expect.stringContaining('pod posing: address not allowed') },
      });
    }
  });

  it('R-02: are not reached by endpoints that name a pod with the address of another', async () => {
    await cluster.client.resource(core.v1.services, 'default').create({
      ...{ apiVersion: 'v1', kind: 'Service', metadata: { name: 'forged' } },
      spec: { ports: [{ port: 80 }] },
    });
    await cluster.client.resource(discovery.v1.endpointslices, 'default').create({
      ...{ apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice', addressType: 'IPv4' },
      metadata: { name: 'forged', labels: { 'kubernetes.io/service-name': 'forged' } },
      endpoints: [{ addresses: ['10.1.2.3'], targetRef: { kind: 'Pod', name: 'web', namespace: 'default' } }],
      ports: [{ name: '', port: 3000 }],
    });
    await eventually(() => get('pods/web/proxy/'), { until: ({ status }) => status === 200 });
    expect(await get('services/forged/proxy/')).toMatchObject({
      status: 503,
      object: { message: 'no endpoints available for service "forged"' },
    });
  });

  it('are on nodes whose usage is available through the same proxy', async () => {
    const response = await cluster.loopback({
      method: 'GET',
      path: '/api/v1/nodes/simulated-node-0/proxy/stats/summary',
      query: new URLSearchParams(),
      headers: {},
    });
    expect(response).toMatchObject({ kind: 'text', status: 200, text: expect.stringContaining('usageNanoCores') });
  });
});
