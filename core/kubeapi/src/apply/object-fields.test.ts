import { expect, it } from 'vitest';
import { configurationProblems } from './configuration-check.ts';
import { encodeFieldsV1 } from './fields-v1.ts';
import { collectFields } from './object-fields.ts';
import { SchemaStructure } from './schema-structure.ts';
import { DEDUCED } from './structural-type.ts';
import { builtin, DEPLOYMENT } from './test-support/field-manager.ts';

it('an applied deployment owns its leaves, list items by key with defaults, and atomic parts as a whole', () => {
  const config = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', labels: { app: 'web' }, finalizers: ['a.test/b'] },
    spec: {
      replicas: 2,
      selector: { matchLabels: { app: 'web' } },
      strategy: {},
      template: {
        spec: {
          nodeSelector: { disk: 'ssd' },
          containers: [
            {
              name: 'web',
              image: 'web:1',
              args: ['--a', '--b'],
              env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }],
              ports: [{ containerPort: 80 }, { containerPort: 80, protocol: 'UDP' }],
              resources: { limits: { cpu: '1' } },
            },
          ],
        },
      },
    },
  };
  const set = encodeFieldsV1(collectFields(config, DEPLOYMENT));
  expect(set).toEqual({
    'f:apiVersion': {},
    'f:kind': {},
    'f:metadata': { 'f:name': {}, 'f:labels': { 'f:app': {} }, 'f:finalizers': { 'v:"a.test/b"': {} } },
    'f:spec': {
      'f:replicas': {},
      'f:selector': {},
      'f:strategy': {},
      'f:template': {
        'f:spec': {
          'f:nodeSelector': {},
          'f:containers': {
            'k:{"name":"web"}': {
              '.': {},
              'f:name': {},
              'f:image': {},
              'f:args': {},
              'f:env': { 'k:{"name":"A"}': { '.': {}, 'f:name': {}, 'f:valueFrom': { 'f:fieldRef': {} } } },
              'f:ports': {
                'k:{"containerPort":80,"protocol":"TCP"}': { '.': {}, 'f:containerPort': {} },
                'k:{"containerPort":80,"protocol":"UDP"}': { '.': {}, 'f:containerPort': {}, 'f:protocol': {} },
              },
              'f:resources': { 'f:limits': { 'f:cpu': {} } },
            },
          },
        },
      },
    },
  });
});

it('without a schema objects are owned by field and lists as a whole', () => {
  const set = collectFields({ spec: { list: [{ a: 1 }], deep: { x: 1 }, none: null, empty: {} } }, DEDUCED);
  expect(encodeFieldsV1(set)).toEqual({
    'f:spec': { '.': {}, 'f:list': {}, 'f:deep': { '.': {}, 'f:x': {} }, 'f:none': {}, 'f:empty': {} },
  });
});

it('conditions are known by their type', () => {
  const set = collectFields({ status: { conditions: [{ type: 'Ready', status: 'True' }] } }, DEPLOYMENT);
  expect(encodeFieldsV1(set)).toEqual({
    'f:status': { 'f:conditions': { 'k:{"type":"Ready"}': { '.': {}, 'f:type': {}, 'f:status': {} } } },
  });
});

it('reports every problem that keeps a configuration from being applied', () => {
  const containers = [{ name: 'a', colour: 'red' }, { name: 'a' }, { image: 'b' }, null];
  const config = {
    metadata: { finalizers: ['x', 'x', {}], labels: 'none' },
    spec: { template: { spec: { containers, volumes: {} } }, extra: 1 },
  };
  const pod = '.spec.template.spec';
  expect(configurationProblems(config, DEPLOYMENT)).toEqual([
    '.metadata.finalizers: duplicate entries for key [="x"]',
    ".metadata.finalizers: element 2: associative list without keys has an element that's not a scalar",
    '.metadata.labels: expected map, got "none"',
    `${pod}.containers[name="a"].colour: field not declared in schema`,
    `${pod}.containers: duplicate entries for key [name="a"]`,
    `${pod}.containers: element 2: associative list with keys has an element that omits key field "name" (and doesn't have default value)`,
    `${pod}.containers: element 3: associative list with keys may not have a null element`,
    `${pod}.volumes: expected list, got {}`,
    '.spec.extra: field not declared in schema',
  ]);
});

it('a type that contains itself can be looked at', () => {
  const type = new SchemaStructure().structuralType(builtin('apiextensions.k8s.io/v1', 'CustomResourceDefinition'));
  const schema = { openAPIV3Schema: { properties: { a: { properties: { b: { type: 'string' } } } } } };
  const set = collectFields({ spec: { group: 'a.test', versions: [{ name: 'v1', schema }] } }, type);
  expect(encodeFieldsV1(set)).toEqual({ 'f:spec': { 'f:group': {}, 'f:versions': {} } });
});
