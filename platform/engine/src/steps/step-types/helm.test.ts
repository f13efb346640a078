import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { apps, autoscaling, core } from '@kubemin/kubeapi/resources';
import { LABEL } from '@kubemin/render';
import {
  findProgram,
  helmProgram,
  startTestCluster,
  type TestCluster,
  temporaryDirectory,
  writeHelmChart,
} from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { httpRoutes, virtualServices } from '../../delivery/index.ts';
import { StepTypeRegistry } from '../../plan/index.ts';
import { systemPrograms } from '../../task/programs/program-runner.ts';
import { collect } from '../../test-support/bench.ts';
import { deliverTo, startClusterEngine } from '../../test-support/cluster-engine.ts';
import { parseDocument } from '../../test-support/documents.ts';
import { serveGatewayKind } from '../../test-support/gateway-kinds.ts';
import { readChart } from './chart-objects.ts';
import { helm } from './helm.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ nodes: 1 });
  await serveGatewayKind(cluster.client, httpRoutes);
  await serveGatewayKind(cluster.client, virtualServices);
});
afterAll(() => cluster.close());

async function directoryOfTest(): Promise<string> {
  const directory = await temporaryDirectory();
  onTestFinished(() => directory.remove());
  return directory.path;
}

const configMap = (name: string, more = '') =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n${more}data: { a: "1" }\n`;
const deployment = (name: string) => `apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name}, labels: { app: ${name} } }
spec:
  selector: { matchLabels: { app: ${name} } }
  template:
    metadata: { labels: { app: ${name} } }
    spec: { containers: [{ name: main, image: "cache:1" }] }
`;

/** A chart, and the installed helm to read it with; where there is none, a script that prints its template as it is. */
async function chart(template: string): Promise<{ readonly path: string; readonly directory: string }> {
  const directory = await directoryOfTest();
  const { path } = await helmProgram(directory);
  return { path, directory: await writeHelmChart(directory, 'cache', template) };
}

interface Release {
  readonly path: string;
  readonly directory: string;
  readonly charts?: readonly string[];
}

async function release(appId: string, { path, directory, charts = ['/'] }: Release, properties: object = {}) {
  const engine = await startClusterEngine(cluster.client, {
    programs: systemPrograms({ path, temporary: directory }),
    settings: { helm: { charts }, restrictUses: true },
  });
  const conf = { name: `${appId}-conf`, type: 'config', properties: { conf: { a: '1' } } };
  const step = { name: 'cache', type: 'helm', properties: { chart: directory, ...properties } };
  const steps = [{ name: 'go', components: [`${appId}-conf`] }, step];
  const run = (workflow: readonly object[] = steps) => deliverTo(engine, appId, [conf], workflow);
  return { engine, run, conf, steps };
}

async function configMaps(appId: string): Promise<readonly string[]> {
  const labelSelector = `${LABEL.appId}=${appId},${LABEL.componentName}=helm.cache`;
  const { items } = await cluster.client.resource(core.v1.configmaps, 'default').list({ labelSelector });
  return items.map(({ metadata }) => metadata.name ?? '').toSorted();
}

describe('helm', () => {
  test('delivers the objects of a chart as those of the application, and waits for workloads', async () => {
    const made = await chart(`---\n# only a comment\n---\n${deployment('one-cache')}---\n${configMap('one-settings')}`);
    const { run } = await release('one', made, { values: { replicas: 2 } });
    const { task, jobs } = await run();
    expect(task).toMatchObject({ status: 'completed' });
    expect(jobs.at(-1)).toMatchObject({
      message: 'release cache: 2 objects delivered, 0 removed',
      outputs: {
        release: 'cache',
        objects: expect.arrayContaining(['Deployment/one-cache', 'ConfigMap/one-settings']),
      },
    });
    const delivered = await cluster.client.resource(apps.v1.deployments, 'default').get('one-cache');
    expect(delivered.metadata.labels).toMatchObject({ app: 'one-cache', [LABEL.appId]: 'one' });
    expect(delivered.status?.readyReplicas).toBe(1);
  });

  test('is kept by later runs, loses what its chart loses, and goes with its step', async () => {
    const made = await chart(`${configMap('two-a')}---\n${configMap('two-b')}`);
    const { run, steps } = await release('two', made);
    await run();
    await run();
    expect(await configMaps('two')).toEqual(['two-a', 'two-b']);
    await writeFile(join(made.directory, 'templates', 'objects.yaml'), configMap('two-b'));
    expect((await run()).jobs.at(-1)?.outputs).toMatchObject({ removed: ['ConfigMap/two-a'] });
    expect(await configMaps('two')).toEqual(['two-b']);
    await run(steps.slice(0, 1));
    expect(await configMaps('two')).toEqual([]);
  });

  test('stays when the application has other workflows, whose steps own releases too', async () => {
    const { run, engine, conf, steps } = await release('nine', await chart(configMap('nine-a')));
    await run();
    const document = parseDocument({
      name: 'nine',
      namespace: 'default',
      component: [conf],
      workflow: steps.slice(0, 1),
    });
    const request = { appId: 'nine', appName: 'nine', namespace: 'default', revision: 1, document, componentIds: {} };
    const { id } = await engine.submit({ ...request, operation: { kind: 'deploy', otherWorkflows: true } });
    await collect(engine.events(id));
    expect((await engine.task(id))?.status).toBe('completed');
    expect(await configMaps('nine')).toEqual(['nine-a']);
  });

  test('its release is known although inputs bring its chart, unless they bring the release', () => {
    const owners = (input: string, properties: Record<string, unknown>) =>
      new StepTypeRegistry([helm]).owners([
        {
          name: 'cache',
          mode: 'StepByStep',
          jobType: 'helm',
          components: [],
          properties,
          inputs: [{ name: input, from: 'a.b' }],
        },
      ]);
    expect(owners('chart', {})).toEqual(new Set(['helm.cache']));
    expect(owners('chart', { release: ' Other' })).toEqual(new Set(['helm.other']));
    expect(owners('release', { chart: '/srv/cache' })).toBeUndefined();
  });

  test('pods of a CronJob have the labels of the application, and texts of a Secret are data', () => {
    const foreign = { [LABEL.appId]: 'other' };
    const template = { metadata: { labels: foreign }, spec: { containers: [] } };
    const cronJob = {
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      metadata: { name: 'nightly' },
      spec: { jobTemplate: { spec: { template } } },
    };
    const secret = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'login' },
      data: { a: 'MQ==', b: 'Mg==' },
      stringData: { b: 'ü' },
    };
    const text = [cronJob, secret].map((each) => JSON.stringify(each)).join('\n---\n');
    const owner = { appId: 'ten', component: 'helm.cache', namespace: 'default' };
    const [first, second] = readChart(text, owner).map(({ rendered }) => rendered.object);
    expect(first).toMatchObject({
      spec: { jobTemplate: { spec: { template: { metadata: { labels: { [LABEL.appId]: 'ten' } } } } } },
    });
    expect(second).toMatchObject({ data: { a: 'MQ==', b: 'w7w=' } });
    expect(second).not.toHaveProperty('stringData');
  });

  test.each([
    ['rights', 'apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: { name: three }\n', /Role\/three/],
    ['a kind of the whole cluster', 'apiVersion: v1\nkind: Namespace\nmetadata: { name: three }\n', /Namespace\/three/],
    ['another namespace', configMap('three', '  namespace: kube-system\n'), /ConfigMap\/three \(kube-system\)/],
    [
      'a privileged pod',
      deployment('three').replace('"cache:1"', '"c:1", securityContext: { privileged: true }'),
      /privilege/i,
    ],
    [
      "another application's account",
      deployment('three').replace('containers', 'serviceAccountName: foreign, containers'),
      /foreign/,
    ],
    [
      'an autoscaler of a workload that it has not',
      'apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: { name: three }\nspec: { scaleTargetRef: { kind: Deployment, name: theirs } }\n',
      /HorizontalPodAutoscaler\/three \(Deployment\/theirs\)/,
    ],
    [
      'addresses of others',
      'apiVersion: v1\nkind: Service\nmetadata: { name: three }\nspec: { externalIPs: [192.0.2.1], ports: [{ port: 80 }] }\n',
      /externalIPs.* traffic of addresses outside the cluster/,
    ],
    ['what is no object', 'just: text\n', /no Kubernetes objects/],
    ['nothing', '---\n', /no objects/],
  ])('%s in a chart is refused before anything of it is delivered', async (_name, manifest, error) => {
    await cluster.client
      .resource(core.v1.serviceaccounts, 'default')
      .create({
        apiVersion: 'v1',
        kind: 'ServiceAccount',
        metadata: { name: 'foreign', namespace: 'default', labels: { [LABEL.appId]: 'others' } },
      })
      .catch(() => undefined);
    const made = await chart(
      `${manifest === '---\n' || manifest.startsWith('just') ? '' : `${configMap('three-first')}---\n`}${manifest}`,
    );
    const { run } = await release('three', made);
    const { task } = await run();
    expect(task).toMatchObject({ status: 'failed', error: expect.stringMatching(error) });
    expect(await configMaps('three')).toEqual([]);
  });

  test('an object of another owner is not changed', async () => {
    const metadata = { name: 'taken', namespace: 'default' };
    const maps = cluster.client.resource(core.v1.configmaps, 'default');
    await maps.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { b: '2' } });
    const { run } = await release('four', await chart(configMap('taken')));
    expect((await run()).task?.status).toBe('failed');
    expect((await maps.get('taken')).data).toEqual({ b: '2' });
  });

  test('an autoscaler that comes before its workload does not scale that of another application', async () => {
    const theirs = { name: 'eleven', type: 'webservice', image: 'web:1' };
    const owner = await startClusterEngine(cluster.client, {});
    await deliverTo(owner, 'eleven', [theirs]);
    const { items } = await cluster.client.resource(apps.v1.deployments, 'default').list();
    const name = items.find(({ metadata }) => metadata.labels?.[LABEL.appId] === 'eleven')?.metadata.name ?? '';
    const autoscaler = {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'twelve', annotations: { 'helm.sh/hook': 'pre-install' } },
      spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name }, maxReplicas: 9 },
    };
    const { run } = await release(
      'twelve',
      await chart([deployment(name), JSON.stringify(autoscaler)].join('\n---\n')),
    );
    expect((await run()).task?.error).toContain('belongs to another application');
    const autoscalers = cluster.client.resource(autoscaling.v2.horizontalpodautoscalers, 'default');
    expect(await autoscalers.find('twelve')).toBeUndefined();
  });

  const httpRoute = (name: string, spec: object) =>
    JSON.stringify({ apiVersion: 'gateway.networking.k8s.io/v1', kind: 'HTTPRoute', metadata: { name }, spec });
  const virtualService = (name: string, spec: object) =>
    JSON.stringify({ apiVersion: 'networking.istio.io/v1', kind: 'VirtualService', metadata: { name }, spec });
  const ingress = (name: string, host: string) =>
    JSON.stringify({
      apiVersion: 'networking.k8s.io/v1',
      kind: 'Ingress',
      metadata: { name },
      spec: {
        rules: [
          {
            host,
            http: {
              paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 'web', port: { number: 80 } } } }],
            },
          },
        ],
      },
    });

  test.each([
    ['Ingress', (name: string) => ingress(name, 'ingress.io')],
    ['HTTPRoute', (name: string) => httpRoute(name, { hostnames: ['route.io'], rules: [{ backendRefs: [] }] })],
    [
      'VirtualService',
      (name: string) => virtualService(name, { hosts: ['istio.io'], gateways: ['edge'], http: [{ route: [] }] }),
    ],
    [
      'VirtualService of connections',
      (name: string) => virtualService(name, { hosts: ['tls.io'], gateways: ['edge'], tls: [{ route: [] }] }),
    ],
  ])(
    'a host of one application is not taken by the %s of a chart of another, nor the other way round',
    async (kind, object) => {
      const temporary = await directoryOfTest();
      const { path } = await helmProgram(temporary);
      const engine = await startClusterEngine(cluster.client, {
        programs: systemPrograms({ path, temporary }),
        settings: { helm: { charts: ['/'] }, restrictUses: true },
      });
      const name = kind.toLowerCase().replaceAll(' ', '-');
      const deliver = async (appId: string) => {
        const { directory } = await chart(object(`${name}-${appId}`));
        const conf = { name: `${name}-${appId}`, type: 'config', properties: { conf: { a: '1' } } };
        const step = { name: 'cache', type: 'helm', properties: { chart: directory } };
        return (await deliverTo(engine, `${name}-${appId}`, [conf], [step])).task;
      };
      expect(await deliver('first')).toMatchObject({ status: 'completed' });
      expect((await deliver('second'))?.error).toMatch(
        /host "[a-z]+\.io" with path "\/" belongs to application ".*-first"/,
      );
      expect(await deliver('first')).toMatchObject({ status: 'completed' });
    },
  );

  test('hooks come before and after, those of deletion and tests not at all', async () => {
    const hook = (name: string, event: string) =>
      configMap(name, `  annotations: { "helm.sh/hook": "${event}", "helm.sh/hook-weight": "-1" }\n`);
    const made = await chart(
      [
        configMap('five-main'),
        hook('five-after', 'post-install'),
        hook('five-before', 'pre-install,pre-upgrade'),
        hook('five-gone', 'pre-delete'),
      ].join('---\n'),
    );
    const { run, engine } = await release('five', made);
    const { task, id } = await run();
    expect(task?.status).toBe('completed');
    expect(await configMaps('five')).toEqual(['five-after', 'five-before', 'five-main']);
    expect(await engine.jobs(id)).toHaveLength(2);
  });

  test('a chart that the operator does not allow, and a missing program, are refused with the reason', async () => {
    const made = await chart(configMap('six'));
    const closed = await release('six', { ...made, charts: [`${made.directory}/other`] });
    expect((await closed.run()).task?.error).toMatch(/not allowed.*--jobs-helm-charts/);
    const missing = await release('seven', { ...made, path: '/nowhere' });
    expect((await missing.run()).task?.error).toContain('"helm" is not installed');
  });

  // What a script in place of helm cannot show.
  test.skipIf(findProgram('helm') === undefined)(
    'the installed program renders values of the step over those of Secrets, leaves hooks out, and its errors are shown',
    async () => {
      const metadata = { name: 'eight-values', namespace: 'default' };
      const content = Buffer.from('end: secret\nother: of-the-secret').toString('base64');
      await cluster.client
        .resource(core.v1.secrets, 'default')
        .create({ apiVersion: 'v1', kind: 'Secret', metadata, data: { 'values.yaml': content } });
      const hook = configMap('eight-hook', '  annotations: { "helm.sh/hook": "pre-install" }\n');
      const template = configMap('eight-{{ .Values.end }}-{{ .Values.other }}-{{ .Release.Name }}');
      const made = await chart(`${template}---\n${hook}`);
      const properties = { values: { end: 'x' }, valuesFrom: [{ name: 'eight-values' }], hooks: 'skip' };
      const { run } = await release('eight', made, properties);
      expect((await run()).task).toMatchObject({ status: 'completed' });
      expect(await configMaps('eight')).toEqual(['eight-x-of-the-secret-cache']);

      await writeFile(join(made.directory, 'templates', 'objects.yaml'), '{{ fail "no of-the-secret today" }}\n');
      const { task } = await run();
      expect(task?.error).toMatch(/no .* today/);
      expect(task?.error).not.toContain('of-the-secret');
      expect(await configMaps('eight')).toEqual(['eight-x-of-the-secret-cache']);
    },
  );
});
