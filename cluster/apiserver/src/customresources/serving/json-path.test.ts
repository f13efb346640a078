import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateJsonPath, parseJsonPath } from './json-path.ts';

const OBJECT = {
  metadata: { annotations: { 'example.com/a.b': 'note' } },
  spec: {
    replicas: 3,
    list: [
      { name: 'a', n: 1 },
      { name: 'b', n: 2 },
      { name: 'c', n: 3 },
    ],
  },
  status: {
    conditions: [
      { type: 'Ready', status: 'True' },
      { type: 'Healthy', status: 'False' },
    ],
  },
};

function results(path: string): unknown {
  const parsed = parseJsonPath(path);
  return parsed === undefined ? 'unreadable' : evaluateJsonPath(parsed, OBJECT);
}

describe('a JSONPath', () => {
  it.each([
    ['.spec.replicas', [3]],
    ['.spec.missing.deeper', []],
    ['.spec.list[0].name', ['a']],
    ['.spec.list[-1].name', ['c']],
    ['.spec.list[*].name', ['a', 'b', 'c']],
    ['.spec.list[1:].name', ['b', 'c']],
    ['.spec.list[:1].name', ['a']],
    ['.spec.list[0:2].n', [1, 2]],
    ['.spec.list[7].name', []],
    [`.metadata.annotations['example.com/a.b']`, ['note']],
    ['.metadata.annotations.example\\.com/a\\.b', ['note']],
    ['.status.conditions[?(@.type=="Ready")].status', ['True']],
    [`.status.conditions[?(@.type == 'Healthy')].status`, ['False']],
    ['.status.conditions[?(@.type!="Ready")].type', ['Healthy']],
    ['.spec.list[?(@.n>=2)].name', ['b', 'c']],
    ['.spec.list[?(@.n<2)].name', ['a']],
    ['.spec.list[?(@.missing)].name', []],
    ['.spec.list[?(@.name)].name', ['a', 'b', 'c']],
    [`.spec['replicas','list'][0].n`, [1]],
    ['.', [OBJECT]],
    ['.constructor', []],
  ])('reads %s', (path, expected) => {
    expect(results(path)).toEqual(expected);
  });

  it.each(['spec', '.a..b', '.a[', '.a[?(@.x==)]', '.a[?(x==1)]', '.a]', '.a b', "['a", `.${'[?(@'.repeat(50)}`])(
    'does not read %s',
    (path) => {
      expect(results(path)).toBe('unreadable');
    },
  );

  it('is read or refused, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'.[]()?@=!<>"\'*:-0a\\ ,') }), (text) => {
        const parsed = parseJsonPath(text);
        if (parsed !== undefined) evaluateJsonPath(parsed, OBJECT);
      }),
      { numRuns: 500 },
    );
  });

  it('does not multiply without bound', () => {
    const wide = Array.from({ length: 100 }, () => Array.from({ length: 100 }, () => [1, 2, 3]));
    expect(evaluateJsonPath(parseJsonPath('[*][*][*]') ?? [], wide)).toHaveLength(1000);
  });
});
