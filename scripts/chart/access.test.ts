import { ADMIN_USER, createApiServer, memoryStorage } from '@kubemin/apiserver';
import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { builtinJobTypes, type ProjectBinding } from '@kubemin/engine';
import { createKubeClient, type KubeClient, loopbackTransport } from '@kubemin/kube';
import type { ApiHandler, ApiResponse, KubeObject } from '@kubemin/kubeapi';
import { core, networking } from '@kubemin/kubeapi/resources';
import { LABEL } from '@kubemin/render';
import { startTestControllers } from '@kubemin/testing';
import { publishedApplications } from '@kubemin/testing/rendering';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { deliverTo, startClusterEngine } from '../../platform/engine/src/test-support/cluster-engine.ts';
import { httpRouteKind } from '../../platform/render/src/test-support/http-route-kind.ts';
import { virtualServiceKind } from '../../platform/render/src/test-support/virtual-service-kind.ts';
import { CHART } from '../generate-manifests.ts';
import { renderChart } from './chart.ts';

interface Rule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

function chartObjects(values: Readonly<Record<string, unknown>> = {}) {
  return renderChart(CHART, { name: 'kubemin', namespace: 'kubemin', values }).map(({ object }) => Object(object));
}

function roleRules(values?: Readonly<Record<string, unknown>>): readonly Rule[] {
  return chartObjects(values).find(({ kind }) => kind === 'ClusterRole').rules;
}

const objects = chartObjects();
const rules = roleRules();
const SESSIONS = ['pods/exec', 'pods/attach', 'pods/portforward', 'pods/ephemeralcontainers'];

function allowed(group: string, resource: string): readonly string[] {
  const covering = rules.filter((rule) => rule.apiGroups.includes(group) && rule.resources.includes(resource));
  return covering.flatMap(({ verbs }) => verbs);
}

describe("the chart's role", () => {
  test('names every group, resource and verb, and none that lets its holder become more', () => {
    const words = rules.flatMap(({ apiGroups, resources, verbs }) => [...apiGroups, ...resources, ...verbs]);
    for (const word of ['*', 'escalate', 'bind', 'impersonate', ...SESSIONS, 'nodes/proxy', 'update']) {
      expect(words).not.toContain(word);
    }
  });

  test('allows sessions in containers only where the values ask for them', () => {
    const granted = roleRules({ access: { exec: true } }).flatMap(({ resources }) => resources);
    expect(granted).toEqual(expect.arrayContaining(SESSIONS));
    expect(roleRules({ access: { exec: true } }).length).toBe(rules.length + 2);
  });

  test('allows logs, events and metrics to be read', () => {
    expect(allowed('', 'pods/log')).toEqual(['get']);
    expect(allowed('', 'events')).toEqual(['get', 'list', 'watch']);
    expect(allowed('metrics.k8s.io', 'pods')).toEqual(['get', 'list']);
  });

  test('covers every kind the engine delivers', () => {
    const resources = builtinJobTypes.flatMap(({ prune }) => prune?.resource ?? []);
    expect(resources.length).toBeGreaterThan(10);
    for (const { group, plural } of resources) {
      const verbs = ['get', 'list', 'watch', 'create', 'patch', 'delete'];
      expect({ plural, verbs: allowed(group, plural) }).toEqual({ plural, verbs: expect.arrayContaining(verbs) });
    }
  });

  test('is enough for an instance to deliver all examples, look after them and run what users write', async () => {
    const { admin, platform, refused } = await guardedCluster();
    await expect(platform.resource(core.v1.secrets).list()).rejects.toThrow('forbidden');
    refused.length = 0;
    for (const kind of [httpRouteKind, virtualServiceKind, ...objects.filter(isAccess)]) await create(admin, kind);
    const engine = await startClusterEngine(platform, {
      // Only the access is tested here, not the outcome of the examples.
      settings: {
        createNamespace: true,
        deployTimeoutMs: 5_000,
        defaultJobTimeoutMs: 5_000,
        maxConcurrentWorkflows: 50,
      },
    });
    const runs = publishedApplications().map(async ({ text, file }) => {
      const { component, namespace = 'default' } = parse(text);
      // Examples that reuse components of other examples need nothing more.
      if (component.some(({ template }: { template?: unknown }) => template !== undefined)) return;
      await deliverTo(engine, file.replaceAll(/[^a-z0-9]/g, '-'), component, undefined, namespace);
    });
    const script = { name: 'check', jobType: 'script', properties: { image: 'busybox', script: 'true' } };
    const config = { name: 'settings', type: 'config', properties: { conf: { A: '1' } } };
    await Promise.all([...runs, deliverTo(engine, 'sandboxed', [config], [script])]);
    expect((await platform.resource(core.v1.pods).list({ labelSelector: LABEL.appId })).items.length).toBeGreaterThan(
      5,
    );
    // Kubernetes itself keeps an application from having more than the platform: nothing is missing from the role.
    expect(refused.filter((message) => !message.includes('attempting to grant'))).toEqual([]);
  });

  test('is enough to create, change and open the namespace of a bound project', async () => {
    const { admin, platform, refused } = await guardedCluster();
    for (const kind of objects.filter(isAccess)) await create(admin, kind);
    const bound = { project: '', clusters: ['default'], namespaces: ['team'] };
    let binding: ProjectBinding = bound;
    const tenancy = { bindings: async () => [binding], applicationProject: async () => '' };
    const engine = await startClusterEngine(platform, { tenancy });
    const config = { name: 'settings', type: 'config', properties: { conf: { A: '1' } } };
    const deliverOnce = async () => (await deliverTo(engine, 'bounded', [config], undefined, 'team')).task?.status;
    expect(await deliverOnce()).toBe('completed');
    binding = { ...bound, quota: { cpu: '1' }, podSecurity: 'restricted', network: 'open' };
    expect(await deliverOnce()).toBe('completed');
    const quota = await admin.resource(core.v1.resourcequotas, 'team').get('kubemin-project');
    expect(quota.spec?.hard).toMatchObject({ 'requests.cpu': '1' });
    expect((await admin.resource(networking.v1.networkpolicies, 'team').list()).items).toEqual([]);
    expect(refused).toEqual([]);
  });
});

function isAccess({ kind }: KubeObject): boolean {
  return ['ClusterRole', 'ClusterRoleBinding'].includes(kind);
}

/** A cluster that allows the platform what its role allows, and collects the requests it refused. */
async function guardedCluster(): Promise<{
  readonly admin: KubeClient;
  readonly platform: KubeClient;
  readonly refused: string[];
}> {
  const common = { clock: systemClock, random: systemRandom, logger: silentLogger };
  const storage = memoryStorage();
  const apiServer = await createApiServer({ storage, ...common });
  const admin = createKubeClient(loopbackTransport(apiServer.handler, ADMIN_USER));
  const stopControllers = await startTestControllers(admin);
  onTestFinished(async () => {
    await stopControllers();
    await apiServer.close();
    await storage.close();
  });
  const refused: string[] = [];
  const user = {
    username: 'system:serviceaccount:kubemin:kubemin',
    groups: ['system:serviceaccounts', 'system:serviceaccounts:kubemin', 'system:authenticated'],
  };
  const platform = loopbackTransport(apiServer.handler, user);
  return { admin, refused, platform: createKubeClient(noting(platform, refused)) };
}

function noting(handler: ApiHandler, refused: string[]): ApiHandler {
  return async (request) => {
    const response: ApiResponse = await handler(request);
    if (response.status === 403)
      refused.push(`${request.method} ${request.path} ${JSON.stringify(Object(response).object?.message)}`);
    return response;
  };
}

async function create(client: KubeClient, object: KubeObject): Promise<void> {
  const type = client.findBuiltInType(object);
  if (type === undefined) throw new Error(`no resource for ${object.kind}`);
  await client.resource(type, object.metadata.namespace).create(object);
}
