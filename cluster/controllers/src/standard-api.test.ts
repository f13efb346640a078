import type { ApiRequest } from '@kubemin/kubeapi';
import { expect, test } from 'vitest';
import { nonStandard } from './test-support/standard-request.ts';

// That controllers keep to it is asked after each test of a controller: see describeCluster.

function request(line: string, more: Partial<ApiRequest> = {}): ApiRequest {
  const [method = '', url = ''] = line.split(' ');
  const [path = '', query] = url.split('?');
  const known = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
  const found = known.find((one) => one === method) ?? 'GET';
  return { method: found, path, query: new URLSearchParams(query), headers: {}, ...more };
}

test.each([
  'GET /apis',
  'GET /apis/apps/v1',
  'GET /api/v1/pods?watch=1&allowWatchBookmarks=true&resourceVersion=5',
  'GET /api/v1/pods?limit=500&continue=abc&labelSelector=a%3Db',
  'POST /api/v1/namespaces/default/pods?fieldManager=me',
  'PUT /apis/apps/v1/namespaces/default/deployments/web/status',
  'PUT /api/v1/namespaces/doomed/finalize',
  'GET /apis/apps/v1/namespaces/default/deployments/web/scale',
  'DELETE /api/v1/namespaces/default/pods/web?propagationPolicy=Background',
  'GET /apis/metrics.k8s.io/v1beta1/namespaces/default/pods?labelSelector=a',
  'PATCH /apis/example.com/v1/namespaces/default/ships/titanic',
])('any Kubernetes understands %s', (line) => {
  expect(nonStandard(request(line))).toBeUndefined();
});

test.each<[string, Partial<ApiRequest>, string]>([
  ['GET /api/v1/pods?shard=1', {}, 'parameter shard of list'],
  ['GET /api/v1/namespaces/default/pods/web?fast=1', {}, 'parameter fast of get'],
  ['POST /kubemin/batch', {}, 'path /kubemin/batch'],
  ['GET /apis/kubemin.io/v1/things', {}, 'resource /apis/kubemin.io/v1/things'],
  ['GET /apis/apps/v2/deployments', {}, 'resource /apis/apps/v2/deployments'],
  ['POST /api/v1/namespaces/default/pods/web/run', {}, 'create /api/v1/namespaces/default/pods/web/run'],
  ['GET /api/v1/pods', { headers: { 'x-kubemin-user': 'me' } }, 'header x-kubemin-user'],
  ['GET /api/v1/pods', { headers: { accept: 'application/x-frozen' } }, 'accept application/x-frozen'],
  [
    'POST /api/v1/namespaces/default/pods',
    { body: { kind: 'value', value: {}, contentType: 'application/yaml+ours' } },
    'POST with application/yaml+ours',
  ],
  [
    'PATCH /apis/example.com/v1/namespaces/default/ships/titanic',
    { body: { kind: 'value', value: {}, contentType: 'application/strategic-merge-patch+json' } },
    'PATCH with application/strategic-merge-patch+json',
  ],
])('what only we would understand is named: %s', (line, more, named) => {
  expect(nonStandard(request(line, more))).toBe(named);
});
