import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { systemClock, systemRandom } from '@kubemin/base';
import { asJsonObject, type JsonObject } from '@kubemin/kubeapi';
import { eventually } from '@kubemin/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Certificates, loadOrCreateCertificates } from '../certificates/certificates.ts';
import { type FrontProxyCertificate, makeFrontProxyCertificate } from '../certificates/front-proxy.ts';
import { createForwardingNode, createServedService } from '../test-support/served-service.ts';
import { TestApi } from '../test-support/test-api.ts';

const SERVICES = '/apis/apiregistration.k8s.io/v1/apiservices';
const FLUNDERS = '/apis/wardle.test/v1/namespaces/default/flunders';
const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
const RESOURCES = [
  { name: 'flunders', singularName: 'flunder', namespaced: true, kind: 'Flunder', verbs: ['get', 'list'] },
  { name: 'flunders/status', singularName: '', namespaced: true, kind: 'Flunder', verbs: ['get'] },
];

interface Received {
  readonly request: IncomingMessage;
  readonly body: string;
}

let directory: string;
let certificates: Certificates;
let frontProxy: FrontProxyCertificate;
let other: Server;
let api: TestApi;
let received: Received[];

/** Accepts only the front-proxy certificate, as servers that trust `X-Remote-User` do. */
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kubemin-aggregation-'));
  const options = { directory, clock: systemClock, random: systemRandom };
  certificates = await loadOrCreateCertificates({ ...options, hosts: ['sample.test.svc'] });
  frontProxy = await makeFrontProxyCertificate(options);
  received = [];
  const { cert, key } = certificates;
  other = createServer({ cert, key, ca: frontProxy.ca, requestCert: true, rejectUnauthorized: true });
  other.on('request', async (request, response) => {
    received.push({ request, body: await text(request) });
    const document = request.url === '/apis/wardle.test/v1' ? { kind: 'APIResourceList', resources: RESOURCES } : {};
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ path: request.url, ...document }));
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const nodes = createForwardingNode(() => (other.address() as AddressInfo).port);
  api = await TestApi.start({ nodes, frontProxy, clientCa: certificates.ca });
});
afterEach(async () => {
  await api.close();
  other.closeAllConnections();
  await new Promise((resolve) => other.close(resolve));
  await rm(directory, { recursive: true });
});

async function register(more: JsonObject = {}): Promise<void> {
  await createServedService(api, 'sample');
  await api.create(SERVICES, {
    metadata: { name: 'v1.wardle.test' },
    spec: {
      group: 'wardle.test',
      version: 'v1',
      groupPriorityMinimum: 2000,
      versionPriority: 200,
      service: { namespace: 'test', name: 'sample' },
      caBundle: Buffer.from(certificates.ca).toString('base64'),
      ...more,
    },
  });
}

/** The JSON of a document that is no object of Kubernetes. */
async function document(url: string, accept?: string): Promise<JsonObject> {
  const response = await api.send('GET', url, accept === undefined ? {} : { accept });
  if (response.kind === 'object') return asJsonObject(response.object);
  return asJsonObject(JSON.parse('text' in response ? response.text : '{}'));
}

/** The condition `Available`, once it has the reason. */
function available(reason: string): Promise<JsonObject> {
  const read = async (): Promise<JsonObject> => {
    const { status } = await api.get(`${SERVICES}/v1.wardle.test`);
    const { conditions } = asJsonObject(status);
    return asJsonObject(Array.isArray(conditions) ? conditions[0] : undefined);
  };
  return eventually(read, { until: (condition) => condition.reason === reason });
}

it('requests reach the other server with the user in headers that it can trust, and without credentials', async () => {
  await register();
  expect(await available('Passed')).toMatchObject({ type: 'Available', status: 'True', message: 'all checks passed' });
  received = [];
  const extra = { 'example.com/Scopes': ['a', 'b'] };
  const user = { username: 'ümit', uid: '7', groups: ['system:masters', 'g2'], extra };
  const headers = { authorization: 'Bearer secret', 'x-remote-group': 'forged', 'x-remote-user': 'forged' };
  const response = await api.send('POST', `${FLUNDERS}?fieldManager=me`, { body: { a: 1 }, user, headers });
  expect(response).toMatchObject({ kind: 'object', status: 200, object: { path: `${FLUNDERS}?fieldManager=me` } });
  const [{ request, body } = { request: undefined, body: '' }] = received;
  expect(JSON.parse(body)).toEqual({ a: 1 });
  expect(request?.method).toBe('POST');
  expect(request?.headers).not.toHaveProperty('authorization');
  expect(request?.headersDistinct).toMatchObject({
    'x-remote-user': [Buffer.from('ümit').toString('latin1')],
    'x-remote-uid': ['7'],
    'x-remote-group': ['system:masters', 'g2'],
    'x-remote-extra-example.com%2fscopes': ['a', 'b'],
  });
});

it('what a user may do at the other server is decided here', async () => {
  await register();
  const user = { username: 'stranger', groups: ['system:authenticated'] };
  await available('Passed');
  received = [];
  expect(await api.refused('GET', `${FLUNDERS}/x/status`, { user })).toMatchObject({
    code: 403,
    message:
      'flunders.wardle.test "x" is forbidden: User "stranger" cannot get resource "flunders/status" in API group "wardle.test" in the namespace "default"',
  });
  expect(received).toEqual([]);
});

it('discovery and OpenAPI include what the other server has', async () => {
  await register();
  await available('Passed');
  expect(await document('/apis')).toMatchObject({
    groups: expect.arrayContaining([
      {
        name: 'wardle.test',
        versions: [{ groupVersion: 'wardle.test/v1', version: 'v1' }],
        preferredVersion: { groupVersion: 'wardle.test/v1', version: 'v1' },
      },
    ]),
  });
  expect(await document('/apis/wardle.test')).toMatchObject({ kind: 'APIGroup', name: 'wardle.test' });
  expect(await document('/apis/wardle.test/v1')).toMatchObject({ resources: RESOURCES });
  const { items } = await document('/apis', AGGREGATED);
  expect(items).toContainEqual({
    metadata: { name: 'wardle.test' },
    versions: [
      {
        version: 'v1',
        freshness: 'Current',
        resources: [
          {
            resource: 'flunders',
            responseKind: { group: 'wardle.test', version: 'v1', kind: 'Flunder' },
            scope: 'Namespaced',
            singularResource: 'flunder',
            verbs: ['get', 'list'],
            subresources: [
              {
                subresource: 'status',
                responseKind: { group: 'wardle.test', version: 'v1', kind: 'Flunder' },
                verbs: ['get'],
              },
            ],
          },
        ],
      },
    ],
  });
  expect(await document('/openapi/v3')).toMatchObject({
    paths: { 'apis/wardle.test/v1': { serverRelativeURL: '/openapi/v3/apis/wardle.test/v1' } },
  });
  expect(await document('/openapi/v3/apis/wardle.test/v1')).toEqual({ path: '/openapi/v3/apis/wardle.test/v1' });
});

it('a server that is not there is reported, until it is', async () => {
  await api.create(SERVICES, {
    metadata: { name: 'v1.wardle.test' },
    spec: {
      group: 'wardle.test',
      version: 'v1',
      groupPriorityMinimum: 1,
      versionPriority: 1,
      service: { namespace: 'test', name: 'sample' },
      insecureSkipTLSVerify: true,
    },
  });
  expect(await available('ServiceNotFound')).toMatchObject({
    status: 'False',
    message: 'service/sample in "test" is not present',
  });
  expect(await api.refused('GET', FLUNDERS)).toMatchObject({ code: 503, reason: 'ServiceUnavailable' });
  await createServedService(api, 'sample');
  expect(await available('Passed')).toMatchObject({ status: 'True' });
  expect(await document(FLUNDERS)).toEqual({ path: FLUNDERS });
  await api.ok('DELETE', `${SERVICES}/v1.wardle.test`);
  expect((await api.send('GET', FLUNDERS)).status).toBe(404);
  expect((await api.send('GET', '/apis/wardle.test')).status).toBe(404);
});

it('a server with a certificate of another authority is not trusted', async () => {
  await register({ caBundle: Buffer.from(frontProxy.ca).toString('base64') });
  expect(await available('FailedDiscoveryCheck')).toMatchObject({ status: 'False' });
  expect((await api.refused('GET', FLUNDERS)).message).toContain('error trying to reach service');
  expect(received).toEqual([]);
});

it('groups of Kubernetes itself are never given away', async () => {
  await createServedService(api, 'sample');
  await api.patch(`${SERVICES}/v1.apps`, {
    spec: { service: { namespace: 'test', name: 'sample', port: 443 }, insecureSkipTLSVerify: true },
  });
  expect(await api.list('/apis/apps/v1/deployments')).toMatchObject({ kind: 'DeploymentList', items: [] });
  expect(received).toEqual([]);
});

it('other servers learn whom to trust from a ConfigMap', async () => {
  expect(await api.get('/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication')).toMatchObject({
    data: {
      'client-ca-file': certificates.ca,
      'requestheader-client-ca-file': frontProxy.ca,
      'requestheader-allowed-names': '["front-proxy-client"]',
      'requestheader-username-headers': '["X-Remote-User"]',
      'requestheader-group-headers': '["X-Remote-Group"]',
      'requestheader-extra-headers-prefix': '["X-Remote-Extra-"]',
    },
  });
});
