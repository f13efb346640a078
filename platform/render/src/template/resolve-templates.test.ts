import type { AnyDocument } from '@kubemin/model';
import { APP_ID, model, parseSample, renderer } from '@kubemin/testing/rendering';
import { describe, expect, test } from 'vitest';
import { TEMPLATE_ANNOTATION } from './instantiate-template.ts';
import { resolveTemplates } from './resolve-templates.ts';

const config = (name: string) => ({ name, type: 'config', properties: { conf: { a: '1' } } });
const mysql = parseSample({
  name: 'mysql-template',
  version: '1.2.0',
  tmpEnable: true,
  component: [
    config('tem-mysql-config'),
    { name: 'tem-mysql-secret', type: 'secret', properties: { secret: { password: 'change-me' } } },
    {
      name: 'tem-mysql',
      type: 'store',
      image: 'mysql:8.4',
      replicas: 3,
      dependsOn: ['tem-mysql-config'],
      properties: { ports: [{ port: 3306 }], env: { MYSQL_DATABASE: 'app' } },
    },
  ],
});
const redis = parseSample({
  name: 'redis-template',
  tmpEnable: true,
  component: [config('tem-redis-config'), { name: 'tem-redis', type: 'store', image: 'redis:8' }],
  workflow: [{ name: 'all', mode: 'DAG', components: ['tem-redis', 'tem-redis-config'] }],
});
const stored: Readonly<Record<string, AnyDocument>> = {
  'mysql-template': mysql,
  template0000000000000001: mysql,
  'redis-template': redis,
  plain: { ...mysql, name: 'plain', tmpEnable: false },
  empty: { ...mysql, name: 'empty', component: [] },
  unresolved: parseSample({ name: 'unresolved', tmpEnable: true, component: [{ template: { id: 'mysql-template' } }] }),
};
const find = (id: string) => (Object.hasOwn(stored, id) ? stored[id] : undefined);

const web = (name: string, more: object = {}) => ({ name, type: 'webservice', image: 'nginx:1.27', ...more });
const documentWith = (component: readonly object[], more: object = {}) =>
  parseSample({ name: 'orders', component, ...more });
const resolved = (component: readonly object[], more: object = {}) => {
  const resolution = resolveTemplates(documentWith(component, more), find);
  if (resolution.document === undefined) throw new Error(JSON.stringify(resolution.problems));
  return { ...resolution, document: resolution.document };
};
const componentNames = (document: AnyDocument) => document.component.map(({ name }) => name);
const findings = (component: readonly object[]) =>
  resolveTemplates(documentWith(component), find).problems.map(({ severity, code, path }) => [severity, code, path]);

describe('what becomes of entries', () => {
  test('own components keep their order and come first, clones follow in the order templates are first named', () => {
    const { document, origins, problems } = resolved([
      { template: { id: 'redis-template' } },
      web('web'),
      { template: { id: 'mysql-template' } },
      web('api'),
    ]);
    expect(componentNames(document)).toEqual([
      ...['web', 'api'],
      ...['orders-config', 'orders-redis'],
      ...['orders-mysql-config', 'orders-secret', 'orders-mysql'],
    ]);
    expect(origins).toEqual([1, 3, 0, 0, 2, 2, 2]);
    expect(document).not.toHaveProperty('templates');
    expect(problems).toMatchObject([{ code: 'TEMPLATE_WORKFLOW_IGNORED' }]);
  });

  test('all entries of one template change one set of clones, by whichever of its names they call it', () => {
    const { document, origins } = resolved([
      { template: { id: 'mysql-template', target: 'tem-mysql' }, name: 'record', image: 'mysql:9' },
      { template: { id: 'template0000000000000001' }, type: 'secret', properties: { secret: { password: 'mine' } } },
    ]);
    expect(document.component).toMatchObject([
      { name: 'orders-config', type: 'config' },
      { name: 'orders-secret', properties: { secret: { password: 'mine' } } },
      { name: 'record', image: 'mysql:9', replicas: 3, dependsOn: ['orders-config'] },
    ]);
    expect(origins).toEqual([0, 1, 0]);
  });

  test('what an entry does not have stays as in the template; what it has is merged', () => {
    const { document } = resolved([
      {
        template: { id: 'mysql-template', target: 'tem-mysql' },
        replicas: 0,
        dependsOn: ['orders-secret'],
        properties: { env: { EXTRA: 'x' } },
        traits: { resources: { cpu: '2' } },
      },
    ]);
    expect(document.component[2]).toMatchObject({
      image: 'mysql:8.4',
      replicas: 0,
      dependsOn: ['orders-config', 'orders-secret'],
      properties: { env: { MYSQL_DATABASE: 'app', EXTRA: 'x' } },
      traits: { resources: { cpu: '2' } },
    });
  });

  test('clones never take the name of a component, nor one that an entry of another template asks for', () => {
    const { document } = resolved([
      { template: { id: 'mysql-template' } },
      config('orders-config'),
      { template: { id: 'redis-template', target: 'tem-redis' }, name: 'orders-mysql' },
    ]);
    expect(componentNames(document)).toEqual([
      'orders-config',
      ...['orders-mysql-config', 'orders-secret', 'orders-tem-mysql'],
      ...['orders-redis-config', 'orders-mysql'],
    ]);
  });

  test('where each clone comes from stands on it', () => {
    const { document } = resolved([{ template: { id: 'mysql-template' } }]);
    expect(document.component[2]?.properties).toMatchObject({
      annotations: {
        [TEMPLATE_ANNOTATION.id]: 'mysql-template',
        [TEMPLATE_ANNOTATION.version]: '1.2.0',
        [TEMPLATE_ANNOTATION.component]: 'tem-mysql',
      },
    });
  });

  test('the result is a valid document that renders, and resolving it again changes nothing', () => {
    const { document } = resolved([
      web('web', { dependsOn: ['orders-mysql'] }),
      { template: { id: 'mysql-template' } },
    ]);
    const checked = model.parse(document);
    expect(checked.problems).toEqual([]);
    expect(checked.document).toEqual(document);
    expect(resolveTemplates(document, find).document).toBe(document);
    const kinds = renderer.render(parseSample(document), { appId: APP_ID }).map(({ object }) => object.kind);
    expect(kinds).toEqual(expect.arrayContaining(['ConfigMap', 'Secret', 'StatefulSet', 'Deployment']));
  });

  test('what nothing acts on stays with components, and goes with entries', () => {
    const { document } = resolved([
      { ...web('web'), 'x-note': 1 },
      { name: 'record', template: { id: 'mysql-template', target: 'tem-mysql' }, properties: { ports: [{ port: 1 }] } },
      { template: { id: 'mysql-template' }, 'x-other': 2 },
    ]);
    expect(document.extras).toEqual([{ path: ['component', 'web', 'x-note'], value: 1 }]);
    expect(model.parse(document).document?.component[3]).toMatchObject({
      name: 'record',
      properties: { ports: [{ port: 3306 }] },
    });
  });
});

describe('the workflow', () => {
  const steps = ({ workflow }: AnyDocument) => workflow.map(({ name, components }) => [name, components]);

  test('is made from all components where none is given', () => {
    const { document } = resolved([
      web('web', { dependsOn: ['orders-mysql'] }),
      { template: { id: 'mysql-template' } },
    ]);
    expect(steps(document)).toEqual([
      ['layer-1', ['orders-config', 'orders-secret']],
      ['layer-2', ['orders-mysql']],
      ['layer-3', ['web']],
    ]);
  });

  test("is the template's own where its components are all there is", () => {
    const { document, problems } = resolved([{ template: { id: 'redis-template' } }]);
    expect(steps(document)).toEqual([['all', ['orders-redis', 'orders-config']]]);
    expect(problems).toEqual([]);
  });

  test('is the one of the document, in the new names, where it has one', () => {
    const workflow = [{ name: 'web' }, { name: 'orders-redis' }];
    const { document, problems } = resolved([web('web'), { template: { id: 'redis-template' } }], { workflow });
    expect(problems).toEqual([]);
    expect(steps(parseSample(document))).toEqual([
      ['web', ['web']],
      ['orders-redis', ['orders-redis']],
    ]);
  });

  test('is not lost silently', () => {
    expect(findings([web('web'), { template: { id: 'redis-template' } }])).toEqual([
      ['warning', 'TEMPLATE_WORKFLOW_IGNORED', 'component[1].template'],
    ]);
  });
});

describe('refusals, all at once and where they belong', () => {
  test.each<readonly [string, object, readonly string[]]>([
    ['a template that does not exist', { template: { id: 'nothing' } }, ['TEMPLATE_NOT_FOUND', 'template.id']],
    ['an application that is none', { template: { id: 'plain' } }, ['TEMPLATE_NOT_ENABLED', 'template.id']],
    ['one without components', { template: { id: 'empty' } }, ['TEMPLATE_EMPTY', 'template.id']],
    ['one that names a template', { template: { id: 'unresolved' } }, ['TEMPLATE_UNRESOLVED', 'template.id']],
    [
      'a target there is not',
      { template: { id: 'mysql-template', target: 'tem-redis' } },
      ['TEMPLATE_TARGET_NOT_FOUND', 'template.target'],
    ],
    [
      'a target of another type',
      { type: 'config', template: { id: 'mysql-template', target: 'tem-mysql' } },
      ['TEMPLATE_TYPE_MISMATCH', 'type'],
    ],
    [
      'a type there is not',
      { type: 'cron', template: { id: 'mysql-template' } },
      ['TEMPLATE_TARGET_NOT_FOUND', 'template'],
    ],
  ])('%s', (_name, entry, [code = '', path = '']) => {
    expect(findings([web('web'), entry])).toEqual([['error', code, `component[1].${path}`]]);
  });

  test('every fault of every template is reported', () => {
    const codes = findings([
      { template: { id: 'nothing' } },
      { template: { id: 'mysql-template', target: 'no' } },
      web('web'),
      { template: { id: 'mysql-template', target: 'tem-mysql' }, type: 'config' },
      { template: { id: 'plain' } },
    ]);
    expect(codes).toEqual([
      ['error', 'TEMPLATE_NOT_FOUND', 'component[0].template.id'],
      ['error', 'TEMPLATE_TARGET_NOT_FOUND', 'component[1].template.target'],
      ['error', 'TEMPLATE_TYPE_MISMATCH', 'component[3].type'],
      ['error', 'TEMPLATE_NOT_ENABLED', 'component[4].template.id'],
    ]);
  });

  test('an application that names itself', () => {
    const document = parseSample({ name: 'mysql-template', component: [{ template: { id: 'mysql-template' } }] });
    const { document: none, problems } = resolveTemplates(document, find);
    expect(none).toBeUndefined();
    expect(problems).toMatchObject([{ code: 'TEMPLATE_OF_ITSELF', path: 'component[0].template.id' }]);
  });
});

test('a document with templates that are not resolved is not rendered, with the reason', () => {
  const document = documentWith([web('web'), { template: { id: 'mysql-template' } }]);
  expect(() => renderer.render(document, { appId: APP_ID })).toThrow(
    expect.objectContaining({
      code: 'TEMPLATE_UNRESOLVED',
      path: 'component[1].template',
      message: expect.stringContaining('"mysql-template" has not been resolved'),
    }),
  );
});
