import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { readYamlBody } from './yaml-body.ts';

function read(text: string): unknown {
  return readYamlBody(text).value;
}

describe('a YAML body', () => {
  it('has the value of the same JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        const json: unknown = JSON.parse(text);
        expect(read(text)).toEqual(json);
        // Printed as YAML without quotes, this key would mean a merge.
        fc.pre(!text.includes('"<<"'));
        expect(read(stringify(value, { version: '1.1' }))).toEqual(json);
      }),
    );
  });

  it.each([
    ['0644', 420],
    ['yes', true],
    ['Off', false],
    ['y', 'y'],
    ['12:30', '12:30'],
    ['2001-12-14', '2001-12-14'],
    ['~', null],
  ])('reads %s as Kubernetes does', (text, expected) => {
    expect(read(`a: ${text}`)).toEqual({ a: expected });
  });

  it('takes << for a key like any other in JSON', () => {
    expect(read('[{"<<":false}]')).toEqual([{ '<<': false }]);
  });

  it('may merge with <<', () => {
    expect(read('base: &b {x: 1}\nmore:\n  <<: *b\n  z: 2\n')).toEqual({ base: { x: 1 }, more: { x: 1, z: 2 } });
  });

  it('reports duplicate keys with their line, and takes the last', () => {
    expect(readYamlBody('a: 1\nb: {c: 1, c: 2}\na: 3\n')).toEqual({
      value: { a: 3, b: { c: 2 } },
      objections: ['line 3: key "a" already set in map', 'line 2: key "c" already set in map'],
      inexact: [],
    });
    expect(readYamlBody('{"a": 1, "a": 2}').objections).toEqual(['duplicate field "a"']);
  });

  it('reports integers that are rounded', () => {
    expect(readYamlBody('a: [9007199254740993, 9007199254740991]').inexact).toEqual([
      { path: ['a', 0], text: '9007199254740993' },
    ]);
  });

  it('cannot reach the prototype', () => {
    const value = read('__proto__: {polluted: 1}');
    expect(Object.keys(Object(value))).toEqual(['__proto__']);
    expect(Object(value).polluted).toBeUndefined();
  });
});

describe('a hostile YAML body is refused', () => {
  const laughs = Array.from({ length: 9 }, (_, n) => `l${n}: &l${n} [${`*l${n - 1}, `.repeat(n === 0 ? 0 : 9)}x]`);
  const anchors = Array.from({ length: 20_000 }, (_, n) => `- &a${n} x`);

  it.each([
    ['for aliases of aliases', laughs.join('\n'), 'Excessive alias count'],
    ['for what it unfolds to', `a: &a "${'x'.repeat(1_000_000)}"\nb: [${'*a,'.repeat(9)}]`, 'unfolds to more than'],
    ['for containing itself', 'a: &a [*a]', 'exceeded max depth'],
    ['for many aliases', [...anchors, ...anchors.slice(0, 101).map((_, n) => `- *a${n}`)].join('\n'), '100 aliases'],
    ['for nested lists', '['.repeat(1_000_000), 'exceeded max depth'],
    ['for nested maps', '{a: '.repeat(500_000), 'exceeded max depth'],
    ['for indentation', Array.from({ length: 1500 }, (_, n) => `${' '.repeat(n)}a:`).join('\n'), 'depth|call stack'],
    ['for its number of lines', 'a: 1\n'.repeat(500_000), 'send it as JSON'],
    ['for what JSON cannot represent', 'a: .inf', 'no JSON value'],
    ['for tags of its own', 'a: !!set {x, y}', 'no JSON value'],
    ['for not being YAML', 'a: [1,\nb', 'line 2, column 1'],
    ['for being several documents', 'a: 1\n---\nb: 2\n', 'multiple documents'],
  ])('%s', (_, text, message) => {
    expect(() => readYamlBody(text)).toThrow(new RegExp(message));
  });
});
