import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deepFreeze } from '../object/json.ts';
import type { JsonValue } from '../object/object.ts';
import { applyJsonPatch } from './json-patch.ts';
import { PatchError } from './patch-error.ts';

describe('operations', () => {
  test.each<[string, unknown, unknown, unknown]>([
    ['add a key', { a: 1 }, [{ op: 'add', path: '/b', value: 2 }], { a: 1, b: 2 }],
    ['add replaces a key that exists', { a: 1 }, [{ op: 'add', path: '/a', value: null }], { a: null }],
    ['add into a list', [1, 3], [{ op: 'add', path: '/1', value: 2 }], [1, 2, 3]],
    ['add at the end by index', [1], [{ op: 'add', path: '/1', value: 2 }], [1, 2]],
    ['add at the end by dash', [1], [{ op: 'add', path: '/-', value: [2] }], [1, [2]]],
    ['add the whole document', { a: 1 }, [{ op: 'add', path: '', value: 7 }], 7],
    ['remove a key', { a: { b: 1, c: 2 } }, [{ op: 'remove', path: '/a/b' }], { a: { c: 2 } }],
    ['remove an item', { a: [1, 2, 3] }, [{ op: 'remove', path: '/a/1' }], { a: [1, 3] }],
    ['replace inside a list', { a: [{ b: 1 }] }, [{ op: 'replace', path: '/a/0/b', value: 2 }], { a: [{ b: 2 }] }],
    ['move', { a: { x: 1 }, b: {} }, [{ op: 'move', from: '/a/x', path: '/b/y' }], { a: {}, b: { y: 1 } }],
    ['move within a list', [1, 2, 3], [{ op: 'move', from: '/0', path: '/2' }], [2, 3, 1]],
    ['move onto itself', { a: 1 }, [{ op: 'move', from: '/a', path: '/a' }], { a: 1 }],
    ['copy', { a: [1] }, [{ op: 'copy', from: '/a', path: '/b' }], { a: [1], b: [1] }],
    [
      'test holds whatever the order of keys',
      { a: { x: 1, y: 2 } },
      [{ op: 'test', path: '/a', value: { y: 2, x: 1 } }],
      { a: { x: 1, y: 2 } },
    ],
    ['test for null where there is nothing', {}, [{ op: 'test', path: '/a/b', value: null }], {}],
    [
      'escaped keys',
      { 'a/b': 1, 'm~n': 2 },
      [
        { op: 'remove', path: '/a~1b' },
        { op: 'remove', path: '/m~0n' },
      ],
      {},
    ],
    ['the empty key', { '': 1 }, [{ op: 'replace', path: '/', value: 2 }], { '': 2 }],
    ['a key that looks like an index', { '0': 'a' }, [{ op: 'remove', path: '/0' }], {}],
    [
      'later steps see earlier ones',
      {},
      [
        { op: 'add', path: '/a', value: {} },
        { op: 'add', path: '/a/b', value: 1 },
      ],
      { a: { b: 1 } },
    ],
  ])('%s', (_name, document, patch, expected) => {
    expect(applyJsonPatch(deepFreeze(document), deepFreeze(patch))).toEqual(expected);
  });
});

describe('refusals name the operation and the path', () => {
  test.each<[unknown, unknown, string]>([
    [{}, [{ op: 'remove', path: '/a' }], 'JSON patch operation 0 (remove /a): there is no "a"'],
    [{}, [{ op: 'replace', path: '/a', value: 1 }], '(replace /a): there is no "a"'],
    [{}, [{ op: 'add', path: '/a/b', value: 1 }], '(add /a/b): there is no value at "a" on the way'],
    [{ a: 'x' }, [{ op: 'add', path: '/a/b', value: 1 }], '"x" is neither an object nor a list'],
    [[1], [{ op: 'add', path: '/2', value: 1 }], 'index 2 is outside the list, which has 1 items'],
    [[1], [{ op: 'remove', path: '/1' }], 'index 1 is outside the list'],
    [[1], [{ op: 'remove', path: '/-' }], '"-" is not an index'],
    [[1], [{ op: 'remove', path: '/01' }], '"01" is not an index'],
    [{}, [{ op: 'remove', path: '' }], 'the whole document cannot be removed'],
    [{}, [{ op: 'copy', from: '/a', path: '/b' }], '(copy /b): there is no value at "/a"'],
    [{ a: {} }, [{ op: 'move', from: '/a', path: '/a/b' }], 'cannot be moved into itself'],
    [{}, [{ op: 'add', path: 'a', value: 1 }], 'does not start with "/"'],
    [{}, [{ op: 'add', path: '/~2', value: 1 }], 'neither "~0" nor "~1"'],
    [{}, [{ op: 'add', path: '/a' }], 'JSON patch operation 0 (add /a) has no "value"'],
    [{}, [{ op: 'move', path: '/a' }], 'has no "from"'],
    [{}, [{ op: 'add', value: 1 }], 'JSON patch operation 0 has no "path"'],
    [
      {},
      [
        { op: 'test', path: '/a', value: null },
        { op: 'merge', path: '/a' },
      ],
      'JSON patch operation 1 has the unknown op "merge"',
    ],
    [{}, [7], 'JSON patch operation 0 is not an object'],
    [{}, { op: 'add' }, 'a list of operations'],
    [{}, [{ op: 'remove', path: '/toString' }], 'there is no "toString"'],
  ])('%j %j', (document, patch, message) => {
    expect(() => applyJsonPatch(document, patch)).toThrow(PatchError);
    expect(() => applyJsonPatch(document, patch)).toThrow(message);
  });

  test('a failed test has a code of its own', () => {
    expect(() => applyJsonPatch({ a: 1 }, [{ op: 'test', path: '/a', value: 2 }])).toThrow(
      expect.objectContaining({
        code: 'PATCH_TEST_FAILED',
        message: 'JSON patch operation 0 (test /a): the value is 1, not 2',
      }),
    );
  });

  test('more than 10000 operations are too many', () => {
    const patch = Array.from({ length: 10_001 }, () => ({ op: 'test', path: '', value: {} }));
    expect(() => applyJsonPatch({}, patch)).toThrow(expect.objectContaining({ code: 'PATCH_TOO_LARGE' }));
    expect(applyJsonPatch({}, patch.slice(1))).toEqual({});
  });

  test('copies that double the document are stopped', () => {
    const patch = Array.from({ length: 40 }, (_, index) => ({ op: 'copy', from: '', path: `/k${index}` }));
    expect(() => applyJsonPatch({ a: 'x'.repeat(100) }, patch)).toThrow(
      expect.objectContaining({ code: 'PATCH_TOO_LARGE' }),
    );
  });
});

test('a key called __proto__ is a key like any other', () => {
  const patched = applyJsonPatch({}, [{ op: 'add', path: '/__proto__', value: { polluted: true } }]);
  expect(JSON.stringify(patched)).toBe('{"__proto__":{"polluted":true}}');
  expect(Object.getPrototypeOf(patched)).toBe(Object.prototype);
  expect(() => applyJsonPatch({}, [{ op: 'add', path: '/__proto__/x', value: 1 }])).toThrow(PatchError);
  expect({}).not.toHaveProperty('polluted');
});

test('a patch made of one replacement per difference turns any object into any other', () => {
  const objects = fc.dictionary(fc.string({ maxLength: 3 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 });
  fc.assert(
    fc.property(objects, objects, (from, to) => {
      const patched = applyJsonPatch(deepFreeze(from), difference(from, to));
      expect(JSON.parse(JSON.stringify(patched))).toEqual(JSON.parse(JSON.stringify(to)));
    }),
  );
});

function difference(
  from: Readonly<Record<string, unknown>>,
  to: Readonly<Record<string, unknown>>,
): readonly JsonValue[] {
  const pointer = (key: string): string => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  const removed = Object.keys(from).filter((key) => !Object.hasOwn(to, key));
  return JSON.parse(
    JSON.stringify([
      ...removed.map((key) => ({ op: 'remove', path: pointer(key) })),
      ...Object.entries(to).map(([key, value]) => ({ op: 'add', path: pointer(key), value })),
      ...Object.entries(to).map(([key, value]) => ({ op: 'test', path: pointer(key), value })),
    ]),
  );
}
