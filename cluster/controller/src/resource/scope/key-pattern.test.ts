import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseKeyPattern } from './key-pattern.ts';

describe('a filter of keys', () => {
  test.each([
    ['default/web', ['default/web'], ['default/webs', 'other/web', 'web']],
    ['web', ['default/web', 'other/web', 'web'], ['default/web-1']],
    ['web-*', ['default/web-1', 'web-'], ['default/web', 'web-1/other']],
    ['prod/*', ['prod/a', 'prod/b.c'], ['test/a', 'prod']],
    ['*/web-?', ['a/web-1'], ['a/web-12', 'web-1']],
    ['**', ['a/b', 'b'], []],
    ['team-**', ['team-a', 'x/team-b'], ['other']],
    ['team-*/**', ['team-a/x'], ['teams/x']],
    ['a.b', ['x/a.b'], ['x/aXb']],
    ['!kube-system/*', ['default/a', 'node-1'], ['kube-system/a']],
    ['prod/*, !*-test, !prod/x', ['prod/a'], ['prod/a-test', 'prod/x', 'test/a']],
    ['a,b', ['n/a', 'b'], ['c']],
    ['re:prod/(web|api)-[0-9]+', ['prod/web-12'], ['xprod/web-12', 'prod/web-12x', 'prod/db-1']],
    ['re:a\\x2cb', ['a,b'], ['a']],
    ['!re:.*-tmp', ['x/a'], ['x/a-tmp']],
  ])('%s', (text, admitted, refused) => {
    const pattern = parseKeyPattern(text);
    for (const key of admitted) expect([key, pattern.matches(key)]).toEqual([key, true]);
    for (const key of refused) expect([key, pattern.matches(key)]).toEqual([key, false]);
  });

  test.each([
    ['', 1, 'missing'],
    ['a,,b', 3, 'missing'],
    ['a, !', 4, 'missing'],
    ['a,b(c', 4, '"(" occurs in no name'],
    ['x, re:(', 4, 'no regular expression'],
    [`a,${'b'.repeat(300)}`, 3, '256 characters'],
  ])('%j is refused at character %i', (text, position, why) => {
    expect(() => parseKeyPattern(text)).toThrow(
      expect.objectContaining({
        code: 'FILTER_INVALID',
        message: expect.stringMatching(new RegExp(`at character ${position}: .*${why.replace(/[("]/g, '\\$&')}`)),
      }),
    );
  });

  const letter = fc.constantFrom('a', 'b', '-', '.', '*', '?');
  const part = fc.string({ unit: letter, minLength: 1, maxLength: 6 });
  const glob = fc.oneof(
    part,
    fc.tuple(part, part).map(([namespace, name]) => `${namespace}/${name}`),
  );
  const name = fc.string({ unit: fc.constantFrom('a', 'b', '-', '.'), minLength: 1, maxLength: 6 });
  const key = fc.oneof(
    name,
    fc.tuple(name, name).map(([namespace, own]) => `${namespace}/${own}`),
  );

  test('negating a filter takes exactly the other keys, and a list takes those of any of its terms', () => {
    fc.assert(
      fc.property(glob, glob, key, (left, right, candidate) => {
        const matches = (text: string) => parseKeyPattern(text).matches(candidate);
        expect(matches(`!${left}`)).toBe(!matches(left));
        expect(matches(`${left},${right}`)).toBe(matches(left) || matches(right));
        expect(matches(`!${left},!${right}`)).toBe(!(matches(left) || matches(right)));
        expect(matches(`${left},!${right}`)).toBe(matches(left) && !matches(right));
      }),
    );
  });

  test('a name without wildcards means itself and nothing else', () => {
    fc.assert(
      fc.property(key, key, (own, other) => {
        expect(parseKeyPattern(own).matches(own)).toBe(true);
        const inAnyNamespace = !own.includes('/') && other.endsWith(`/${own}`);
        expect(parseKeyPattern(own).matches(other)).toBe(own === other || inAnyNamespace);
      }),
    );
  });
});
