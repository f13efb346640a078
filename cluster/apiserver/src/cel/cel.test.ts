import { describe, expect, it } from 'vitest';
import { CelError, compileCel } from './index.ts';

const object = {
  metadata: { name: 'web', labels: { app: 'shop', tier: 'front' } },
  spec: { replicas: 3, ratio: 0.5, ports: [80, 443], containers: [{ image: 'a:1' }, { image: 'b:2' }] },
};

function evaluate(source: string): boolean {
  return compileCel(source, ['object', 'oldObject']).evaluate({ object, oldObject: null });
}

describe('an expression', () => {
  it.each([
    "object.metadata.name == 'web'",
    "!has(object.metadata.namespace) && object.metadata.?namespace.orValue('none') == 'none'",
    'object.metadata[\'name\'] != "skip-me"',
    "object.metadata.labels.app in ['shop', 'blog'] && 'tier' in object.metadata.labels",
    'object.spec.replicas > 2 && object.spec.replicas <= 3.0',
    'object.spec.replicas + 1 == 4 && 7 / 2 == 3 && -7 % 3 == -1 && 2 * 3 - 1 == 5',
    'object.spec.ratio < 1 && object.spec.ratio * 2.0 == 1.0',
    'has(object.spec.replicas) && !has(object.spec.paused) && oldObject == null',
    "object.spec.containers.all(c, c.image.matches('^[ab]:[0-9]$'))",
    "object.spec.containers.exists(c, c.image.startsWith('b')) && object.spec.ports.exists_one(p, p == 80)",
    "object.spec.containers.map(c, c.image) == ['a:1', 'b:2'] && object.spec.ports.filter(p, p > 100) == [443]",
    'object.metadata.labels.all(key, key.size() > 2) && size(object.metadata.labels) == 2',
    'has(object.spec.paused) ? object.spec.paused : true',
    "object.?status.?phase.orValue('none') == 'none' && !object.?spec.?replicas.orValue(0) == 0 || true",
    "'a-b-c'.split('-').join('+') == 'a+b+c' && 'Ab'.lowerAscii() == 'ab' && 'abc'.substring(1, 2) == 'b'",
    "'x' + string(1) + string(true) == 'x1true' && int('5') == 5 && double(1) == 1.0 && uint(3) == 3u",
    '{"a": 1}["a"] == 1 && {1: "x"}[1] == "x" && [1, 2][1] == 2 && r\'\\d\' == \'\\\\d\'',
    "'a1b22'.findAll('[0-9]+') == ['1', '22'] && 'a1b22'.find('[0-9]+') == '1' && !'abc'.matches('^b')",
    '!(1 == 2) && 1 != "1" && [1, 2.0] == [1.0, 2]',
  ])('holds: %s', (source) => {
    expect(evaluate(source)).toBe(true);
  });

  it('is decided by one side of && and ||, whatever the other is', () => {
    expect(evaluate("object.spec.missing == 1 || object.metadata.name == 'web'")).toBe(true);
    expect(evaluate("object.spec.missing == 1 && object.metadata.name == 'api'")).toBe(false);
    expect(() => evaluate("object.spec.missing == 1 && object.metadata.name == 'web'")).toThrow('no such key: missing');
  });

  it.each([
    ['... [] bad expression', 'Syntax error'],
    ['object.metadata.name ==', "mismatched input '<EOF>'"],
    ['subject.name == "a"', "undeclared reference to 'subject'"],
    ['object.frobnicate()', "undeclared reference to 'frobnicate'"],
    ['namespace == "a"', 'reserved identifier: namespace'],
    ['"text"', 'must evaluate to bool but got string'],
    ['has(object)', 'invalid argument to has() macro'],
    ['"unterminated', 'token recognition error'],
    [`${'('.repeat(200)}true${')'.repeat(200)}`, 'recursion limit'],
    [`${'!'.repeat(5000)}true`, 'recursion limit'],
    ['a'.repeat(20_000), 'size exceeds limit'],
  ])('does not compile: %s', (source, why) => {
    expect(() => compileCel(source, ['object'])).toThrow(CelError);
    expect(() => compileCel(source, ['object'])).toThrow(why);
  });

  it.each([
    ['object.spec.ports[5] == 1', 'index out of bounds: 5'],
    ['object.spec.replicas / 0 == 1', 'division by zero'],
    ['9223372036854775807 + 1 > 0', 'integer overflow'],
    ['object.metadata.name + 1 == 2', 'no such overload: string + int'],
    ['object.metadata.name', 'must evaluate to bool but got string'],
    ['object.metadata.name < 1', 'no such overload'],
  ])('has no value: %s', (source, why) => {
    expect(() => evaluate(source)).toThrow(why);
  });

  it('ends although it asks for more steps than there is time for', () => {
    const numbers = `[${Array.from({ length: 200 }, (_, index) => index).join(',')}]`;
    const nested = `${numbers}.all(a, ${numbers}.all(b, ${numbers}.all(c, a + b + c >= 0)))`;
    expect(() => evaluate(nested)).toThrow('cost limit exceeded');
  });
});
