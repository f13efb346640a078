import { applyMergePatch, deepEqual, type JsonValue } from '@kubemin/kubeapi';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fieldShape } from '../task/applied-fields.ts';
import { mergePatchBetween, threeWayMerge } from './three-way-merge.ts';

/** Delivers `desired` over `live`, which was last delivered as `before`. */
function deliver(before: JsonValue, desired: JsonValue, live: JsonValue): JsonValue {
  return threeWayMerge({ applied: fieldShape(before), desired, live });
}

test('a field that left the document leaves the object; one that others set stays', () => {
  const merged = deliver(
    { spec: { replicas: 2, paused: true } },
    { spec: { replicas: 3 } },
    { spec: { replicas: 2, paused: true, strategy: { type: 'RollingUpdate' } }, status: { ready: 1 } },
  );
  expect(merged).toEqual({ spec: { replicas: 3, strategy: { type: 'RollingUpdate' } }, status: { ready: 1 } });
});

describe('lists', () => {
  const live = {
    containers: [
      { name: 'web', image: 'web:1', imagePullPolicy: 'IfNotPresent', env: [{ name: 'A', value: '1' }] },
      { name: 'injected', image: 'proxy' },
      { name: 'old', image: 'old' },
    ],
  };

  test('entries with names: defaults stay, other people’s entries stay, our removed entries go', () => {
    const before = {
      containers: [
        { name: 'web', image: 'web:1' },
        { name: 'old', image: 'old' },
      ],
    };
    expect(deliver(before, { containers: [{ name: 'web', image: 'web:2' }] }, live)).toEqual({
      containers: [
        { name: 'web', image: 'web:2', imagePullPolicy: 'IfNotPresent', env: [{ name: 'A', value: '1' }] },
        { name: 'injected', image: 'proxy' },
      ],
    });
  });

  test('an environment variable that turns from a value into a reference loses the value', () => {
    const env = (entry: JsonValue) => ({ env: [entry] });
    const desired = env({ name: 'A', valueFrom: { fieldRef: { fieldPath: 'x' } } });
    expect(deliver(env({ name: 'A', value: '1' }), desired, env({ name: 'A', value: '1' }))).toEqual(desired);
  });

  test('entries without names keep their defaults when nothing was added or removed, else the document’s list counts', () => {
    const ports = (...entries: JsonValue[]) => ({ ports: entries });
    const live = ports({ containerPort: 80, protocol: 'TCP' });
    expect(deliver(ports({ containerPort: 80 }), ports({ containerPort: 80 }), live)).toEqual(live);
    const two = ports({ containerPort: 80 }, { containerPort: 90 });
    expect(deliver(ports({ containerPort: 80 }), two, live)).toEqual(two);
  });

  test('claim templates are distinguished by the name in their metadata', () => {
    const template = (name: string, extra: object = {}) => ({ metadata: { name, ...extra }, spec: {} });
    const live = { claims: [template('data', { uid: '1' }), template('logs', { uid: '2' })] };
    const before = { claims: [template('data'), template('logs')] };
    expect(deliver(before, { claims: [template('data')] }, live)).toEqual({ claims: [template('data', { uid: '1' })] });
  });
});

test('what is remembered of a delivery holds no values', () => {
  const secret = { data: { password: 'aHVudGVyMg==', name: 'Ym9i' }, list: [{ name: 'A', value: 'hunter2' }] };
  expect(fieldShape(secret)).toEqual({ data: { password: 0, name: 0 }, list: [{ name: 'A', value: 0 }] });
});

const keys = fc.constantFrom('a', 'b', 'name', 'constructor', '__proto__');
const { json } = fc.letrec<{ json: JsonValue }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<JsonValue>(0, 1, 'x', true),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.array(fc.tuple(keys, tie('json')), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
  ),
}));
const object = fc.array(fc.tuple(keys, json), { maxLength: 4 }).map((entries) => Object.fromEntries(entries));

test('any two objects: the patch between them makes one of the other, and is empty exactly when they are equal', () => {
  fc.assert(
    fc.property(object, object, (from, to) => {
      const patch = mergePatchBetween(from, to);
      expect(patch === undefined).toBe(deepEqual(from, to));
      if (patch !== undefined) expect(deepEqual(applyMergePatch(from, patch), to)).toBe(true);
    }),
  );
});

test('any document: delivering it twice changes nothing the second time', () => {
  fc.assert(
    fc.property(object, object, object, (before, desired, live) => {
      const once = deliver(before, desired, live);
      expect(deepEqual(deliver(desired, desired, once), once)).toBe(true);
    }),
  );
});
