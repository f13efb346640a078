import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isStatusError } from '../api/status-error.ts';
import { deepEqual, deepFreeze, type JsonObject } from '../object/json.ts';
import { compareObjects } from './comparison.ts';
import { type FieldPath, formatFieldPath } from './field-set.ts';
import { decodeManagedFields, encodeManagedFields, sameOwnership } from './managed-fields.ts';
import { collectFields } from './object-fields.ts';
import { type Managed, TestFieldManager, valueAt } from './test-support/field-manager.ts';
import { mergeObjects } from './typed-merge.ts';

const deployments = TestFieldManager.builtin('apps/v1', 'Deployment');
const { type } = deployments;

/** Parts of a deployment, with every kind of list and map in it. Keys start with the prefix. */
function configs(prefix = ''): fc.Arbitrary<JsonObject> {
  const key = fc.constantFrom('a', 'b', 'c').map((name) => prefix + name);
  const value = fc.constantFrom('1', '2');
  const labels = fc.dictionary(key, value, { minKeys: 1, noNullPrototype: true });
  const port = fc.record(
    { containerPort: fc.constantFrom(80, 443), protocol: fc.constantFrom('TCP', 'UDP'), name: value },
    { requiredKeys: ['containerPort'], noNullPrototype: true },
  );
  const env = fc.record({ name: key, value }, { requiredKeys: ['name'], noNullPrototype: true });
  const container = fc.record(
    {
      name: key,
      image: value,
      args: fc.array(value, { minLength: 1, maxLength: 2 }),
      env: fc.uniqueArray(env, { selector: ({ name }) => name, minLength: 1 }),
      ports: fc.uniqueArray(port, {
        selector: ({ containerPort, protocol = 'TCP' }) => `${containerPort}/${protocol}`,
        minLength: 1,
      }),
    },
    { requiredKeys: ['name'], noNullPrototype: true },
  );
  const metadata = fc.record(
    { labels, annotations: labels, finalizers: fc.uniqueArray(key, { minLength: 1 }) },
    { requiredKeys: [], noNullPrototype: true },
  );
  const containers = fc.uniqueArray(container, { selector: ({ name }) => name, minLength: 1 });
  return fc
    .record({ metadata, containers }, { noNullPrototype: true })
    .map(({ metadata, containers }) => deepFreeze({ metadata, spec: { template: { spec: { containers } } } }));
}

/** As above, with leaves that are not keyed by anything: they cannot be disjoint. */
const anyConfigs = fc
  .tuple(
    configs(),
    fc.record({ replicas: fc.nat(2), paused: fc.boolean() }, { requiredKeys: [], noNullPrototype: true }),
  )
  .map(([config, spec]) => deepFreeze(mergeObjects(config, { spec }, type)));

const same = (a: JsonObject, b: JsonObject) => Object.values(compareObjects(a, b, type)).every((set) => set.isEmpty);

function owned(state: Managed, manager: string): readonly FieldPath[] {
  return state.managed.filter((entry) => entry.manager === manager).flatMap(({ fields }) => [...fields.paths()]);
}

describe('server-side apply', () => {
  it('applied twice changes nothing the second time, not even a time', () => {
    fc.assert(
      fc.property(anyConfigs, anyConfigs, (other, config) => {
        const live = deployments.update(undefined, 'other', other);
        const once = deployments.apply(live, 'me', config, { force: true, now: '2026-01-01T00:00:00Z' });
        const twice = deployments.apply(once, 'me', config, { now: '2026-01-02T00:00:00Z' });
        expect(twice.object).toEqual(once.object);
        expect(encodeManagedFields(twice.managed)).toEqual(encodeManagedFields(once.managed));
      }),
    );
  });

  it('managers with nothing in common can come in any order', () => {
    fc.assert(
      fc.property(configs('x-'), configs('y-'), (x, y) => {
        const xy = deployments.apply(deployments.apply(undefined, 'x', x), 'y', y);
        const yx = deployments.apply(deployments.apply(undefined, 'y', y), 'x', x);
        expect(same(xy.object, yx.object)).toBe(true);
        expect(sameOwnership(xy.managed, yx.managed)).toBe(true);
      }),
    );
  });

  it('by force always ends in what was applied', () => {
    fc.assert(
      fc.property(anyConfigs, anyConfigs, anyConfigs, (first, other, config) => {
        const applied = deployments.apply(undefined, 'me', first);
        const live = deployments.apply(applied, 'other', other, { force: true });
        const { object } = deployments.apply(live, 'me', config, { force: true });
        expect(mergeObjects(object, config, type)).toEqual(object);
      }),
    );
  });

  it('keeps a field that is applied as empty and is emptied by this very apply', () => {
    const withVolume = (emptyDir: JsonObject): JsonObject => ({
      spec: { template: { spec: { volumes: [{ name: 'cache', emptyDir }] } } },
    });
    const sized = deployments.apply(undefined, 'me', withVolume({ sizeLimit: '1Gi' }));
    const shared = deployments.apply(sized, 'other', withVolume({}));
    expect(deployments.apply(shared, 'me', withVolume({})).object).toEqual(withVolume({}));
  });

  it('removes what it no longer has, unless another manager owns it', () => {
    fc.assert(
      fc.property(anyConfigs, anyConfigs, anyConfigs, (first, other, next) => {
        const live = deployments.apply(deployments.apply(undefined, 'me', first), 'other', other, { force: true });
        const mine = owned(live, 'me');
        const theirs = owned(live, 'other');
        const after = deployments.apply(live, 'me', next, { force: true });
        const wanted = collectFields(next, type);
        for (const path of theirs) {
          if (wanted.has(path)) continue;
          const before = valueAt(live.object, path, type);
          expect(valueAt(after.object, path, type), formatFieldPath(path)).toBeDefined();
          if (typeof before !== 'object') expect(valueAt(after.object, path, type)).toEqual(before);
        }
        const others = new Set(theirs.map(formatFieldPath));
        for (const path of mine.filter((path) => !wanted.has(path) && !others.has(formatFieldPath(path)))) {
          expect(valueAt(after.object, path, type), formatFieldPath(path)).toBeUndefined();
        }
      }),
    );
  });

  it('conflicts exactly where it differs from what others own', () => {
    fc.assert(
      fc.property(anyConfigs, anyConfigs, anyConfigs, (first, second, config) => {
        const start = deployments.apply(undefined, 'applier', first);
        const live = deployments.update(start, 'updater', mergeObjects(first, second, type));
        const applied = collectFields(config, type);
        const others = new Set(['applier', 'updater'].flatMap((manager) => owned(live, manager).map(formatFieldPath)));
        const expected = [...applied.paths()].filter((path) => {
          const [wanted, found] = [valueAt(config, path, type), valueAt(live.object, path, type)];
          // List items and structs are there or not; what they hold is judged leaf by leaf.
          const inner = path.reduce((set, element) => set.child(element), applied).children.size > 0;
          const differs = inner ? found === undefined : !deepEqual(wanted, found);
          return differs && others.has(formatFieldPath(path));
        });
        expect(new Set(conflictsOfApply(live, config))).toEqual(new Set(expected.map(formatFieldPath)));
      }),
    );
  });

  it('keeps every entry readable', () => {
    fc.assert(
      fc.property(anyConfigs, anyConfigs, (first, second) => {
        const state = deployments.apply(deployments.update(undefined, 'u', first), 'a', second, { force: true });
        const decoded = decodeManagedFields(JSON.parse(JSON.stringify(encodeManagedFields(state.managed))));
        expect(decoded !== undefined && sameOwnership(decoded, state.managed)).toBe(true);
      }),
    );
  });
});

function conflictsOfApply(live: Managed, config: JsonObject): readonly string[] {
  try {
    deployments.apply(live, 'me', config);
    return [];
  } catch (error) {
    if (!isStatusError(error, 'Conflict')) throw error;
    return (error.status.details?.causes ?? []).map(({ field = '' }) => field);
  }
}
