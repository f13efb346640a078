import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StrictCluster } from '@kubemin/testing/rendering';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseAllDocuments, stringify } from 'yaml';
import { readSettings } from '../../apps/cli/src/settings/index.ts';
import { CHART, MANIFESTS, manifestsText } from '../generate-manifests.ts';
import { renderChart } from './chart.ts';
import { GoTemplates } from './go-template.ts';
import { prometheusRuleKind, serviceMonitorKind } from './test-support/monitoring-kinds.ts';

/** What people set: nothing, everything, and as little as there can be. */
const VALUE_SETS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'its own values': {},
  'everything turned on': {
    replicas: 3,
    image: { repository: 'example.org/kubemin', tag: '1.2.3', pullSecrets: [{ name: 'pull' }] },
    config: {
      server: { metricsAccess: 'token', logLevel: 'debug' },
      messaging: { type: 'redis', channelPrefix: 'kubemin' },
      cache: { cacheHost: 'redis', cachePort: 6379 },
    },
    extraEnv: [{ name: 'KUBEMIN_CACHE_PASSWORD', valueFrom: { secretKeyRef: { name: 'redis', key: 'password' } } }],
    service: { type: 'LoadBalancer', port: 8080, annotations: { 'example.org/a': 'b' } },
    ingress: { enabled: true, className: 'nginx', host: 'kubemin.test', tlsSecret: 'tls', annotations: { a: 'b' } },
    serviceAccount: { name: 'deliverer', annotations: { a: 'b' } },
    serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
    prometheusRule: { enabled: true, labels: { release: 'prometheus' } },
    podLabels: { team: 'a' },
    podAnnotations: { 'example.org/note': '1' },
    nodeSelector: { disk: 'ssd' },
    tolerations: [{ key: 'dedicated', operator: 'Exists' }],
    affinity: { podAntiAffinity: {} },
    priorityClassName: 'system-cluster-critical',
  },
  'everything turned off': {
    replicas: 1,
    config: {},
    serviceAccount: { create: false, name: 'there-already' },
    access: { create: false },
    podDisruptionBudget: { enabled: false },
    resources: {},
  },
  'no access beyond delivery': {
    access: { rbac: false, gatewayApi: false, istio: false, sandbox: false, namespaces: false },
  },
};

const RELEASE = { name: 'platform', namespace: 'kubemin' };

function renderObjects(values: Readonly<Record<string, unknown>>) {
  return renderChart(CHART, { ...RELEASE, values }).map(({ object }) => Object(object));
}

let cluster: StrictCluster;
beforeAll(async () => {
  cluster = await StrictCluster.start([serviceMonitorKind, prometheusRuleKind]);
});
afterAll(() => cluster.close());

describe.each(Object.entries(VALUE_SETS))('the chart with %s', (title, values) => {
  test('gives manifests that a strict API server takes without a warning', async () => {
    const place = `case-${Object.keys(VALUE_SETS).indexOf(title)}`;
    const objects = renderObjects(values).map((object) => ({
      ...object,
      metadata: object.metadata.namespace
        ? { ...object.metadata, namespace: place }
        : { ...object.metadata, name: `${object.metadata.name}-${place}` },
    }));
    expect(await cluster.complaints(objects)).toEqual([]);
  });

  test('gives settings, variables and flags that KubeMin knows', () => {
    const objects = renderObjects(values);
    const text: string = objects.find(({ kind }) => kind === 'ConfigMap').data['kubemin.yaml'];
    const [container] = objects.find(({ kind }) => kind === 'Deployment').spec.template.spec.containers;
    const env: readonly { readonly name: string; readonly value?: string }[] = container.env;
    const [command, ...args]: readonly string[] = container.args;
    expect(command).toBe('server');
    const flags = new Map(
      args.flatMap((arg, at) => (arg.startsWith('--') ? [[arg.slice(2), args[at + 1] ?? ''] as const] : [])),
    );
    const { problems, warnings } = readSettings({
      command: 'server',
      flags,
      env: Object.fromEntries(env.map(({ name, value = SECRET_VALUES[name] ?? 'x' }) => [name, value])),
      config: { kind: 'text', file: 'kubemin.yaml', text },
    });
    expect(problems).toEqual([]);
    expect(warnings.filter(({ code }) => code !== 'SETTING_UNWISE')).toEqual([]);
  });
});

const SECRET_VALUES: Readonly<Record<string, string>> = {
  KUBEMIN_DATASTORE_URL: 'postgres://kubemin:secret@db:5432/kubemin',
  KUBEMIN_ADMIN_TOKEN: 'x'.repeat(64),
};

test('a template that uses what the renderer here does not know is refused', () => {
  const render = new GoTemplates().add('a: {{ lookup "v1" .Release.Name }}');
  expect(() => render({ data: { Release: { Name: 'x' } } })).toThrow('"lookup"');
  expect(() => new GoTemplates().add('{{ if .Values.a }}never closed')).toThrow('has no end');
});

test('the plain manifests are what the chart gives', async () => {
  expect(await readFile(MANIFESTS, 'utf8')).toBe(manifestsText());
});

test('the plain manifests are taken by a strict API server', async () => {
  const objects = parseAllDocuments(await readFile(MANIFESTS, 'utf8')).map((document) => Object(document.toJS()));
  expect(objects.map(({ kind }) => kind)).toContain('Namespace');
  expect(await cluster.complaints(objects.filter(({ kind }) => kind !== 'Namespace'))).toEqual([]);
});

const run = promisify(execFile);

async function hasHelm(): Promise<boolean> {
  try {
    await run('helm', ['version', '--short']);
    return true;
  } catch {
    return false;
  }
}

const helm = await hasHelm();

describe('Helm itself', () => {
  test.skipIf(!helm).each(Object.entries(VALUE_SETS))('renders the same with %s', async (_title, values) => {
    const directory = await mkdtemp(join(tmpdir(), 'kubemin-chart-'));
    try {
      const file = join(directory, 'values.yaml');
      await writeFile(file, stringify(values));
      const args = ['template', RELEASE.name, CHART, '-n', RELEASE.namespace, '-f', file, '--kube-version', '1.35.0'];
      const { stdout } = await run('helm', args);
      const theirs = parseAllDocuments(stdout).flatMap((document) => document.toJS() ?? []);
      expect(byKind(theirs)).toEqual(byKind(renderObjects(values)));
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});

/** The configuration is compared as parsed: its text may be formatted in more than one way. */
function byKind(objects: readonly ReturnType<typeof Object>[]): ReadonlyMap<string, unknown> {
  return new Map(
    objects.map((object) => {
      if (object.kind !== 'ConfigMap') return [object.kind, object];
      const [settings] = parseAllDocuments(object.data['kubemin.yaml']);
      return [object.kind, { ...object, data: settings?.toJS() }];
    }),
  );
}
