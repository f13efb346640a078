import { describe, expect, it } from 'vitest';
import { StatusError } from '../api/status-error.ts';
import { deepFreeze, type JsonObject } from '../object/json.ts';
import type { JsonValue } from '../object/object.ts';
import { encodeManagedFields } from './managed-fields.ts';
import { LEAF } from './structural-type.ts';
import { type Managed, managerFields, managerPaths, TestFieldManager } from './test-support/field-manager.ts';

const deployments = TestFieldManager.builtin('apps/v1', 'Deployment');
const maps = TestFieldManager.builtin('v1', 'ConfigMap');

function withContainers(...containers: JsonValue[]): JsonObject {
  return deepFreeze({ spec: { template: { spec: { containers } } } });
}

function podContainers({ object }: Managed): unknown {
  return Object(object).spec?.template?.spec?.containers;
}

function catchError(attempt: () => unknown): StatusError {
  try {
    attempt();
  } catch (error) {
    if (error instanceof StatusError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('conflicts', () => {
  it('name the manager, its version and the field', () => {
    const live = deployments.update(undefined, 'kubectl-scale', { spec: { replicas: 3 } });
    const { status } = catchError(() => deployments.apply(live, 'me', { spec: { replicas: 5 } }));
    expect(status).toMatchObject({
      code: 409,
      reason: 'Conflict',
      message: 'Apply failed with 1 conflict: conflict with "kubectl-scale" using apps/v1: .spec.replicas',
      details: {
        causes: [
          {
            reason: 'FieldManagerConflict',
            message: 'conflict with "kubectl-scale" using apps/v1',
            field: '.spec.replicas',
          },
        ],
      },
    });
  });

  it('with several managers are listed manager by manager', () => {
    const first = deployments.apply(undefined, 'a', withContainers({ name: 'x', image: 'x:1', tty: true }));
    const live = deployments.update(first, 'b', { ...first.object, metadata: { labels: { tier: 'front' } } });
    const config = {
      metadata: { labels: { tier: 'back' } },
      ...withContainers({ name: 'x', image: 'x:2', tty: false }),
    };
    expect(catchError(() => deployments.apply(live, 'c', config)).message).toBe(
      [
        'Apply failed with 3 conflicts: conflicts with "a":',
        '- .spec.template.spec.containers[name="x"].image',
        '- .spec.template.spec.containers[name="x"].tty',
        'conflicts with "b" using apps/v1:',
        '- .metadata.labels.tier',
      ].join('\n'),
    );
  });

  it('with a subresource name the subresource', () => {
    const live = deployments.update(undefined, 'hpa', { spec: { replicas: 3 } }, { subresource: 'scale' });
    const { message } = catchError(() => deployments.apply(live, 'me', { spec: { replicas: 5 } }));
    expect(message).toContain('conflict with "hpa" with subresource "scale" using apps/v1: .spec.replicas');
  });

  it('do not arise from applying the same value: the field is shared', () => {
    const first = deployments.apply(undefined, 'a', { spec: { replicas: 3 } });
    const second = deployments.apply(first, 'b', { spec: { replicas: 3 } });
    expect(managerPaths(second, 'a')).toEqual(['.spec.replicas']);
    expect(managerPaths(second, 'b')).toEqual(['.spec.replicas']);
    expect(catchError(() => deployments.apply(second, 'a', { spec: { replicas: 4 } })).message).toContain('with "b"');
  });

  it('are overcome by force: the field changes hands', () => {
    const first = deployments.apply(undefined, 'a', { spec: { replicas: 3, paused: true } });
    const second = deployments.apply(first, 'b', { spec: { replicas: 4 } }, { force: true });
    expect(second.object).toEqual({ spec: { replicas: 4, paused: true } });
    expect(managerPaths(second, 'a')).toEqual(['.spec.paused']);
    expect(managerPaths(second, 'b')).toEqual(['.spec.replicas']);
  });
});

describe('what is no longer applied', () => {
  it('is removed when it has no other owner, and stays when it has one', () => {
    const first = maps.apply(undefined, 'a', { data: { x: '1', y: '1' } });
    const shared = maps.apply(first, 'b', { data: { y: '1' } });
    const left = maps.apply(shared, 'a', { data: {} });
    expect(left.object).toEqual({ data: { y: '1' } });
    expect(managerPaths(left, 'b')).toEqual(['.data.y']);
  });

  it('leaves nothing empty behind', () => {
    const first = deployments.apply(undefined, 'a', { metadata: { labels: { a: '1' } }, spec: { replicas: 1 } });
    expect(deployments.apply(first, 'a', { spec: { replicas: 1 } }).object).toEqual({ spec: { replicas: 1 } });
  });

  it('stays when an updater has it from there', () => {
    const first = maps.apply(undefined, 'a', { data: { x: '1' } });
    const changed = maps.update(first, 'u', { data: { x: '2' } });
    expect(maps.apply(changed, 'a', {}).object).toEqual({ data: { x: '2' } });
  });

  it('takes a list item along, but not the fields others added elsewhere', () => {
    const both = withContainers({ name: 'a', image: 'a:1' }, { name: 'b', image: 'b:1' });
    const first = deployments.apply(undefined, 'me', both);
    const live = deployments.apply(first, 'other', withContainers({ name: 'a', tty: true }));
    const second = deployments.apply(live, 'me', withContainers({ name: 'a', image: 'a:1' }));
    expect(podContainers(second)).toEqual([{ name: 'a', image: 'a:1', tty: true }]);
  });

  it('keeps an item that another manager also lists, without what was only ours', () => {
    const first = deployments.apply(undefined, 'me', withContainers({ name: 'a', image: 'a:1' }, { name: 'b' }));
    const live = deployments.apply(first, 'other', withContainers({ name: 'a', tty: true }));
    const second = deployments.apply(live, 'me', withContainers({ name: 'b' }));
    expect(podContainers(second)).toEqual([{ name: 'a', tty: true }, { name: 'b' }]);
  });

  it('removes finalizers one by one', () => {
    const first = maps.apply(undefined, 'a', { metadata: { finalizers: ['t/a', 't/b'] } });
    const live = maps.apply(first, 'b', { metadata: { finalizers: ['t/c', 't/b'] } });
    expect(live.object).toEqual({ metadata: { finalizers: ['t/a', 't/c', 't/b'] } });
    const second = maps.apply(live, 'a', { metadata: { finalizers: [] } });
    expect(second.object).toEqual({ metadata: { finalizers: ['t/c', 't/b'] } });
  });
});

describe('lists and maps', () => {
  it('containers merge by name, ports by number and protocol (TCP by default), env by name', () => {
    const live = deployments.update(
      undefined,
      'u',
      withContainers({
        name: 'main',
        image: 'm:1',
        ports: [{ containerPort: 80, protocol: 'TCP' }],
        env: [{ name: 'A', value: '1' }],
      }),
    );
    const config = withContainers({
      name: 'main',
      ports: [
        { containerPort: 80, name: 'http' },
        { containerPort: 80, protocol: 'UDP' },
      ],
      env: [{ name: 'B', value: '2' }],
    });
    expect(podContainers(deployments.apply(live, 'me', config))).toEqual([
      {
        name: 'main',
        image: 'm:1',
        ports: [
          { containerPort: 80, protocol: 'TCP', name: 'http' },
          { containerPort: 80, protocol: 'UDP' },
        ],
        env: [
          { name: 'A', value: '1' },
          { name: 'B', value: '2' },
        ],
      },
    ]);
  });

  it('atomic lists, selectors and node selectors are replaced whole', () => {
    const live = deployments.apply(undefined, 'me', {
      spec: {
        selector: { matchLabels: { a: '1' } },
        template: { spec: { nodeSelector: { a: '1' }, containers: [{ name: 'x', args: ['1', '2'] }] } },
      },
    });
    const next = {
      spec: {
        selector: { matchLabels: { b: '1' } },
        template: { spec: { nodeSelector: { b: '1' }, containers: [{ name: 'x', args: ['3'] }] } },
      },
    };
    expect(deployments.apply(live, 'me', next).object).toEqual(next);
  });

  it('labels and annotations are owned key by key', () => {
    const live = maps.apply(undefined, 'a', { metadata: { labels: { x: '1' } } });
    const second = maps.apply(live, 'b', { metadata: { labels: { y: '1' } } });
    expect(second.object).toEqual({ metadata: { labels: { x: '1', y: '1' } } });
    expect(managerFields(second, 'b')).toEqual({ 'f:metadata': { 'f:labels': { 'f:y': {} } } });
  });

  it('an applied order holds, items of others keep their place', () => {
    const item = (name: string) => ({ name });
    const live = deployments.update(undefined, 'u', withContainers(...['a', 'b', 'c', 'd'].map(item)));
    const order = (...names: string[]) =>
      podContainers(deployments.apply(live, 'me', withContainers(...names.map(item))));
    expect(order('d', 'b')).toEqual(['a', 'c', 'd', 'b'].map(item));
    expect(order('x', 'b')).toEqual(['a', 'x', 'b', 'c', 'd'].map(item));
    expect(order('d', 'c', 'b', 'a')).toEqual(['d', 'c', 'b', 'a'].map(item));
    expect(order('z')).toEqual(['a', 'b', 'c', 'd', 'z'].map(item));
  });

  it('lists of lists are one value', () => {
    const custom = TestFieldManager.of();
    const first = custom.apply(undefined, 'a', { spec: { matrix: [[1, 2], [3]] } });
    const second = custom.apply(first, 'a', { spec: { matrix: [[4]] } });
    expect(second.object).toEqual({ spec: { matrix: [[4]] } });
    expect(managerPaths(second, 'a')).toEqual(['.spec', '.spec.matrix']);
  });

  it('an item that is stored twice is kept until its key is applied, then once', () => {
    const env = [
      { name: 'A', value: '1' },
      { name: 'A', value: '2' },
    ];
    const live = deployments.update(undefined, 'u', withContainers({ name: 'x', env }));
    const untouched = deployments.apply(live, 'me', withContainers({ name: 'x', tty: true }));
    expect(podContainers(untouched)).toEqual([{ name: 'x', env, tty: true }]);
    const config = withContainers({ name: 'x', env: [{ name: 'A', value: '3' }] });
    const replaced = deployments.apply(untouched, 'me', config, { force: true });
    expect(podContainers(replaced)).toEqual([{ name: 'x', env: [{ name: 'A', value: '3' }] }]);
  });

  it('a null does not change a list or a map that is not empty', () => {
    const live = deployments.update(undefined, 'u', withContainers({ name: 'x' }));
    const config = { spec: { template: { spec: { containers: null } } } };
    expect(deployments.apply(live, 'me', config).object).toEqual(live.object);
  });
});

describe('the time of an entry', () => {
  const [early, late] = ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'];

  it('stays when the same is applied again', () => {
    const first = maps.apply(undefined, 'a', { data: { x: '1' } }, { now: early });
    const again = maps.apply(first, 'a', { data: { x: '1' } }, { now: late });
    expect(again).toMatchObject({ object: first.object, managed: [{ time: early }] });
  });

  it('moves when ownership alone changes', () => {
    const first = maps.apply(undefined, 'a', { data: { x: '1' } }, { now: early });
    const shared = maps.apply(first, 'b', { data: { x: '1' } }, { now: late });
    const times = encodeManagedFields(shared.managed).map(({ manager, time }) => [manager, time]);
    expect(times).toEqual([
      ['a', early],
      ['b', late],
    ]);
  });
});

it('an object without managed fields belongs to before-first-apply', () => {
  const live = { object: { data: { x: '1' } }, managed: [] };
  const applied = maps.apply(live, 'me', { data: { y: '2' } });
  expect(managerFields(applied, 'before-first-apply')).toEqual({ 'f:data': { '.': {}, 'f:x': {} } });
  expect(catchError(() => maps.apply(live, 'me', { data: { x: '2' } })).message).toContain(
    '"before-first-apply" using v1',
  );
});

describe('a list that becomes one value', () => {
  const types = { keyed: { kind: 'keyed', keys: [{ name: 'name' }], items: LEAF }, leaf: LEAF } as const;
  const manager = (items: keyof typeof types) =>
    TestFieldManager.of({ kind: 'granular', field: (name) => (name === 'items' ? types[items] : undefined) });
  const before = manager('keyed').apply(undefined, 'old', { items: [{ name: 'a' }, { name: 'b' }] });

  it('belongs to each owner of a part of it', () => {
    const config = { items: [{ name: 'c' }] };
    const { message } = catchError(() => manager('leaf').apply(before, 'new', config));
    expect(message).toBe('Apply failed with 1 conflict: conflict with "old": .items');
    const forced = manager('leaf').apply(before, 'new', config, { force: true });
    expect([managerPaths(forced, 'old'), managerPaths(forced, 'new')]).toEqual([[], ['.items']]);
  });

  it('is lost to an update as a whole', () => {
    const updated = manager('leaf').update(before, 'u', { items: [] });
    expect([managerPaths(updated, 'old'), managerPaths(updated, 'u')]).toEqual([[], ['.items']]);
  });

  it('stays when it is applied again', () => {
    const again = manager('leaf').apply(before, 'old', { items: [{ name: 'a' }, { name: 'b' }] });
    expect(again.object).toEqual(before.object);
    expect(managerPaths(again, 'old')).toEqual(['.items']);
  });
});

describe('kubectl after client-side apply', () => {
  const annotation = 'kubectl.kubernetes.io/last-applied-configuration';
  const asApplied = (data: JsonObject) => ({
    metadata: { annotations: { [annotation]: JSON.stringify({ data }) } },
    data,
  });

  it('takes over what it applied, and keeps the annotation true', () => {
    const live = maps.update(undefined, 'kubectl-client-side-apply', asApplied({ x: '1' }));
    const applied = maps.apply(live, 'kubectl', { data: { x: '2' } });
    expect(applied.object).toEqual({
      metadata: { annotations: { [annotation]: `${JSON.stringify({ data: { x: '2' }, metadata: {} })}\n` } },
      data: { x: '2' },
    });
    expect(managerPaths(applied, 'kubectl')).toEqual(['.data.x']);
  });

  it('does not take fields that another manager changed since', () => {
    const live = maps.update(undefined, 'kubectl-client-side-apply', asApplied({ x: '1', y: '1' }));
    const edited = maps.update(live, 'editor', { ...live.object, data: { x: '9', y: '1' } });
    const { message } = catchError(() => maps.apply(edited, 'kubectl', { data: { x: '2', y: '2' } }));
    expect(message).toBe('Apply failed with 1 conflict: conflict with "editor" using v1: .data.x');
  });

  it('is the only one to do so', () => {
    const live = maps.update(undefined, 'kubectl-client-side-apply', asApplied({ x: '1' }));
    expect(catchError(() => maps.apply(live, 'helm', { data: { x: '2' } })).message).toContain('.data.x');
  });
});
