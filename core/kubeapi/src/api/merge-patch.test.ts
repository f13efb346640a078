import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deepFreeze } from '../object/json.ts';
import { applyMergePatch } from './merge-patch.ts';

// The cases of RFC 7396, appendix A.
test.each<[unknown, unknown, unknown]>([
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [
    ['a', 'b'],
    ['c', 'd'],
    ['c', 'd'],
  ],
  [{ a: 'b' }, ['c'], ['c']],
  [{ a: 'foo' }, null, null],
  [{ a: 'foo' }, 'bar', 'bar'],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: 'b', c: null }, { a: 'b' }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
])('%j with %j gives %j', (document, patch, expected) => {
  expect(applyMergePatch(deepFreeze(document), deepFreeze(patch))).toEqual(expected);
});

test('applying a patch twice changes nothing more', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (document, patch) => {
      const once = applyMergePatch(deepFreeze(document), deepFreeze(patch));
      expect(JSON.stringify(applyMergePatch(deepFreeze(once), patch))).toBe(JSON.stringify(once));
    }),
  );
});

test('a key called __proto__ is a key like any other', () => {
  const patched = applyMergePatch({}, JSON.parse('{"__proto__":{"polluted":true}}'));
  expect(JSON.stringify(patched)).toBe('{"__proto__":{"polluted":true}}');
  expect({}).not.toHaveProperty('polluted');
});
