import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonError } from './json-error.ts';
import { formatJsonPath } from './json-path.ts';
import { MAX_JSON_DEPTH, readJson } from './json-reader.ts';
import { walkJson } from './json-walk.ts';

function duplicates(text: string): readonly string[] {
  return readJson(text).duplicates.map(formatJsonPath);
}

function refusal(text: string): JsonError {
  try {
    readJson(text);
  } catch (error) {
    if (error instanceof JsonError) return error;
    throw error;
  }
  throw new Error(`was read: ${text}`);
}

/** Keys that are likely to meet each other, and hashes that are likely to collide. */
const key = fc.oneof(
  fc.constantFrom('a', 'b', '', '__proto__', 'constructor', '\u0000', 'Aa', 'BB', 'AaAa', 'BBBB'),
  fc.string({ unit: 'binary', maxLength: 3 }),
);
const { document } = fc.letrec<{ document: unknown }>((tie) => ({
  document: fc.oneof(
    { depthSize: 'small' },
    fc.oneof(fc.jsonValue(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.maxSafeInteger()),
    fc.array(tie('document'), { maxLength: 4 }),
    fc.dictionary(key, tie('document'), { maxKeys: 24, noNullPrototype: true }),
  ),
}));
const indent = fc.constantFrom('', ' ', '\t', '\n');

describe('readJson, on what is valid', () => {
  test('agrees with JSON.parse and finds nothing', () => {
    fc.assert(
      fc.property(document, indent, (value, space) => {
        const text = JSON.stringify(value, undefined, space);
        expect(readJson(text)).toEqual({ value: JSON.parse(text), duplicates: [], inexact: [] });
      }),
      { numRuns: 500 },
    );
  });

  test('accepts exactly what JSON.parse accepts, however the text is mangled', () => {
    const mangled = fc
      .tuple(
        document,
        fc.nat(),
        fc.nat({ max: 2 }),
        fc.constantFrom('', '"', '\\', '{', '}', ',', '0', '.', 'e', '-', ':', '\n', '\u0001', 'é'),
      )
      .map(([value, at, cut, insert]) => {
        const text = JSON.stringify(value);
        const place = at % (text.length + 1);
        return text.slice(0, place) + insert + text.slice(place + cut);
      });
    fc.assert(
      fc.property(mangled, (text) => {
        let expected: unknown;
        try {
          expected = JSON.parse(text);
        } catch {
          expect(() => readJson(text)).toThrow(JsonError);
          expect(() => walkJson(text)).toThrow(JsonError);
          return;
        }
        walkJson(text);
        expect(readJson(text).value).toEqual(expected);
      }),
      { numRuns: 2000 },
    );
  });

  test('keeps __proto__ an ordinary key', () => {
    const { value } = readJson('{"__proto__": {"polluted": true}}');
    expect(Object.keys(Object(value))).toEqual(['__proto__']);
    expect(Object(value).polluted).toBeUndefined();
  });
});

describe('readJson, on duplicate keys', () => {
  test.each([
    ['{"a":1,"a":2}', ['a']],
    ['{"spec":{"x":1,"y":{"x":1},"x":2}}', ['spec.x']],
    ['{"a":[{"b":1},{"b":1,"b":1,"b":1}]}', ['a[1].b']],
    ['[{"k":1,"k":2}]', ['[0].k']],
    ['{"a":1,"\\u0061":2}', ['a']],
    ['{"a":"}","b":"\\"","a":"{"}', ['a']],
    ['{"x":{"a":1,"a":1},"x":{"b":1,"b":1}}', ['x.a', 'x', 'x.b']],
  ])('%s has them at %j', (text, expected) => {
    expect(duplicates(text)).toEqual(expected);
  });

  test('takes the last of them, as JSON.parse does', () => {
    expect(readJson('{"a":1,"a":2}').value).toEqual({ a: 2 });
  });

  test('are found wherever a key is repeated', () => {
    fc.assert(
      fc.property(fc.uniqueArray(key, { minLength: 1, maxLength: 40 }), fc.nat(), fc.nat(), (keys, which, where) => {
        const again = keys[which % keys.length] ?? '';
        const all = [...keys];
        all.splice(where % (keys.length + 1), 0, again);
        const members = all.map((name, index) => `${JSON.stringify(name)}:${index}`).join(',');
        expect(readJson(`{"in":[{${members}}]}`).duplicates).toEqual([['in', 0, again]]);
      }),
    );
  });

  test('same keys in different objects are none, even if their hashes collide', () => {
    expect(duplicates('{"Aa":1,"BB":{"Aa":1,"BB":2},"c":[{"Aa":1},{"Aa":1}]}')).toEqual([]);
  });

  test('a hostile number of them is reported in part', () => {
    const members = Array.from({ length: 5000 }, (_, index) => `"k${index}":1,"k${index}":2`).join(',');
    expect(duplicates(`{${members}}`)).toHaveLength(100);
  });
});

describe('readJson, on integers', () => {
  test.each(['9007199254740993', '-9007199254740993', '9223372036854775807', '-9223372036854775808'])(
    'reports that %s would be rounded',
    (text) => {
      expect(readJson(`{"a":[${text}]}`).inexact).toEqual([{ path: ['a', 0], text }]);
    },
  );

  test.each(['9007199254740991', '9007199254740992', '-9007199254740991', '0', '-0', '1000000000000000000'])(
    'reads %s without a word',
    (text) => {
      expect(readJson(text)).toEqual({ value: Number(text), duplicates: [], inexact: [] });
    },
  );

  test.each(['9223372036854775808', '123456789012345678901234567890', '9007199254740993.5', '9007199254740993e0'])(
    'reads %s as the double it is in Kubernetes, too',
    (text) => {
      expect(readJson(text)).toEqual({ value: Number(text), duplicates: [], inexact: [] });
    },
  );

  test('never reports one that a double holds', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (integer) => {
        expect(readJson(`[${integer}]`)).toEqual({ value: [integer], duplicates: [], inexact: [] });
      }),
    );
  });
});

describe('readJson, on what is not JSON', () => {
  test.each([
    ['', 'unexpected end of JSON input (line 1, column 1)'],
    ['{"a":1', 'unexpected end of JSON input (line 1, column 7)'],
    ['{\n  "a": abc\n}', 'invalid character "a" looking for beginning of value (line 2, column 8)'],
    ['{a:1}', 'invalid character "a" looking for beginning of object key string (line 1, column 2)'],
    ['[1,]', 'invalid character "]" looking for beginning of value (line 1, column 4)'],
    ['{"a" 1}', 'invalid character "1" after object key (line 1, column 6)'],
    ['[1 2]', 'invalid character "2" after array element (line 1, column 4)'],
    ['01', 'invalid character "1" after top-level value (line 1, column 2)'],
    ['"\\x"', 'invalid character "x" in string escape code (line 1, column 3)'],
    ['trve', `invalid character "v" in literal true (expecting 'u') (line 1, column 3)`],
  ])('%j: %s', (text, message) => {
    expect(refusal(text)).toMatchObject({ message, code: 'INVALID_JSON' });
  });

  test('nesting is limited before anything is built', () => {
    expect(readJson('['.repeat(MAX_JSON_DEPTH) + ']'.repeat(MAX_JSON_DEPTH)).duplicates).toEqual([]);
    expect(refusal('[{"a":'.repeat(500_000))).toMatchObject({ code: 'JSON_TOO_DEEP', offset: 600 });
  });
});
