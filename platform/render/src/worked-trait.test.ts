import { readFileSync } from 'node:fs';
import { createModel } from '@kubemin/model';
import { expect, test } from 'vitest';
import { createRenderer } from './renderer/renderer.ts';
import { acmeRegistry, acmeRenderRegistry } from './test-support/worked-trait.ts';

const model = createModel(acmeRegistry);
const renderer = createRenderer(acmeRenderRegistry);

const input = (exporter: object) => ({
  name: 'shop',
  component: [{ name: 'web', type: 'webservice', image: 'nginx:1.27', traits: { exporter: [exporter] } }],
});

test('the trait of the documentation is the one tested here', () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  const source = read('./test-support/worked-trait.ts').replace("'../index.ts'", "'@kubemin/render'");
  expect(read('../../../docs/traits.md')).toContain(`\`\`\`ts\n${source}\`\`\`\n`);
});

test('it parses in any spelling, with its own rules and those of what it nests', () => {
  const { document, problems } = model.parse(input({ Image: 'exporter', traits: { resources: { cpu: 'much' } } }));
  expect(document).toBeUndefined();
  expect(problems.map(({ code, path }) => `${code} ${path}`)).toEqual([
    'INVALID_TRAIT_CONFIG component[0].traits.exporter[0].traits.resources.cpu',
    'ACME_NO_TAG component[0].traits.exporter[0].image',
  ]);
  expect(model.parse(input({ image: 'exporter' })).problems).toMatchObject([
    { code: 'ACME_NO_TAG', severity: 'warning' },
  ]);
});

test('it adds a container with nested traits, a volume, a pod setting and an object', () => {
  const exporter = { image: 'exporter:1', settings: { port: '9100' }, traits: { resources: { cpu: '1' } } };
  const { document } = model.parse(input(exporter));
  if (document === undefined) throw new Error('sample document');
  const objects = renderer.render(document, { appId: 'abc' }).map(({ object }) => object);
  expect(objects).toMatchObject([
    {
      kind: 'ConfigMap',
      metadata: { name: 'exporter-web-1-abc', labels: { 'kube-min-cli-appId': 'abc' } },
      data: { port: '9100' },
    },
    {
      kind: 'Deployment',
      spec: {
        template: {
          spec: {
            shareProcessNamespace: true,
            containers: [
              { name: 'web' },
              {
                name: 'web-exporter-1',
                resources: { limits: { cpu: '1' } },
                volumeMounts: [{ name: 'exporter-web-1-abc', mountPath: '/etc/exporter', readOnly: true }],
              },
            ],
            volumes: [{ name: 'exporter-web-1-abc', configMap: { name: 'exporter-web-1-abc' } }],
          },
        },
      },
    },
  ]);
});
