import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { APP_ID, model, parseSample, renderer } from '@kubemin/testing/rendering';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { documents } from '../../test-support/documents.ts';
import { chartObjects, renderTemplate } from '../../test-support/go-template.ts';
import { kubeYaml } from '../../yaml/index.ts';
import type { ApplicationExport } from './application-export.ts';
import { exporters, toKustomize, toManifests } from './exporters.ts';
import { toHelm } from './helm/to-helm.ts';

function exportSample(input: unknown): ApplicationExport {
  const document = parseSample(input);
  return { document, objects: renderer.render(document, { appId: APP_ID }) };
}

const sample = exportSample({
  name: 'shop',
  namespace: 'team-a',
  component: [
    {
      name: 'rules',
      type: 'config',
      properties: { conf: { 'alert.tmpl': 'down: {{ $labels.job }} }}\n', on: 'yes' } },
    },
    { name: 'my-web', type: 'webservice', image: 'nginx:1.27', replicas: 2, properties: { ports: [{ port: 80 }] } },
    {
      name: 'db',
      type: 'store',
      image: 'mysql:8.4',
      properties: { args: ['--x=HelmValue0X'] },
      traits: { resources: { cpu: '500m' }, storage: [{ name: 'data', type: 'persistent', tmpCreate: true }] },
    },
  ],
});

/** Generated documents that are valid; some clash by chance. */
const valid = documents.filter((input) => model.parse(input).document !== undefined);

const sortedByName = (objects: readonly unknown[]) => objects.map((object) => JSON.stringify(object)).toSorted();

test('every format has files', () => {
  for (const exporter of Object.values(exporters)) {
    expect(Object.keys(exporter.export(sample)).length).toBeGreaterThan(0);
  }
});

describe('YAML', () => {
  test('means the same to readers of version 1.1 and 1.2, whatever the texts', () => {
    const scalar = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.stringMatching(/^[-+.\dxo_:eETZ~yYnNoOfFtT]{1,8}$/),
      fc.integer(),
      fc.boolean(),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.oneof(scalar, fc.array(scalar))), (value) => {
        const text = kubeYaml(value);
        expect(parse(text)).toEqual(value);
        expect(parse(text, { version: '1.1' })).toEqual(value);
      }),
      { numRuns: 50 },
    );
  });

  test.each(['yes', 'On', 'n', '0777', '1e3', '12:30:45', '.5', '2026-01-01', '0b1', '1_000', '~', 'NULL', ''])(
    '%s is quoted',
    (text) => {
      expect(kubeYaml({ key: text })).toBe(`key: ${JSON.stringify(text)}\n`);
    },
  );
});

describe('manifests', () => {
  test('hold every object once, what others need first', () => {
    const kinds = parseAllDocuments(toManifests(sample)['manifests.yaml'] ?? '').map((document) =>
      document.get('kind'),
    );
    expect(kinds).toEqual(['ConfigMap', 'Service', 'Service', 'Service', 'Deployment', 'StatefulSet']);
  });

  test('are the rendered objects, whatever the document', () => {
    fc.assert(
      fc.property(valid, (input) => {
        const application = exportSample(input);
        const objects = parseAllDocuments(toManifests(application)['manifests.yaml'] ?? '').map((document): unknown =>
          document.toJS(),
        );
        const rendered: unknown = JSON.parse(JSON.stringify(application.objects.map(({ object }) => object)));
        expect(sortedByName(objects)).toEqual(sortedByName(Array.isArray(rendered) ? rendered : []));
      }),
      { numRuns: 25 },
    );
  });
});

describe('a Kustomize base', () => {
  test('names every file it has', () => {
    const files = toKustomize(sample);
    const { resources } = parse(files['kustomization.yaml'] ?? '');
    expect(Object.keys(files).toSorted()).toEqual(['kustomization.yaml', ...resources].toSorted());
  });

  test('gives the plain manifests when kubectl builds it', ({ skip }) => {
    const directory = mkdtempSync(join(tmpdir(), 'kubemin-kustomize-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const kubectl = (...args: readonly string[]) => execFileSync('kubectl', args, { encoding: 'utf8' });
    try {
      kubectl('version', '--client');
    } catch (error) {
      skip(`kubectl is not installed: ${String(error)}`);
    }
    for (const [file, text] of Object.entries(toKustomize(sample))) writeFileSync(join(directory, file), text);
    const built = parseAllDocuments(kubectl('kustomize', directory)).map((document): unknown => document.toJS());
    const plain = sample.objects.map(({ object }): unknown => JSON.parse(JSON.stringify(object)));
    expect(built).toHaveLength(plain.length);
    expect(built).toEqual(expect.arrayContaining(plain));
  });
});

/** The objects as a release has them: labels of KubeMin replaced, cluster-wide names made the release's own. */
function asRelease(objects: readonly unknown[], namespace: string): unknown {
  const text = JSON.stringify(objects)
    .replaceAll(/"(?:kube-min-cli(?:-componentId)?|kubemin-share-(?:name|strategy))":"[^"]*",?/g, '')
    .replaceAll(/"kube-min-cli-appId":"[^"]*"/g, '"app.kubernetes.io/instance":"mine"')
    .replaceAll('"kube-min-cli-componentName":', '"app.kubernetes.io/component":')
    .replaceAll('"kube-min-cli-track":', '"track":')
    .replaceAll(/,\}/g, '}')
    .replaceAll(
      /("kind":"ClusterRole(?:Binding)?","metadata":\{(?:"labels":\{[^}]*\},)?"name":"[^"]*)"/g,
      `$1-${namespace}"`,
    )
    .replaceAll(/("roleRef":\{"apiGroup":"[^"]*","kind":"ClusterRole","name":"[^"]*)"/g, `$1-${namespace}"`);
  return withoutSecretData(JSON.parse(text));
}

/** Secret values are checked by tests of their own. */
function withoutSecretData(objects: readonly unknown[]): unknown {
  return objects.map((object) =>
    typeof object === 'object' && object !== null && 'kind' in object && object.kind === 'Secret'
      ? { ...object, data: undefined }
      : object,
  );
}

/** Every secret value of a chart, filled in. */
function withSecrets(values: unknown): unknown {
  return JSON.parse(JSON.stringify(values), (key, value: unknown) =>
    key === 'secrets' && typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.keys(value).map((name) => [name, `the ${name}`]))
      : value,
  );
}

describe('a Helm chart', () => {
  const Release = { Name: 'mine', Namespace: 'team-b' };

  test('has images, copies, resources and hosts as values', async () => {
    const files = toHelm(sample);
    expect(parse(files['Chart.yaml'] ?? '')).toMatchObject({ apiVersion: 'v2', name: 'shop', version: '1.0.0' });
    expect(parse(files['values.yaml'] ?? '')).toEqual({
      namespace: '',
      components: {
        'my-web': { images: { 'my-web': 'nginx:1.27' }, replicas: 2 },
        db: {
          images: { db: 'mysql:8.4' },
          resources: { db: { limits: { cpu: '500m' }, requests: { cpu: '500m' } } },
          replicas: 1,
        },
      },
    });
  });

  test('with its own values gives the objects of the application as those of the release, whatever the document', () => {
    fc.assert(
      fc.property(valid, (input) => {
        const application = exportSample(input);
        const { namespace } = application.document;
        const plain = parseAllDocuments(toManifests(application)['manifests.yaml'] ?? '').map((document): unknown =>
          document.toJS(),
        );
        const own = { Name: 'mine', Namespace: namespace };
        const objects = chartObjects(toHelm(application), { Release: own, fill: withSecrets });
        expect(withoutSecretData(objects)).toEqual(asRelease(plain, namespace));
      }),
      { numRuns: 25 },
    );
  });

  test('with other values gives other objects', () => {
    const files = toHelm(sample);
    const template = files[`templates/deployment-deploy-my-web-${APP_ID}.yaml`] ?? '';
    const components = { 'my-web': { images: { 'my-web': 'nginx:2' }, replicas: 5 } };
    expect(parse(renderTemplate(template, { Values: { namespace: 'other', components }, Release }))).toMatchObject({
      metadata: { namespace: 'other' },
      spec: { replicas: 5, template: { spec: { containers: [{ image: 'nginx:2' }] } } },
    });
  });

  const guarded = exportSample({
    name: 'shop',
    namespace: 'team-a',
    component: [
      { name: 'login', type: 'secret', properties: { secret: { password: '********', user: 'root' } } },
      {
        name: 'web',
        type: 'webservice',
        image: 'nginx:1.27',
        properties: {
          env: { DB_URL: 'mysql://root:********@db' },
          ports: [{ port: 80, nodePort: 30080, expose: true }],
        },
        traits: {
          rbac: [
            {
              serviceAccount: 'reader',
              roleName: 'see-nodes',
              bindingName: 'see-nodes',
              clusterScope: true,
              rules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['get'] }],
            },
          ],
        },
      },
    ],
  });

  test('R-21: secret values and texts that held them are required values, no mask is installed', () => {
    const files = toHelm(guarded);
    expect(Object.values(files).join('')).not.toMatch(/\*{8}|KioqKioqKio|cm9vdA/);
    expect(parse(files['values.yaml'] ?? '').components).toMatchObject({
      login: { secrets: { password: '', user: '' } },
      web: { secrets: { 'web-env-DB_URL': '' } },
    });
    expect(() => chartObjects(files, { Release })).toThrow(/components\.(login|web)\.secrets\.\S+ is required/);
    const objects = chartObjects(files, { Release, fill: withSecrets });
    expect(objects).toContainEqual(
      expect.objectContaining({
        kind: 'Secret',
        data: { password: btoa('the password'), user: btoa('the user') },
      }),
    );
    expect(JSON.stringify(objects)).toContain('"value":"the web-env-DB_URL"');
  });

  test('R-21: a release in another namespace shares no name in the cluster and no label with the application', () => {
    const objects = chartObjects(toHelm(guarded), { Release, fill: withSecrets });
    expect(JSON.stringify(objects)).not.toMatch(/kube-min-cli|team-a/);
    expect(objects).toContainEqual(
      expect.objectContaining({
        kind: 'ClusterRoleBinding',
        metadata: expect.objectContaining({ name: 'see-nodes-team-b' }),
        roleRef: expect.objectContaining({ name: 'see-nodes-team-b' }),
        subjects: [{ kind: 'ServiceAccount', name: 'reader', namespace: 'team-b' }],
      }),
    );
    expect(objects).toContainEqual(
      expect.objectContaining({ kind: 'ClusterRole', metadata: expect.objectContaining({ name: 'see-nodes-team-b' }) }),
    );
  });

  test('R-21: masked values of a Secret in plain manifests are refused by an API server until they are filled in', () => {
    const [text = ''] = Object.values(toManifests(guarded));
    expect(text).toContain('# Fill in before applying, secret values are not exported: data.password');
    expect(text).not.toContain(btoa('********'));
    expect(Object.values(toKustomize(guarded)).join('')).toContain('password: "<password, base64>"');
  });
});
