import type { AnyDocument } from '@kubemin/model';
import { model, parseSample, renderer } from '@kubemin/testing/rendering';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { instantiateTemplate, type TemplateRequest } from './instantiate-template.ts';

const template = parseSample({
  id: 'template0000000000000001',
  name: 'tem-mysql-app',
  version: '1.4.0',
  tmpEnable: true,
  component: [
    { name: 'tem-mysql-config', type: 'config', properties: { conf: { 'my.cnf': 'report-host=tem-mysql:3306' } } },
    { name: 'tem-mysql-secret', type: 'secret', properties: { secret: { password: 'change-me', tem: 'tem-mysql' } } },
    {
      name: 'tem-mysql',
      type: 'store',
      image: 'mysql:8.4',
      dependsOn: ['tem-mysql-config'],
      properties: {
        ports: [{ port: 3306 }],
        env: { DB_NAME: 'tem', PRIMARY: 'root@tem-mysql:3306', PEER_HOST: 'tem-mysql', OTHER_HOST: 'tem-mysql-2' },
        labels: { name: 'tem-mysql' },
      },
      traits: {
        storage: [
          { name: 'tem-mysql-data', type: 'persistent', tmpCreate: true },
          { name: 'backups', type: 'persistent', mountPath: '/backups' },
          { type: 'config', sourceName: 'tem-mysql-config', mountPath: '/etc/mysql' },
        ],
        envFrom: [
          { type: 'secret', sourceName: 'tem-mysql-secret' },
          { type: 'config', sourceName: 'site-wide' },
        ],
        envs: [
          { name: 'MYSQL_ROOT_PASSWORD', valueFrom: { secret: { name: 'tem-mysql-secret', key: 'password' } } },
          { name: 'URL', valueFrom: { static: 'mysql://tem-mysql/shop' } },
        ],
        init: [{ properties: { image: 'busybox:1', command: ['wait', 'tem-mysql:3306'], env: {} } }],
        ingress: [{ name: 'admin', routes: [{ backend: { serviceName: 'tem-mysql', servicePort: 3306 } }] }],
      },
    },
  ],
  workflow: [
    { name: 'base', mode: 'DAG', components: ['tem-mysql-config', 'tem-mysql-secret'] },
    { name: 'tem-mysql', components: ['tem-mysql'] },
  ],
});

const request = (more: Partial<TemplateRequest> = {}): TemplateRequest => ({
  app: 'orders',
  namespace: 'team-b',
  overrides: [],
  ...more,
});
const one = (more: Partial<TemplateRequest> = {}) => {
  const { components, ...rest } = instantiateTemplate(template, request(more));
  return { ...rest, components: JSON.parse(JSON.stringify(components)) };
};

describe('names', () => {
  test('the application and the end of the old name', () => {
    expect(one().names).toEqual({
      'tem-mysql-config': 'orders-config',
      'tem-mysql-secret': 'orders-secret',
      'tem-mysql': 'orders-mysql',
    });
  });

  test('equal names are distinguished by more of their old names', () => {
    const component = ['tem-mysql-config', 'tem-redis-config', 'other-redis-config', 'redis-config'].map((name) => ({
      name,
      type: 'config',
      properties: { conf: { a: '1' } },
    }));
    const twins = parseSample({ name: 'twins', tmpEnable: true, component });
    expect(instantiateTemplate(twins, request({ taken: ['orders-config'] })).names).toEqual({
      'tem-mysql-config': 'orders-mysql-config',
      'tem-redis-config': 'orders-redis-config',
      'other-redis-config': 'orders-other-redis-config',
      'redis-config': 'orders-redis-config-2',
    });
  });

  test('a name that is given is taken', () => {
    const overrides = [{ target: 'tem-mysql', name: 'record' }];
    expect(one({ overrides }).names).toMatchObject({ 'tem-mysql': 'record' });
  });

  test('no two ever meet, and each is a name a component can have', () => {
    const label = fc.stringMatching(/^[a-z]([a-z0-9-]{0,61}[a-z0-9])$/);
    fc.assert(
      fc.property(
        fc.uniqueArray(label, { minLength: 1, maxLength: 10 }),
        label,
        fc.array(label, { maxLength: 5 }),
        (names, app, taken) => {
          const component = names.map((name) => ({ name, type: 'config', properties: { conf: { a: '1' } } }));
          const any = parseSample({ name: 'any', tmpEnable: true, component });
          const given = Object.values(instantiateTemplate(any, request({ app, taken })).names);
          expect(new Set([...given, ...taken]).size).toBe(given.length + new Set(taken).size);
          for (const name of given) expect(name).toMatch(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/);
        },
      ),
    );
  });
});

describe('references follow', () => {
  const [config, , mysql] = one().components;

  test('in variables and files, where they address a component', () => {
    expect(mysql.properties.env).toEqual({
      DB_NAME: 'tem',
      PRIMARY: 'root@orders-mysql:3306',
      PEER_HOST: 'orders-mysql',
      OTHER_HOST: 'tem-mysql-2',
    });
    expect(config.properties.conf).toEqual({ 'my.cnf': 'report-host=orders-mysql:3306' });
    expect(mysql.traits.envs[1].valueFrom.static).toBe('mysql://orders-mysql/shop');
    expect(mysql.traits.init[0].properties.command).toEqual(['wait', 'orders-mysql:3306']);
  });

  test('to configs and secrets of the template; to others they stay', () => {
    expect(mysql.traits.envFrom).toMatchObject([{ sourceName: 'orders-secret' }, { sourceName: 'site-wide' }]);
    expect(mysql.traits.envs[0]).toMatchObject({
      name: 'MYSQL_ROOT_PASSWORD',
      valueFrom: { secret: { name: 'orders-secret', key: 'password' } },
    });
  });

  test('in volumes: claims get names of their own', () => {
    expect(mysql.traits.storage).toMatchObject([
      { name: 'orders-mysql-data' },
      { name: 'orders-backups' },
      { sourceName: 'orders-config' },
    ]);
  });

  test('in ingresses, dependencies and added containers', () => {
    expect(mysql.traits.ingress).toMatchObject([
      { name: 'orders-admin', routes: [{ backend: { serviceName: 'orders-mysql' } }] },
    ]);
    expect(mysql.dependsOn).toEqual(['orders-config']);
    expect(mysql.traits.init[0].name).toBe('orders-mysql-init-1');
  });

  test('in the workflow', () => {
    expect(one().workflow.map(({ name, components }) => [name, components])).toEqual([
      ['base', ['orders-config', 'orders-secret']],
      ['orders-mysql', ['orders-mysql']],
    ]);
  });

  test('images and labels are not renamed', () => {
    expect(mysql.image).toBe('mysql:8.4');
    expect(mysql.properties.labels).toEqual({ name: 'tem-mysql' });
  });
});

test('W-23: where a component comes from stands on it and on its objects', () => {
  const annotations = {
    'kubemin.io/template-id': 'template0000000000000001',
    'kubemin.io/template-version': '1.4.0',
    'kubemin.io/template-component': 'tem-mysql-config',
  };
  const { components, workflow } = one();
  expect(components[0].properties.annotations).toEqual(annotations);
  const document = parseSample({ name: 'orders', component: components, workflow });
  const [configMap] = renderer.render(document, { appId: 'abc' });
  expect(configMap).toMatchObject({ object: { metadata: { name: 'orders-config', annotations } } });
});

describe('W-23: overrides', () => {
  test('image, replicas, variables, data and resources', () => {
    const overrides = [
      {
        target: 'tem-mysql',
        image: 'mysql:9',
        replicas: 3,
        properties: { env: { DB_NAME: 'orders' } },
        traits: { resources: { cpu: '2' } },
      },
      { type: 'secret', properties: { secret: { password: 's3cret' }, env: { IGNORED: 'x' } } },
      { target: 'tem-mysql-config', properties: { conf: { 'extra.cnf': 'x' } } },
    ];
    const { components } = one({ overrides });
    expect(components).toMatchObject([
      { properties: { conf: { 'my.cnf': 'report-host=orders-mysql:3306', 'extra.cnf': 'x' } } },
      { properties: { secret: { password: 's3cret' } } },
      {
        image: 'mysql:9',
        replicas: 3,
        properties: { env: { DB_NAME: 'orders', PEER_HOST: 'orders-mysql' } },
        traits: { resources: { cpu: '2' } },
      },
    ]);
    expect(components[1].properties).not.toHaveProperty('env');
  });

  test('one that names its target is never taken for another component', () => {
    const overrides = [{ target: 'tem-mysql-secret', properties: { secret: { password: 'mine' } } }, { name: 'first' }];
    const { names, components } = one({ overrides });
    expect(names).toMatchObject({ 'tem-mysql-config': 'first', 'tem-mysql-secret': 'orders-secret' });
    expect(components[1].properties.secret.password).toBe('mine');
  });

  test.each<readonly [string, TemplateRequest['overrides'], string]>([
    ['a target there is not', [{ target: 'redis' }], 'TEMPLATE_TARGET_NOT_FOUND'],
    ['a target of another type', [{ target: 'tem-mysql', type: 'webservice' }], 'TEMPLATE_TYPE_MISMATCH'],
    ['two for one target', [{ target: 'tem-mysql' }, { target: 'tem-mysql' }], 'TEMPLATE_TARGET_NOT_FOUND'],
    ['a type there is not', [{ type: 'webservice' }], 'TEMPLATE_TARGET_NOT_FOUND'],
    ['more than there are components', [{}, {}, {}, {}], 'TEMPLATE_TARGET_NOT_FOUND'],
  ])('%s', (_name, overrides, code) => {
    expect(() => one({ overrides })).toThrow(expect.objectContaining({ code }));
  });
});

test('shared components keep their names and are marked as shared', () => {
  const { components, names } = one({ overrides: [{ traits: { share: { strategy: 'default' } } }] });
  expect(Object.entries(names).every(([old, name]) => old === name)).toBe(true);
  for (const component of components) expect(component.traits.share).toEqual({ strategy: 'default' });
  expect(components[2].traits.storage[0].name).toBe('tem-mysql-data');
});

test.each<readonly [string, AnyDocument, string]>([
  ['an application that is no template', { ...template, tmpEnable: false }, 'TEMPLATE_NOT_ENABLED'],
  ['a template without components', { ...template, component: [] }, 'TEMPLATE_EMPTY'],
])('%s', (_name, document, code) => {
  expect(() => instantiateTemplate(document, request())).toThrow(expect.objectContaining({ code }));
});

test('W-23: asked again, a template gives the same, so that a repeated request changes nothing', () => {
  const overrides = [{ target: 'tem-mysql', properties: { env: { DB_NAME: 'orders' } } }];
  const again = structuredClone(template);
  expect(JSON.stringify(instantiateTemplate(again, request({ overrides })))).toBe(
    JSON.stringify(instantiateTemplate(template, request({ overrides }))),
  );
});

test('several of one template live in one namespace: no object of one is one of another', () => {
  const keys = ['orders', 'billing', 'stock'].flatMap((app) => {
    const { components, workflow } = instantiateTemplate(template, request({ app }));
    const { document, problems } = model.parse({ name: app, namespace: 'team-b', component: components, workflow });
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    if (document === undefined) throw new Error('no document');
    return renderer
      .render(document, { appId: `${app}0` })
      .map(({ object }) => `${object.kind}/${object.metadata.name}`);
  });
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.length).toBeGreaterThan(15);
});
