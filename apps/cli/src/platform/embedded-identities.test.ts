import { ADMIN_USER } from '@kubemin/apiserver';
import { Disposables, silentLogger, systemClock, systemRandom } from '@kubemin/base';
import type { ApiHandler, ApiRequest } from '@kubemin/kubeapi';
import { apps, batch, core } from '@kubemin/kubeapi/resources';
import type { PodTemplateSpec } from '@kubemin/kubeapi/types/core.v1';
import { eventually, temporaryDirectory } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dataDirectory } from '../connection/data-directory.ts';
import { type EmbeddedCluster, startEmbeddedCluster } from './embedded-cluster.ts';
import { makeSimulatedNodes } from './node-runtime/simulated-runtime.ts';

interface RecordedRequest {
  readonly user: string;
  readonly what: string;
}

let open: Disposables;
let writes: RecordedRequest[];
let watches: RecordedRequest[];
let refused: string[];

beforeEach(() => {
  open = new Disposables();
  [writes, watches, refused] = [[], [], []];
});
afterEach(() => open.dispose());

function noting(handler: ApiHandler): ApiHandler {
  return async (request) => {
    const asked = { user: request.user?.username ?? '', what: `${request.method} ${request.path}` };
    if (request.method !== 'GET') writes.push(asked);
    else if (isWatch(request)) watches.push(asked);
    const response = await handler(request);
    if (response.status === 401 || response.status === 403) refused.push(`${asked.user}: ${asked.what}`);
    return response;
  };
}

function isWatch({ query }: ApiRequest): boolean {
  return query.has('watch');
}

async function start(): Promise<EmbeddedCluster> {
  const { path, remove } = await temporaryDirectory();
  open.add(remove);
  const cluster = await startEmbeddedCluster({
    ...{ clock: systemClock, random: systemRandom, logger: silentLogger },
    directory: dataDirectory(path),
    host: '127.0.0.1',
    port: 0,
    adminToken: 'token',
    nodes: makeSimulatedNodes(2, {}),
    around: noting,
  });
  open.add(() => cluster.close());
  return cluster;
}

/** Users of the writes that match. */
function usersWriting(what: RegExp): ReadonlySet<string> {
  return new Set(writes.filter((write) => what.test(write.what)).map(({ user }) => user));
}

const of = (account: string): string => `system:serviceaccount:kube-system:${account}`;

function template(app: string, restartPolicy: string): PodTemplateSpec {
  return { metadata: { labels: { app } }, spec: { restartPolicy, containers: [{ name: 'main', image: 'nginx' }] } };
}

test('every component of a started cluster writes with its own identity, only the administrator as administrator, and no request is denied', async () => {
  const { client } = await start();
  const deployments = client.resource(apps.v1.deployments, 'default');
  const jobs = client.resource(batch.v1.jobs, 'default');
  const pods = client.resource(core.v1.pods, 'default');
  await deployments.create({
    ...{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' } },
    spec: { replicas: 4, selector: { matchLabels: { app: 'web' } }, template: template('web', 'Always') },
  });
  await jobs.create({
    ...{ apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'once' } },
    spec: { template: template('once', 'Never') },
  });
  await eventually(() => deployments.get('web'), { until: ({ status }) => status?.readyReplicas === 4 });
  await eventually(() => jobs.get('once'), { until: ({ status }) => status?.succeeded === 1 });
  await deployments.delete('web', { propagationPolicy: 'Background' });
  await eventually(async () => (await pods.list({ labelSelector: 'app=web' })).items.length === 0);
  await eventually(() => usersWriting(/POST .*\/leases$/).size === 2);
  await eventually(() => usersWriting(/POST .*\/events$/).has('system:kube-scheduler'));
  await eventually(() => usersWriting(/POST .*\/events$/).has(of('replicaset-controller')));
  const nodes = new Set(['system:node:simulated-node-0', 'system:node:simulated-node-1']);
  await eventually(() => [...nodes].every((node) => usersWriting(/POST .*\/events$/).has(node)));

  expect(usersWriting(/POST .*\/replicasets$/)).toEqual(new Set([of('deployment-controller')]));
  expect(usersWriting(/POST .*\/pods$/)).toEqual(new Set([of('replicaset-controller'), of('job-controller')]));
  expect(usersWriting(/POST .*\/binding$/)).toEqual(new Set(['system:kube-scheduler']));
  expect(usersWriting(/PATCH .*\/pods\/[^/]+\/status$/)).toEqual(nodes);
  expect(usersWriting(/DELETE .*\/replicasets\//)).toEqual(new Set([of('generic-garbage-collector')]));
  expect(usersWriting(/POST .*\/kube-node-lease\/leases$/)).toEqual(nodes);
  expect(usersWriting(/POST \/api\/v1\/nodes$/)).toEqual(nodes);
  expect(usersWriting(/POST .*\/events$/)).not.toContain('system:kube-controller-manager');
  expect(writes.filter(({ user }) => user === ADMIN_USER.username).map(({ what }) => what)).toEqual([
    'POST /apis/apps/v1/namespaces/default/deployments',
    'POST /apis/batch/v1/namespaces/default/jobs',
    'DELETE /apis/apps/v1/namespaces/default/deployments/web',
  ]);
  expect(refused).toEqual([]);
});

test('however many there are, they watch together: once for each resource', async () => {
  await start();
  await eventually(() => watches.some(({ what }) => what.endsWith('/pods')));
  expect(new Set(watches.map(({ user }) => user))).toEqual(new Set(['system:kube-controller-manager']));
  expect(watches.filter(({ what }) => what === 'GET /api/v1/pods')).toHaveLength(1);
});
