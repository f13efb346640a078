import { describe, expect, it } from 'vitest';
import { decodeManagedFields, encodeManagedFields, isReset } from './managed-fields.ts';
import { type Managed, managerFields, managerPaths, TestFieldManager } from './test-support/field-manager.ts';

const maps = TestFieldManager.builtin('v1', 'ConfigMap');
const deployments = TestFieldManager.builtin('apps/v1', 'Deployment');

it('a created object belongs to its creator, as Kubernetes writes it down', () => {
  const created = deployments.update(undefined, 'kubectl-create', {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', uid: 'u', creationTimestamp: 'now', generation: 1, labels: { app: 'web' } },
    spec: {
      replicas: 1,
      selector: { matchLabels: { app: 'web' } },
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%' } },
      template: {
        metadata: { labels: { app: 'web' } },
        spec: { containers: [{ name: 'web', image: 'w:1', ports: [{ containerPort: 80, protocol: 'TCP' }] }] },
      },
    },
  });
  expect(managerFields(created, 'kubectl-create')).toEqual({
    'f:metadata': { 'f:labels': { '.': {}, 'f:app': {} } },
    'f:spec': {
      'f:replicas': {},
      'f:selector': {},
      'f:strategy': { 'f:type': {}, 'f:rollingUpdate': { '.': {}, 'f:maxSurge': {} } },
      'f:template': {
        'f:metadata': { 'f:labels': { '.': {}, 'f:app': {} } },
        'f:spec': {
          'f:containers': {
            'k:{"name":"web"}': {
              '.': {},
              'f:name': {},
              'f:image': {},
              'f:ports': {
                '.': {},
                'k:{"containerPort":80,"protocol":"TCP"}': { '.': {}, 'f:containerPort': {}, 'f:protocol': {} },
              },
            },
          },
        },
      },
    },
  });
});

describe('an update', () => {
  const first = maps.update(undefined, 'a', { data: { x: '1', y: '1' } });

  it('takes what it changes from the previous owner', () => {
    const second = maps.update(first, 'b', { data: { x: '2', y: '1', z: '1' } });
    expect(managerPaths(second, 'a')).toEqual(['.data', '.data.y']);
    expect(managerPaths(second, 'b')).toEqual(['.data.x', '.data.z']);
  });

  it('that removes leaves the field to nobody', () => {
    const second = maps.update(first, 'b', { data: { x: '1' } });
    expect(managerPaths(second, 'a')).toEqual(['.data', '.data.x']);
    expect(managerPaths(second, 'b')).toEqual([]);
  });

  it('that changes nothing keeps the very same entries', () => {
    const second = maps.update(first, 'b', { data: { y: '1', x: '1' } }, { now: '2027-01-01T00:00:00Z' });
    expect(second.managed).toBe(first.managed);
  });

  it('of a subresource has an entry of its own', () => {
    const second = maps.update(first, 'a', { data: { x: '2', y: '1' } }, { subresource: 'status' });
    expect(encodeManagedFields(second.managed).map(({ manager, subresource }) => [manager, subresource])).toEqual([
      ['a', undefined],
      ['a', 'status'],
    ]);
  });

  it('takes fields an applier owns, whose next apply is then a conflict', () => {
    const applied = maps.apply(undefined, 'applier', { data: { x: '1' } });
    const changed = maps.update(applied, 'u', { data: { x: '2' } });
    expect(managerPaths(changed, 'applier')).toEqual([]);
    expect(() => maps.apply(changed, 'applier', { data: { x: '1' } })).toThrow('conflict with "u" using v1: .data.x');
  });
});

describe('the entries', () => {
  it('are sorted: appliers first, then by time, then by name', () => {
    const at = (day: number) => ({ now: `2026-01-0${day}T00:00:00Z` });
    let state: Managed = maps.update(undefined, 'old', { data: { a: '1' } }, at(1));
    state = maps.update(state, 'z', { data: { a: '1', b: '1' } }, at(2));
    state = maps.update(state, 'm', { data: { a: '1', b: '1', c: '1' } }, at(2));
    state = maps.apply(state, 'applier', { data: { d: '1' } }, at(5));
    expect(encodeManagedFields(state.managed).map(({ manager }) => manager)).toEqual(['applier', 'old', 'm', 'z']);
  });

  it('of the oldest updaters are folded into one when there are more than ten', () => {
    let state: Managed | undefined;
    const data: Record<string, string> = {};
    for (let index = 10; index < 25; index += 1) {
      data[`k${index}`] = '1';
      state = maps.update(state, `m${index}`, { data: { ...data } }, { now: `2026-01-${index}T00:00:00Z` });
    }
    if (state === undefined) throw new Error('nothing was written');
    const managers = encodeManagedFields(state.managed).map(({ manager }) => manager);
    expect(managers).toEqual(['ancient-changes', ...Array.from({ length: 9 }, (_, index) => `m${index + 16}`)]);
    expect(managerPaths(state, 'ancient-changes')).toEqual([
      '.data',
      ...Array.from({ length: 6 }, (_, index) => `.data.k${index + 10}`),
    ]);
  });

  it('of appliers are never folded', () => {
    let state: Managed | undefined;
    for (let index = 0; index < 15; index += 1)
      state = maps.apply(state, `m${index}`, { data: { [`k${index}`]: '1' } });
    expect(state?.managed).toHaveLength(15);
  });

  it.each([
    ['a list that is none', {}],
    ['an unknown operation', [{ operation: 'Replace', fieldsType: 'FieldsV1' }]],
    ['an unknown format', [{ operation: 'Apply', fieldsType: 'FieldsV2' }]],
    ['fields that are none', [{ operation: 'Apply', fieldsType: 'FieldsV1', fieldsV1: { 'f:a': 1 } }]],
  ])('are not read from %s', (_, value) => {
    expect(decodeManagedFields(value)).toBeUndefined();
  });

  it('are reset by a list of one empty entry only', () => {
    expect([[{}], [], [{}, {}], undefined].map(isReset)).toEqual([true, false, false, false]);
  });
});
