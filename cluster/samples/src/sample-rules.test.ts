import { Disposables, silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { ControllerRegistry, createManager, LEADER_RULES, MANAGER_RULES } from '@kubemin/controller';
import { createKubeClient, httpTransport } from '@kubemin/kube';
import { core, rbac } from '@kubemin/kubeapi/resources';
import { eventually, missingService, startRedis, startTestCluster } from '@kubemin/testing';
import { afterAll, expect, test } from 'vitest';
import { ats } from './at/at-resource.ts';
import { redisMigrations } from './redis-migration/redis-migration-resource.ts';
import { registerSamples, sampleResources, sampleRules } from './sample-registry.ts';
import { migrationNamed } from './test-support/migration-object.ts';
import { fillRedis } from './test-support/redis-contents.ts';
import { serve } from './test-support/served-samples.ts';

const USER = 'system:serviceaccount:kubemin:samples';
const ROLE = 'samples';

const open = new Disposables();
afterAll(() => open.dispose());

test.skipIf(missingService('redis') !== undefined)(
  'both samples work with exactly the permissions in their rules',
  async () => {
    const [source, dest] = await Promise.all([startRedis({ appendonly: 'no' }), startRedis({ appendonly: 'no' })]);
    open.add(source.close);
    open.add(dest.close);
    await fillRedis(source, { 0: 5 });
    const refused: string[] = [];
    const cluster = await startTestCluster({
      transport: 'http',
      controllers: false,
      around: (handler) => async (request) => {
        const response = await handler(request);
        if (response.status === 403) refused.push(`${request.method} ${request.path}`);
        return response;
      },
    });
    open.add(cluster.close);
    await serve(cluster.client, sampleResources);
    await cluster.client
      .resource(core.v1.namespaces)
      .create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'kubemin' } });
    const metadata = { name: ROLE };
    const group = { apiVersion: 'rbac.authorization.k8s.io/v1' } as const;
    const rules = [...MANAGER_RULES, ...sampleRules];
    const subjects = [{ kind: 'ServiceAccount', namespace: 'kubemin', name: 'samples' }] as const;
    await cluster.client
      .resource(rbac.v1.roles, 'kubemin')
      .create({ ...group, kind: 'Role', metadata, rules: LEADER_RULES });
    await cluster.client.resource(rbac.v1.rolebindings, 'kubemin').create({
      ...group,
      kind: 'RoleBinding',
      metadata,
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: ROLE },
      subjects,
    });
    await cluster.client.resource(rbac.v1.clusterroles).create({ ...group, kind: 'ClusterRole', metadata, rules });
    await cluster.client.resource(rbac.v1.clusterrolebindings).create({
      ...group,
      kind: 'ClusterRoleBinding',
      metadata,
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: ROLE },
      subjects,
    });
    const transport = httpTransport({ ...cluster.address, impersonate: { user: USER } });
    open.add(() => transport.close());
    const registry = new ControllerRegistry();
    registerSamples(registry);
    const stop = new AbortController();
    const manager = createManager({
      client: createKubeClient(transport.handler),
      clock: systemClock,
      random: systemRandom,
      logger: silentLogger,
      leaderElection: { namespace: 'kubemin', name: 'samples', identity: 'one' },
    });
    const running = manager.with(...registry).run(stop.signal);
    open.add(() => running);
    open.add(() => stop.abort());

    await cluster.client.resource(ats, 'default').create({
      apiVersion: 'demo.wukong.com/v1',
      kind: 'At',
      metadata: { name: 'at' },
      spec: { schedule: '2020-01-01T00:00:00Z', command: 'true' },
    });
    await cluster.client.resource(core.v1.secrets, 'default').create({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'login' },
      stringData: { username: 'default', password: 'any' },
    });
    const spec = { source: source.url, dest: dest.url, destSecret: 'login' };
    await cluster.client.resource(redisMigrations, 'default').create(migrationNamed('rm', spec));
    await eventually(async () => (await cluster.client.resource(core.v1.pods, 'default').find('at-pod')) !== undefined);
    const body = { status: { phase: 'Succeeded' } };
    await cluster.client
      .resource(core.v1.pods, 'default')
      .patch('at-pod', { type: 'merge', body }, { subresource: 'status' });
    await eventually(async () => (await cluster.client.resource(ats, 'default').get('at')).status?.phase === 'DONE');
    await eventually(
      async () => (await cluster.client.resource(redisMigrations, 'default').get('rm')).status?.phase === 'Succeeded',
    );
    const events = await eventually(
      async () => (await cluster.client.resource(core.v1.events, 'default').list()).items,
      { until: (items) => ['Done', 'PhaseChanged'].every((reason) => items.some((item) => item.reason === reason)) },
    );
    expect(events).not.toEqual([]);
    expect(refused).toEqual([]);
  },
);
