import type { JsonValue } from '@kubemin/kubeapi';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findComparison, findMatchingEntry, readVariable } from './comparisons.ts';
import { COMPARISONS } from './workflow-resource.ts';

const matches = (name: string, value: JsonValue | undefined, to: string) => findComparison(name)?.matches(value, to);

describe('a comparison', () => {
  test.each<[string, JsonValue | undefined, string, boolean]>([
    ['NumE', 8, '8', true],
    ['NumE', '8', '8.0', true],
    ['NumE', '8e0', '8', true],
    ['NumE', 'eight', '8', false],
    ['NumE', true, '1', false],
    ['NumE', null, '0', false],
    ['NumE', '', '0', false],
    ['NumE', undefined, '0', false],
    ['NumNE', 7, '8', true],
    ['NumNE', 'seven', '8', false],
    ['NumG', 9, '8', true],
    ['NumG', 8, '8', false],
    ['NumGE', 8, '8', true],
    ['NumL', -1, '0', true],
    ['NumLE', '0', '0', true],
    ['NumLE', 'x', '0', false],
    ['StrE', 'error', 'error', true],
    ['StrE', 8, '8', true],
    ['StrE', false, 'false', true],
    ['StrE', null, 'null', false],
    ['StrE', ['error'], 'error', false],
    ['StrE', undefined, '', false],
    ['StrNE', 'ok', 'error', true],
    ['StrNE', undefined, 'error', true],
    ['StrNE', { a: 1 }, 'error', true],
    ['StrContains', 'an error', 'err', true],
    ['StrContains', undefined, '', false],
    ['StrMatch', 'v1.2', '^v[0-9]', true],
    ['StrMatch', 'v1.2', '[', false],
    ['Exists', null, '', true],
    ['Exists', undefined, '', false],
    ['Exists', undefined, 'false', true],
    ['default', undefined, '', true],
  ])('%s of %j with "%s": %s', (name, value, to, expected) => {
    expect(matches(name, value, to)).toBe(expected);
  });

  test('exists for each name, and for no other', () => {
    for (const name of COMPARISONS) expect(findComparison(name)).toBeDefined();
    for (const name of ['', 'numE', 'constructor', '__proto__']) expect(findComparison(name)).toBeUndefined();
  });

  test('is the opposite of its counterpart, for all values that can be compared', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (any, to) => {
        const value: JsonValue = JSON.parse(JSON.stringify(any));
        expect(matches('StrNE', value, to)).toBe(!matches('StrE', value, to));
      }),
    );
    fc.assert(
      fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true, noDefaultInfinity: true }), (a, b) => {
        const to = `${b}`;
        if (!Number.isFinite(a)) return;
        expect(matches('NumNE', a, to)).toBe(!matches('NumE', a, to));
        expect(matches('NumLE', a, to)).toBe(!matches('NumG', a, to));
        expect(matches('NumGE', `${a}`, to)).toBe(!matches('NumL', a, to));
      }),
    );
  });

  test('with a pattern that would backtrack ends at once', () => {
    expect(matches('StrMatch', `${'a'.repeat(50_000)}b`, '^(a+)+$')).toBe(false);
  });
});

test('the first entry that matches is taken, also before a later default', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 8 }), (hits) => {
      const entries = hits.map((hit, index) => ({
        variable: 'x',
        compareBy: 'NumE',
        compareTo: hit ? '1' : '2',
        next: `${index}`,
      }));
      const all = [...entries, { compareBy: 'default', next: 'default' }];
      const first = hits.indexOf(true);
      expect(findMatchingEntry(all, { x: 1 })?.next).toBe(first < 0 ? 'default' : `${first}`);
    }),
  );
});

test('a variable is a key, or else a path', () => {
  const data = { 'a.b': 1, a: { b: 2, c: { d: 3 } }, list: [1] };
  expect(readVariable(data, 'a.b')).toBe(1);
  expect(readVariable(data, 'a.c.d')).toBe(3);
  expect(readVariable(data, 'a.x.d')).toBeUndefined();
  expect(readVariable(data, 'constructor')).toBeUndefined();
  expect(readVariable(data, 'list.length')).toBeUndefined();
});
