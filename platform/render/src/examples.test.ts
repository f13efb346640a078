import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { TemplateRequest } from './template/instantiate-template.ts';
import { instantiateTemplate } from './template/instantiate-template.ts';
import { publishedApplications } from './test-support/published-applications.ts';
import { documentOf, model, renderer } from './test-support/sample.ts';

const read = (file: string) => readFileSync(new URL(`../../../examples/${file}`, import.meta.url), 'utf8');
const files = publishedApplications().map(({ file }) => file);

describe('examples/', () => {
  test('are many, and the table of their README lists each of them', () => {
    const listed = [...read('README.md').matchAll(/^\| `([\w./-]+\.(?:ya?ml|json))`/gm)].map(([, file]) => file);
    expect(listed.toSorted()).toEqual(files);
    expect(files.length).toBeGreaterThanOrEqual(15);
  });

  test.each(files)('%s has no problem at all', (file) => {
    expect(model.parseText(read(file)).problems).toEqual([]);
  });

  test('can all be deployed side by side: none wants an object of another, but for those that are shared', () => {
    const keys = files.flatMap((file) => {
      const document = documentOf(read(file));
      const mine = renderer
        .render(document, { appId: document.name })
        .filter(({ onExisting, share }) => onExisting !== 'yield' && share === undefined);
      return mine.map(({ object }) => `${object.kind}/${object.metadata.name}`);
    });
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  test('demo.json renders to exactly these objects', async () => {
    const componentIds = { 'demo-config': 1, 'demo-secret': 2, mysql: 3, api: 4, web: 5 };
    const objects = renderer.render(documentOf(read('demo.json')), { appId: 'demo0000000000000000demo', componentIds });
    await expect(`${JSON.stringify(objects, undefined, 2)}\n`).toMatchFileSnapshot('./golden/data/demo.json');
  });

  test.each<readonly [string, TemplateRequest['overrides']]>([
    ['stock', []],
    [
      'billing',
      [
        {
          target: 'tem-mysql',
          name: 'billing-db',
          image: 'mysql:9.3',
          replicas: 2,
          properties: { env: { MYSQL_DATABASE: 'billing' } },
          traits: { resources: { cpu: '2', memory: '4Gi' } },
        },
      ],
    ],
  ])('multi-mysql/%s.yaml is what its application gets of the template', (app, overrides) => {
    const template = documentOf(read('multi-mysql/template.yaml'));
    const { components, workflow } = instantiateTemplate(template, { app, namespace: 'default', overrides });
    const instance = documentOf({ name: app, component: components, workflow });
    expect(model.printDocument(documentOf(read(`multi-mysql/${app}.yaml`)))).toBe(model.printDocument(instance));
  });
});
