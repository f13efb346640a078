import { eventually } from '@kubemin/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deployment, TestApi } from '../../test-support/test-api.ts';

const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json';
const AGE = expect.stringMatching(/^\d+s$/);
const CORE = '/api/v1';
const HERE = `${CORE}/namespaces/default`;
const REGISTRATION = '/apis/admissionregistration.k8s.io/v1';
const FLOW = '/apis/flowcontrol.apiserver.k8s.io/v1';
const STORAGE = '/apis/storage.k8s.io/v1';
const pem = '-----BEGIN CERTIFICATE REQUEST-----\nMIIB\n-----END CERTIFICATE REQUEST-----\n';
const request = {
  request: Buffer.from(pem).toString('base64'),
  signerName: 'a.io/b',
  usages: ['client auth'],
  expirationSeconds: 3600,
};
const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i:1' }] } };
const owner = { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'web', uid: 'u', controller: true };
let api: TestApi;

beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.close());

interface Row {
  readonly url: string;
  readonly object?: object;
  readonly name?: string;
  readonly headings: readonly string[];
  readonly cells: readonly unknown[];
}

const rows: readonly Row[] = [
  {
    url: '/apis/networking.k8s.io/v1/namespaces/default/networkpolicies',
    object: { spec: {} },
    headings: ['Name', 'Pod-Selector', 'Age'],
    cells: ['one', '<none>', AGE],
  },
  {
    url: '/apis/scheduling.k8s.io/v1/priorityclasses',
    name: 'system-node-critical',
    headings: ['Name', 'Value', 'Global-Default', 'Age', 'PreemptionPolicy'],
    cells: ['system-node-critical', 2_000_001_000, false, AGE, 'PreemptLowerPriority'],
  },
  {
    url: '/apis/networking.k8s.io/v1/servicecidrs',
    name: 'kubernetes',
    headings: ['Name', 'CIDRs', 'Age'],
    cells: ['kubernetes', '10.96.0.0/16', AGE],
  },
  {
    url: '/apis/apiregistration.k8s.io/v1/apiservices',
    name: 'v1.apps',
    headings: ['Name', 'Service', 'Available', 'Age'],
    cells: ['v1.apps', 'Local', 'True', AGE],
  },
  {
    url: `${FLOW}/flowschemas`,
    name: 'catch-all',
    headings: ['Name', 'PriorityLevel', 'MatchingPrecedence', 'DistinguisherMethod', 'Age', 'MissingPL'],
    cells: ['catch-all', 'catch-all', 10_000, 'ByUser', AGE, '?'],
  },
  {
    url: `${FLOW}/prioritylevelconfigurations`,
    name: 'catch-all',
    headings: ['Name', 'Type', 'NominalConcurrencyShares', 'Queues', 'HandSize', 'QueueLengthLimit', 'Age'],
    cells: ['catch-all', 'Limited', '5', '<none>', '<none>', '<none>', AGE],
  },
  {
    url: '/apis/networking.k8s.io/v1/ingressclasses',
    object: { spec: { controller: 'a.io/b', parameters: { apiGroup: 'g.io', kind: 'K', name: 'n' } } },
    headings: ['Name', 'Controller', 'Parameters', 'Age'],
    cells: ['one', 'a.io/b', 'K.g.io/n', AGE],
  },
  {
    url: '/apis/networking.k8s.io/v1/ipaddresses',
    name: '10.96.0.9',
    object: {
      metadata: { name: '10.96.0.9' },
      spec: { parentRef: { resource: 'services', namespace: 'default', name: 's' } },
    },
    headings: ['Name', 'ParentRef', 'Age'],
    cells: ['10.96.0.9', 'services/default/s', AGE],
  },
  {
    url: '/apis/node.k8s.io/v1/runtimeclasses',
    object: { handler: 'runc' },
    headings: ['Name', 'Handler', 'Age'],
    cells: ['one', 'runc', AGE],
  },
  {
    url: '/apis/apps/v1/namespaces/default/controllerrevisions',
    object: { metadata: { name: 'one', ownerReferences: [owner] }, revision: 3, data: {} },
    headings: ['Name', 'Controller', 'Revision', 'Age'],
    cells: ['one', 'statefulset.apps/web', 3, AGE],
  },
  {
    url: `${HERE}/podtemplates`,
    object: { template },
    headings: ['Name', 'Containers', 'Images', 'Pod Labels'],
    cells: ['one', 'c', 'i:1', 'a=b'],
  },
  {
    url: `${HERE}/limitranges`,
    object: { spec: { limits: [] } },
    headings: ['Name', 'Created At'],
    cells: ['one', expect.stringMatching(/Z$/)],
  },
  {
    url: '/apis/certificates.k8s.io/v1/certificatesigningrequests',
    object: { spec: request },
    headings: ['Name', 'Age', 'SignerName', 'Requestor', 'RequestedDuration', 'Condition'],
    cells: ['one', AGE, 'a.io/b', 'kubemin-admin', '60m', 'Pending'],
  },
  {
    url: `${REGISTRATION}/mutatingwebhookconfigurations`,
    object: { webhooks: [] },
    headings: ['Name', 'Webhooks', 'Age'],
    cells: ['one', 0, AGE],
  },
  {
    url: `${REGISTRATION}/validatingadmissionpolicies`,
    object: { spec: { validations: [{ expression: 'true' }] } },
    headings: ['Name', 'Validations', 'ParamKind', 'Age'],
    cells: ['one', 1, '<unset>', AGE],
  },
  {
    url: `${REGISTRATION}/validatingadmissionpolicybindings`,
    object: { spec: { policyName: 'p', paramRef: { name: 'x', namespace: 'n' } } },
    headings: ['Name', 'PolicyName', 'ParamRef', 'Age'],
    cells: ['one', 'p', 'n/x', AGE],
  },
  {
    url: `${STORAGE}/csidrivers`,
    object: { spec: { attachRequired: false } },
    headings: [
      'Name',
      'AttachRequired',
      'PodInfoOnMount',
      'StorageCapacity',
      'TokenRequests',
      'RequiresRepublish',
      'Modes',
      'Age',
    ],
    cells: ['one', false, false, false, '<unset>', false, 'Persistent', AGE],
  },
  {
    url: `${STORAGE}/csinodes`,
    object: { spec: { drivers: [] } },
    headings: ['Name', 'Drivers', 'Age'],
    cells: ['one', 0, AGE],
  },
  {
    url: `${STORAGE}/volumeattachments`,
    object: { spec: { attacher: 'a', nodeName: 'n', source: { persistentVolumeName: 'v' } } },
    headings: ['Name', 'Attacher', 'PV', 'Node', 'Attached', 'Age'],
    cells: ['one', 'a', 'v', 'n', false, AGE],
  },
  {
    url: `${STORAGE}/volumeattributesclasses`,
    object: { driverName: 'd' },
    headings: ['Name', 'DriverName', 'Age'],
    cells: ['one', 'd', AGE],
  },
];

it.each(rows)('$url', async ({ url, object, name = 'one', headings, cells }) => {
  if (object !== undefined) await api.create(url, { metadata: { name }, ...object });
  const table = await api.ok('GET', `${url}/${name}`, { accept: TABLE });
  expect(Object(table).columnDefinitions.map((column: { readonly name: string }) => column.name)).toEqual(headings);
  expect(table).toMatchObject({ rows: [{ cells }] });
});

it('a quota shows what is used of requests and of limits', async () => {
  const url = `${HERE}/resourcequotas`;
  await api.create(url, { metadata: { name: 'q' }, spec: { hard: { secrets: '3', 'limits.cpu': '2' } } });
  const table = (): ReturnType<TestApi['ok']> => api.ok('GET', `${url}/q`, { accept: TABLE });
  const counted = await eventually(table, { until: (one) => Object(one).rows[0].cells[1] !== '' });
  expect(counted).toMatchObject({ rows: [{ cells: ['q', 'secrets: 0/3', 'limits.cpu: 0/2', AGE] }] });
});

it('a scale is no deployment', async () => {
  const url = '/apis/apps/v1/namespaces/default/deployments';
  await api.create(url, deployment('scaled', { replicas: 4 }));
  expect(await api.ok('GET', `${url}/scaled/scale`, { accept: TABLE })).toMatchObject({
    columnDefinitions: [{ name: 'Name' }, { name: 'Desired' }, { name: 'Available' }, { name: 'Age' }],
    rows: [{ cells: ['scaled', 4, 0, AGE] }],
  });
});
