import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlatformClient } from '@kubemin/client';
import { writeHelmChart } from './helm-chart.ts';
import { type TenancyAttempt, VICTIM } from './tenancy-attempts.ts';

/** A namespace of no project, in which applications of two projects are. */
export const COMMON_NAMESPACE = 'default';

/** Why a run that was accepted did not deliver anything. */
export class RefusedRun extends Error {}

/** Charts and a plug-in as an operator installs them, with which documents reach what their authors may not. */
export interface TenancyExtensions {
  /** Directory of the charts. */
  readonly charts: string;
  /** Directory of the plug-in. */
  readonly plugin: string;
}

/** The object that each chart reaches something with. */
const CHARTS: Readonly<Record<string, object>> = {
  elsewhere: configMap({ name: 'reached', namespace: 'alpha' }),
  mount: deployment('reached', { volumes: [{ name: 'keys', secret: { secretName: 'keys' } }] }, 'alpha'),
  annotation: ingress('alpha/keys'),
  copy: {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'reached' },
    spec: {
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: '1Gi' } },
      dataSourceRef: { kind: 'PersistentVolumeClaim', name: 'data', namespace: 'alpha' },
    },
  },
  secret: deployment('reached', { volumes: [{ name: 'login', secret: { secretName: 'login' } }] }),
  environment: deployment('reached', {}, undefined, { envFrom: [{ secretRef: { name: 'login' } }] }),
  account: deployment('reached', { serviceAccountName: 'robot' }),
  rights: {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { name: 'reached', namespace: 'alpha' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'admin' },
    subjects: [{ kind: 'ServiceAccount', name: 'default', namespace: 'beta' }],
  },
};

/** What the trait and the type of the plug-in make is in the document, so that one plug-in serves all attempts. */
const PLUGIN = `
const kind = { apiVersion: 'apps/v1', kind: 'Deployment' };
const schema = { type: 'object', properties: {} };
export default {
  contract: 1,
  name: 'reach',
  version: '1.0.0',
  traits: {
    reach: {
      summary: 'Adds what its data states.',
      schema: { type: 'object', properties: { objects: { type: 'array' }, env: { type: 'array' }, account: { type: 'string' } } },
      render: ({ data, container }) => ({
        ...(data.objects && { objects: data.objects.map((object) => ({ object, naming: 'given' })) }),
        ...(data.env && { changes: { [container]: { env: data.env } } }),
        ...(data.account && { serviceAccountName: data.account }),
      }),
    },
  },
  componentTypes: {
    reacher: {
      summary: 'A Deployment in the namespace of the victim.',
      properties: schema,
      image: 'required',
      render: ({ component, pod }) => {
        const workload = { ...kind, name: component.name, claims: 'none' };
        const { template } = pod({ workload, container: { env: {}, ports: [] } });
        return [{ object: { ...kind, metadata: { name: component.name, namespace: 'alpha' }, spec: { template } } }];
      },
    },
  },
};
`;

/** Writes the charts and the plug-in. */
export async function writeTenancyExtensions(directory: string): Promise<TenancyExtensions> {
  const charts = join(directory, 'charts');
  for (const [name, object] of Object.entries(CHARTS)) {
    // The first object is harmless: it must not be there either.
    const objects = [configMap({ name: `first-${name}` }), object];
    await writeHelmChart(charts, name, objects.map((each) => JSON.stringify(each)).join('\n---\n'));
  }
  const plugin = join(directory, 'reach');
  await mkdir(plugin, { recursive: true });
  await writeFile(
    join(plugin, 'package.json'),
    JSON.stringify({ name: 'reach', type: 'module', exports: './index.js' }),
  );
  await writeFile(join(plugin, 'index.js'), PLUGIN);
  return { charts, plugin };
}

/** Delivers an application of another project to the common namespace: a Secret that is not shared, and an account. */
export async function prepareCommonNamespace(admin: PlatformClient): Promise<void> {
  const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }];
  const document = {
    name: 'neighbour',
    project: `${VICTIM}-two`,
    namespace: COMMON_NAMESPACE,
    tmpEnable: true,
    component: [
      { name: 'login', type: 'secret', properties: { secret: { PASSWORD: 'of-the-neighbour' } } },
      web({ rbac: [{ serviceAccount: 'robot', rules }] }, 'neighbour'),
    ],
  };
  await runToEnd(admin, document);
}

/** Every way into what another project has by a chart or a plug-in that the operator has installed. */
export function extensionAttempts({ charts }: TenancyExtensions): readonly TenancyAttempt[] {
  return [...chartAttempts(charts), ...pluginAttempts()];
}

function chartAttempts(charts: string): readonly TenancyAttempt[] {
  const chart = (
    name: string,
    by: 'bound' | 'unbound',
    [directory, namespace]: readonly [directory: string, namespace: string],
    refused: string,
  ): TenancyAttempt => {
    const document = {
      name: `chart-${directory}`,
      project: by === 'bound' ? 'beta' : 'gamma',
      namespace,
      component: [web()],
      workflow: [{ name: 'chart', jobType: 'helm', properties: { chart: join(charts, directory) } }],
    };
    return {
      name: `${name}, by a chart`,
      by,
      request: (client) => runToEnd(client, document),
      command: { args: ['deploy', '{file}', '--yes'], document },
      refused,
    };
  };
  const outside = 'is outside the namespaces that the project is bound to';
  const foreign = 'belongs to another application and is not shared';
  return [
    chart('an object in the namespace of the other', 'bound', ['elsewhere', 'beta'], 'ConfigMap/reached (alpha)'),
    chart('a volume of a Secret of the other', 'bound', ['mount', 'beta'], 'Deployment/reached (alpha)'),
    chart('rights in the namespace of the other', 'bound', ['rights', 'beta'], 'RoleBinding/reached (alpha)'),
    chart('a Secret of the other by annotation', 'bound', ['annotation', 'beta'], outside),
    chart('a claim that is filled from one of the other', 'bound', ['copy', 'beta'], outside),
    chart('a volume of a Secret in a common namespace', 'unbound', ['secret', COMMON_NAMESPACE], foreign),
    chart('variables of a Secret in a common namespace', 'unbound', ['environment', COMMON_NAMESPACE], foreign),
    chart(
      'an account in a common namespace',
      'unbound',
      ['account', COMMON_NAMESPACE],
      'already exists and was not created by this application',
    ),
  ];
}

function pluginAttempts(): readonly TenancyAttempt[] {
  const attempt = (name: string, by: 'bound' | 'unbound', component: object, refused: string): TenancyAttempt => {
    const [project, namespace] = by === 'bound' ? ['beta', 'beta'] : ['gamma', COMMON_NAMESPACE];
    const document = {
      name: name.replaceAll(/[^a-z]+/gi, '-').toLowerCase(),
      project,
      namespace,
      component: [component],
    };
    return {
      name: `${name}, by a plug-in`,
      by,
      request: (client) => runToEnd(client, document),
      command: { args: ['deploy', '{file}', '--yes'], document },
      refused,
    };
  };
  const reach = (data: object): object => web({ reach: data });
  const variable = { name: 'PASSWORD', valueFrom: { secretKeyRef: { name: 'login', key: 'PASSWORD' } } };
  return [
    attempt(
      'an object in the namespace of the other',
      'bound',
      reach({ objects: [configMap({ name: 'reached', namespace: 'alpha' })] }),
      'it renders a ConfigMap in the namespace "alpha"',
    ),
    attempt(
      'a workload in the namespace of the other',
      'bound',
      { name: 'web', type: 'reacher', image: 'nginx:1.27', properties: {} },
      'it renders a Deployment in the namespace "alpha"',
    ),
    attempt(
      'a Secret of the other by annotation',
      'bound',
      reach({ objects: [ingress('alpha/keys')] }),
      'VALIDATION_FAILED, NAMESPACE_NOT_BOUND component[0]',
    ),
    attempt(
      'rights in the namespace of the other',
      'bound',
      reach({ objects: [CHARTS.rights] }),
      'it renders a RoleBinding, which plug-ins may not deliver',
    ),
    attempt(
      'a variable of a Secret in a common namespace',
      'unbound',
      reach({ env: [variable] }),
      'VALIDATION_FAILED, FOREIGN_REFERENCE component[0].traits.reach.env[0].valueFrom.secretKeyRef.name',
    ),
    attempt(
      'an account in a common namespace',
      'unbound',
      reach({ account: 'robot' }),
      'VALIDATION_FAILED, FOREIGN_RIGHTS component[0].traits.reach.account',
    ),
  ];
}

/** Saves and runs a document. Throws what refused it: the request, or the run. */
async function runToEnd(client: PlatformClient, document: object): Promise<void> {
  const { id } = await client.saveApplication(text(document));
  const { taskId } = await client.execWorkflow(id);
  for await (const _event of client.followRun(taskId));
  const { tasks } = await client.listTasks(id, { limit: 1 });
  if (tasks[0]?.status === 'completed') return;
  const { jobs } = await client.listJobs(taskId);
  throw new RefusedRun(jobs.find((job) => job.error !== undefined)?.error ?? tasks[0]?.error);
}

function text(document: object): { readonly text: string; readonly format: 'json' } {
  return { text: JSON.stringify(document), format: 'json' };
}

function web(traits: object = {}, name = 'web'): object {
  return { name, type: 'webservice', image: 'nginx:1.27', properties: { ports: [{ port: 80 }] }, traits };
}

function configMap(metadata: object): object {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { a: '1' } };
}

function ingress(secret: string): object {
  const backend = { service: { name: 'web', port: { number: 80 } } };
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: { name: 'reached', annotations: { 'nginx.ingress.kubernetes.io/auth-secret': secret } },
    spec: {
      rules: [{ host: 'reached.example.com', http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } }],
    },
  };
}

function deployment(name: string, pod: object, namespace?: string, container: object = {}): object {
  const labels = { app: name };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, ...(namespace !== undefined && { namespace }) },
    spec: {
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { containers: [{ name: 'main', image: 'nginx:1.27', ...container }], ...pod },
      },
    },
  };
}
