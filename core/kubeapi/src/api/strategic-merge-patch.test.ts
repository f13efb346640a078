import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadSchema } from '../generated/schema.gen.ts';
import { deepFreeze } from '../object/json.ts';
import { applyMergePatch } from './merge-patch.ts';
import { PatchError } from './patch-error.ts';
import { applyStrategicMergePatch } from './strategic-merge-patch.ts';

const schema = loadSchema();
const podType = schema.ofKind('v1', 'Pod');
const serviceType = schema.ofKind('v1', 'Service');
const deploymentType = schema.ofKind('apps/v1', 'Deployment');

/** Patches the spec of a pod, which holds a list of every sort. */
function patchSpec(spec: object, patch: object): unknown {
  return applyStrategicMergePatch(deepFreeze({ spec }), deepFreeze({ spec: patch }), podType).spec;
}

/** Patches the environment of the only container. */
function patchEnv(env: readonly object[], patch: object): unknown {
  const spec = { containers: [{ name: 'c', env }] };
  return patchSpec(spec, { containers: [{ name: 'c', ...patch }] });
}

const names = (...list: readonly string[]): readonly object[] => list.map((name) => ({ name }));
const vars = (env: unknown): unknown => ({ containers: [{ name: 'c', env }] });

describe('maps', () => {
  test('merge, and null deletes', () => {
    const pod = { metadata: { labels: { a: '1', b: '2' } } };
    const patch = { metadata: { labels: { b: null, c: '3', gone: null }, annotations: { x: null, y: 'z' } } };
    expect(applyStrategicMergePatch(deepFreeze(pod), deepFreeze(patch), podType)).toEqual({
      metadata: { labels: { a: '1', c: '3' }, annotations: { y: 'z' } },
    });
  });

  test('$patch: replace takes the patch alone, $patch: delete leaves an empty map, $patch: merge merges', () => {
    const labels = { a: '1' };
    const patched = (patch: object): unknown =>
      applyStrategicMergePatch(deepFreeze({ metadata: { labels } }), { metadata: { labels: patch } }, podType);
    expect(patched({ $patch: 'replace', b: '2' })).toEqual({ metadata: { labels: { b: '2' } } });
    expect(patched({ $patch: 'delete' })).toEqual({ metadata: { labels: {} } });
    expect(patched({ $patch: 'merge', b: '2' })).toEqual({ metadata: { labels: { a: '1', b: '2' } } });
  });

  test('$retainKeys drops every other key', () => {
    const strategy = { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } };
    const patch = { spec: { strategy: { $retainKeys: ['type'], type: 'Recreate', rollingUpdate: null } } };
    expect(applyStrategicMergePatch(deepFreeze({ spec: { strategy } }), deepFreeze(patch), deploymentType)).toEqual({
      spec: { strategy: { type: 'Recreate' } },
    });
  });

  test('a field with strategy replace is replaced', () => {
    const pdb = { spec: { selector: { matchLabels: { a: '1' } } } };
    const patch = { spec: { selector: { matchLabels: { b: '2' } } } };
    const type = schema.ofKind('policy/v1', 'PodDisruptionBudget');
    expect(applyStrategicMergePatch(pdb, patch, type)).toEqual(patch);
  });
});

describe('lists with a merge key', () => {
  test('elements merge by key, new ones come first, untouched ones stay', () => {
    expect(
      patchEnv(
        [
          { name: 'a', value: '1' },
          { name: 'b', value: '2' },
        ],
        {
          env: [
            { name: 'b', value: '3' },
            { name: 'n', value: '4' },
          ],
        },
      ),
    ).toEqual(
      vars([
        { name: 'a', value: '1' },
        { name: 'b', value: '3' },
        { name: 'n', value: '4' },
      ]),
    );
    expect(patchEnv(names('a', 'b'), { env: names('n') })).toEqual(vars(names('n', 'a', 'b')));
  });

  test('$patch: delete takes an element away, also one that is not there', () => {
    expect(patchEnv(names('a', 'b'), { env: [{ name: 'a', $patch: 'delete' }] })).toEqual(vars(names('b')));
    expect(patchEnv(names('b'), { env: [{ name: 'a', $patch: 'delete' }] })).toEqual(vars(names('b')));
    expect(patchSpec({}, { containers: [{ name: 'a', $patch: 'delete' }, { name: 'b' }] })).toEqual({
      containers: names('b'),
    });
  });

  test('$patch: replace takes the list of the patch', () => {
    expect(patchEnv(names('a', 'b'), { env: [{ $patch: 'replace' }, { name: 'n' }] })).toEqual(vars(names('n')));
    expect(patchEnv(names('a', 'b'), { env: [{ $patch: 'replace' }] })).toEqual(vars([]));
  });

  test('$setElementOrder orders merged and untouched elements', () => {
    const patch = { '$setElementOrder/env': names('c', 'n', 'a'), env: [{ name: 'n', value: '1' }] };
    expect(patchEnv(names('a', 'b', 'c'), patch)).toEqual(
      vars([{ name: 'b' }, { name: 'c' }, { name: 'n', value: '1' }, { name: 'a' }]),
    );
    expect(patchEnv(names('a', 'b'), { '$setElementOrder/env': names('b', 'a') })).toEqual(vars(names('b', 'a')));
  });

  test('ports merge by their number', () => {
    const service = { spec: { ports: [{ port: 80, targetPort: 8080 }, { port: 443 }] } };
    const patch = { spec: { ports: [{ port: 80, nodePort: 30080 }] } };
    expect(applyStrategicMergePatch(deepFreeze(service), patch, serviceType)).toEqual({
      spec: { ports: [{ port: 80, targetPort: 8080, nodePort: 30080 }, { port: 443 }] },
    });
  });

  test('a volume changes its kind through $retainKeys', () => {
    const volumes = [{ name: 'v', emptyDir: {} }];
    const patch = { volumes: [{ name: 'v', $retainKeys: ['name', 'hostPath'], hostPath: { path: '/x' } }] };
    expect(patchSpec({ volumes }, patch)).toEqual({ volumes: [{ name: 'v', hostPath: { path: '/x' } }] });
  });
});

describe('other lists', () => {
  test('lists of scalars with strategy merge are sets', () => {
    const pod = deepFreeze({ metadata: { finalizers: ['a', 'b'] } });
    const patched = (metadata: object): unknown => applyStrategicMergePatch(pod, { metadata }, podType).metadata;
    expect(patched({ finalizers: ['b', 'c'] })).toEqual({ finalizers: ['a', 'b', 'c'] });
    expect(patched({ '$deleteFromPrimitiveList/finalizers': ['a', 'x'] })).toEqual({ finalizers: ['b'] });
    expect(
      patched({
        '$deleteFromPrimitiveList/finalizers': ['a'],
        '$setElementOrder/finalizers': ['c', 'b'],
        finalizers: ['c'],
      }),
    ).toEqual({ finalizers: ['c', 'b'] });
  });

  test('atomic lists are replaced', () => {
    expect(patchSpec({ tolerations: [{ key: 'a' }] }, { tolerations: [{ key: 'b', value: null }] })).toEqual({
      tolerations: [{ key: 'b' }],
    });
  });

  test('without a type, maps merge and lists are replaced', () => {
    const custom = { spec: { a: { x: 1, y: 2 }, list: names('a') } };
    const patch = { spec: { a: { y: null, z: 3 }, list: names('b') } };
    expect(applyStrategicMergePatch(deepFreeze(custom), patch, undefined)).toEqual({
      spec: { a: { x: 1, z: 3 }, list: names('b') },
    });
  });

  test('a field may begin with a dollar sign', () => {
    expect(applyStrategicMergePatch({}, { $ref: '#/x' }, undefined)).toEqual({ $ref: '#/x' });
  });
});

describe('refusals', () => {
  test.each<[object, string]>([
    [{ metadata: { labels: 'x' } }, 'metadata.labels: cannot restore map from string'],
    [{ spec: { containers: 'x' } }, 'spec.containers: cannot restore slice from string'],
    [{ spec: 7 }, 'spec: cannot restore struct from: int64'],
    [{ spec: { containers: [{ image: 'x' }] } }, 'does not contain declared merge key: name'],
    [{ spec: { containers: [{ name: 'a' }, 'x'] } }, 'spec.containers[1]: list element types are not identical'],
    [
      { metadata: { labels: { $patch: 'melt' } } },
      'strategic merge patch at metadata.labels: unknown patch type "melt"',
    ],
    [{ spec: { $retainKeys: ['a'], b: 1 } }, 'the patch sets "b", which is missing from its $retainKeys'],
    [
      { spec: { '$setElementOrder/containers': names('b', 'a'), containers: names('a', 'b') } },
      "doesn't match its $setElementOrder",
    ],
    [
      { spec: { '$setElementOrder/containers': names('b'), containers: names('a') } },
      "doesn't match its $setElementOrder",
    ],
    [{ spec: { '$setElementOrder/containers': 'a', containers: [] } }, '$setElementOrder/containers must be a list'],
    [{ metadata: { '$deleteFromPrimitiveList/finalizers': 'a' } }, 'must be a list of values'],
    [[], 'must be an object'],
  ])('%j', (patch, message) => {
    const pod = { metadata: { labels: {} }, spec: {} };
    expect(() => applyStrategicMergePatch(pod, patch, podType)).toThrow(PatchError);
    expect(() => applyStrategicMergePatch(pod, patch, podType)).toThrow(message);
  });
});

test('a key called __proto__ is a key like any other', () => {
  const patched = applyStrategicMergePatch({}, JSON.parse('{"__proto__":{"polluted":true}}'), undefined);
  expect(JSON.stringify(patched)).toBe('{"__proto__":{"polluted":true}}');
  expect({}).not.toHaveProperty('polluted');
});

const env = fc.uniqueArray(
  fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd', 'e'), value: fc.constantFrom('1', '2') }),
  {
    selector: ({ name }) => name,
  },
);

describe('for any lists', () => {
  test('merging keeps every element once, the patch wins, and its order is kept', () => {
    fc.assert(
      fc.property(env, env, (original, patch) => {
        const merged = containerEnv(patchEnv(original, { env: patch }));
        const expected = new Map([...original, ...patch].map(({ name, value }) => [name, value]));
        expect(new Map(merged.map(({ name, value }) => [name, value]))).toEqual(expected);
        expect(merged).toHaveLength(expected.size);
        const named: readonly string[] = patch.map(({ name }) => name);
        expect(merged.map(({ name }) => name).filter((name) => named.includes(name))).toEqual(named);
        const others = original.map(({ name }) => name).filter((name) => !named.includes(name));
        expect(merged.map(({ name }) => name).filter((name) => !named.includes(name))).toEqual(others);
      }),
    );
  });

  test('deletions and an explicit order together lead from any list to any other', () => {
    fc.assert(
      fc.property(env, env, (from, to) => {
        const kept = new Set(to.map(({ name }) => name));
        const deletions = from.filter(({ name }) => !kept.has(name)).map(({ name }) => ({ name, $patch: 'delete' }));
        const patch = { env: [...to, ...deletions], '$setElementOrder/env': to.map(({ name }) => ({ name })) };
        expect(containerEnv(patchEnv(from, patch))).toEqual(to);
      }),
    );
  });

  test('without a type and directives it is a merge patch', () => {
    const object = fc.dictionary(
      fc.constantFrom('a', 'b'),
      fc.dictionary(fc.constantFrom('x', 'y'), fc.constantFrom(1, null, 'z')),
    );
    fc.assert(
      fc.property(object, object, (document, patch) => {
        expect(applyStrategicMergePatch(deepFreeze(document), deepFreeze(patch), undefined)).toEqual(
          applyMergePatch(document, patch),
        );
      }),
    );
  });
});

function containerEnv(spec: unknown): readonly { readonly name: string; readonly value: string }[] {
  return JSON.parse(JSON.stringify(spec)).containers[0].env;
}
