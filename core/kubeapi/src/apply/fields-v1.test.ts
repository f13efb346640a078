import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FieldSet, formatFieldPath } from './field-set.ts';
import { decodeFieldsV1, encodeFieldsV1, FieldsV1Error } from './fields-v1.ts';
import { fieldElement, indexElement, keyElement, type PathElement, valueElement } from './path-element.ts';

const scalars = fc.oneof(fc.string(), fc.integer(), fc.boolean());
const elements: fc.Arbitrary<PathElement> = fc.oneof(
  fc.string().map(fieldElement),
  fc.constantFrom('__proto__', 'constructor', '.', '0').map(fieldElement),
  scalars.map((value) => valueElement(value)),
  fc.nat(100).map(indexElement),
  fc
    .dictionary(fc.string(), scalars, { minKeys: 1, maxKeys: 3, noNullPrototype: true })
    .map((keys) => keyElement(Object.entries(keys).sort(([a], [b]) => (a < b ? -1 : 1)))),
);
const sets = fc.array(fc.array(elements, { minLength: 1, maxLength: 4 }), { maxLength: 12 }).map(FieldSet.fromPaths);

describe('FieldsV1', () => {
  it('is read as it was written, whatever the names', () => {
    fc.assert(fc.property(sets, (set) => decodeFieldsV1(JSON.parse(JSON.stringify(encodeFieldsV1(set)))).equals(set)));
  });

  it('is written as Kubernetes writes it: dots for members with children, sorted, keys in order', () => {
    const path = (...path: PathElement[]) => path;
    const ports = path('f:spec', 'f:ports');
    const set = FieldSet.fromPaths([
      path('f:spec', 'f:replicas'),
      path('f:metadata', 'f:finalizers', 'v:"b"'),
      path('f:metadata', 'f:finalizers', 'v:"a"'),
      [...ports, keyElement([['containerPort', 8080]])],
      [...ports, keyElement([['containerPort', 443]])],
      [...ports, keyElement([['containerPort', 443]]), 'f:name'],
      path('f:spec', 'f:list', 'i:0'),
    ]);
    expect(JSON.stringify(encodeFieldsV1(set))).toBe(
      '{"f:metadata":{"f:finalizers":{"v:\\"a\\"":{},"v:\\"b\\"":{}}},"f:spec":{"f:list":{"i:0":{}},' +
        '"f:ports":{"k:{\\"containerPort\\":443}":{".":{},"f:name":{}},"k:{\\"containerPort\\":8080}":{}},"f:replicas":{}}}',
    );
  });

  it('finds the same item however its keys were spelled', () => {
    const set = decodeFieldsV1({ 'k:{"protocol": "TCP", "containerPort": 80.0}': { 'f:name': {} } });
    expect([...set.paths()].map(formatFieldPath)).toEqual(['[containerPort=80,protocol="TCP"].name']);
  });

  it('leaves out elements of a kind that does not exist yet', () => {
    expect(encodeFieldsV1(decodeFieldsV1({ 'x:new': {}, 'f:a': {} }))).toEqual({ 'f:a': {} });
  });

  it.each([
    ['a scalar for a set', 3],
    ['a scalar inside', { 'f:a': 1 }],
    ['keys that are no JSON', { 'k:{name}': {} }],
    ['keys that are no object', { 'k:[]': {} }],
    ['an index that is no number', { 'i:x': {} }],
    ['nesting without end', JSON.parse(`${'{"f:a":'.repeat(400)}{}${'}'.repeat(400)}`)],
  ])('refuses %s', (_, value) => {
    expect(() => decodeFieldsV1(value)).toThrow(FieldsV1Error);
  });
});

describe('field sets', () => {
  const pathTexts = (set: FieldSet) => new Set([...set.paths()].map((path) => JSON.stringify(path)));

  it('do what sets do', () => {
    fc.assert(
      fc.property(sets, sets, (a, b) => {
        const [inA, inB] = [pathTexts(a), pathTexts(b)];
        expect(pathTexts(a.union(b))).toEqual(new Set([...inA, ...inB]));
        expect(pathTexts(a.intersection(b))).toEqual(new Set([...inA].filter((path) => inB.has(path))));
        expect(pathTexts(a.difference(b))).toEqual(new Set([...inA].filter((path) => !inB.has(path))));
        expect(a.difference(b).union(a.intersection(b)).equals(a)).toBe(true);
      }),
    );
  });

  it('can leave out, or keep only, whole branches', () => {
    const set = FieldSet.fromPaths([['f:spec', 'f:a'], ['f:status'], ['f:status', 'f:b']]);
    const status = FieldSet.fromPaths([['f:status']]);
    expect(encodeFieldsV1(set.without(status))).toEqual({ 'f:spec': { 'f:a': {} } });
    expect(encodeFieldsV1(set.within(status))).toEqual({ 'f:status': { '.': {}, 'f:b': {} } });
  });
});
